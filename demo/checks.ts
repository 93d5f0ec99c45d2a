import { isDeepStrictEqual } from 'node:util';
import { itemsOf, runCount } from '../sandbox/execution';
import type { SimulatedRequest } from '../sandbox/simulator';
import type { Evidence } from './evidence';
import { approval, autoReply, reply, sendAndFollow, optedOut } from './workflow';

/** One thing that must have happened, and what happened. */
export interface Check {
	what: string;
	expected: unknown;
	actual: unknown;
}

/** Whether the expected thing happened. */
export const isSeen = ({ expected, actual }: Check): boolean => isDeepStrictEqual(expected, actual);

/** Everything the demo promises, each checked against the records of n8n or the simulator. */
export function checksOf(evidence: Evidence): Check[] {
	return [
		{
			what: 'n8n: the execution succeeded',
			expected: 'success',
			actual: evidence.execution.status,
		},
		...sendChecks(evidence),
		...statusChecks(evidence),
		...messageChecks(evidence),
		...requestChecks(evidence),
		...replyChecks(evidence),
		...approvalChecks(evidence),
		{
			what: 'simulator: five messages cost six credits, as a question with its link is billed as two',
			expected: { before: 1000, after: 994 },
			actual: { before: evidence.creditsBefore, after: evidence.creditsAfter },
		},
	];
}

const expectedResults = [
	{ reference: 'Amina', number: '447700900101', result: 'ACCEPTED', accepted: true },
	{ reference: 'Bongani', number: '447700900102', result: 'ACCEPTED', accepted: true },
	{ reference: 'Carla', number: optedOut, result: 'OPTED_OUT', accepted: false },
	{ reference: 'David', number: null, result: 'BAD_DESTINATION', accepted: false },
	{ reference: 'Eve', number: '447700900105', result: 'ACCEPTED', accepted: true },
];

function sendChecks({ execution }: Evidence): Check[] {
	const items = itemsOf(execution.data, sendAndFollow.sendNode);
	return [
		{ what: 'n8n: one result for each of five people', expected: 5, actual: items.length },
		...expectedResults.map((expected, position) => ({
			what: `n8n: the message to ${expected.reference} is ${expected.result}`,
			expected,
			actual: pick(items[position], ['reference', 'number', 'result', 'accepted']),
		})),
	];
}

const expectedStatuses = [
	{ reference: 'Amina', status: 'DELIVERED', statusCode: 0, final: true },
	{ reference: 'Bongani', status: 'DELIVERED', statusCode: 0, final: true },
	{ reference: 'Eve', status: 'DELIVERED', statusCode: 0, final: true },
];

function statusChecks({ execution, messages }: Evidence): Check[] {
	const items = itemsOf(execution.data, sendAndFollow.statusNode);
	return [
		...expectedStatuses.map((expected, position) => ({
			what: `n8n: the message to ${expected.reference} was followed to DELIVERED`,
			expected,
			actual: pick(items[position], ['reference', 'status', 'statusCode', 'final']),
		})),
		{
			what: 'n8n: the message IDs are those of the simulator',
			expected: messages.map(({ id }) => id),
			actual: items.map(({ messageId }) => messageId),
		},
	];
}

const expectedMessages = [
	{
		number: '447700900101',
		text: 'Hello Amina, your order A-1001 arrives today at 9:00.',
		status: 'DELIVERED',
	},
	{
		number: '447700900102',
		text: 'Hello Bongani, your order A-1002 arrives today at 10:30.',
		status: 'DELIVERED',
	},
	{
		number: '447700900105',
		text: 'Hello Eve, your order A-1005 arrives today at 14:45.',
		status: 'DELIVERED',
	},
];

function messageChecks({ messages }: Evidence): Check[] {
	return [
		{ what: 'simulator: three messages, none twice', expected: 3, actual: messages.length },
		...expectedMessages.map((expected, position) => ({
			what: `simulator: delivered to ${expected.number} with its own text`,
			expected,
			actual: pick(messages[position], ['number', 'text', 'status']),
		})),
	];
}

function requestChecks({ execution, requests }: Evidence): Check[] {
	const sends = requests.filter(({ path }) => path === '/xmlsendsmsmulti.asp');
	const statuses = requests.filter(({ path }) => path === '/xmlgetstatus.asp');
	return [
		{
			what: 'simulator: one send request, without the malformed number',
			expected: [['447700900101', '447700900102', optedOut, '447700900105']],
			actual: sends.map((sent) => valuesOf(sent.request, 'Number')),
		},
		{
			what: 'simulator: asked for the statuses more than once',
			expected: true,
			actual: statuses.length > 1,
		},
		{
			what: 'simulator: each round of n8n was one request for three messages',
			expected: Array.from({ length: runCount(execution.data, sendAndFollow.statusNode) }, () => 3),
			actual: statuses.map((asked) => valuesOf(asked.request, 'ID').length),
		},
	];
}

const expectedAnswer = {
	number: reply.from,
	text: 'We are glad to help. Call us from 9:00 to 17:00, or text HOURS for our opening hours.',
};

function replyChecks({ replyExecutions, answers }: Evidence): Check[] {
	const itemsOfAll = (node: string) => replyExecutions.flatMap(({ data }) => itemsOf(data, node));
	const replies = itemsOfAll(autoReply.replyNode);
	return [
		{
			what: 'n8n: the reply arrived once, byte for byte',
			expected: [{ ...reply, optOut: false }],
			actual: replies.map((item) => pick(item, ['from', 'text', 'optOut'])),
		},
		{
			what: 'n8n: it was answered once',
			expected: [{ number: reply.from, result: 'ACCEPTED', reference: replies[0]?.recordId }],
			actual: itemsOfAll(autoReply.answeredNode).map((item) =>
				pick(item, ['number', 'result', 'reference']),
			),
		},
		{
			what: 'simulator: one answer, to the number that replied',
			expected: [expectedAnswer],
			actual: answers.map((message) => pick(message, ['number', 'text'])),
		},
	];
}

function approvalChecks({
	approval: { questions, page, waitedOn, thanks, execution },
}: Evidence): Check[] {
	return [
		{
			what: 'simulator: one question with one link, to one of the people',
			expected: [['447700900102', [QUESTION, true]]],
			actual: questions.map(({ number, text }) => {
				const [question, link = ''] = text.split('\n');
				return [number, [question, URL.canParse(link)]];
			}),
		},
		{
			what: 'handset: the page shows the question, and opening it decided nothing',
			expected: { question: true, button: true, waits: true },
			actual: {
				question: page.includes(QUESTION),
				button: page.includes('Yes, I can'),
				waits: waitedOn,
			},
		},
		{
			what: 'handset: the answer was received',
			expected: true,
			actual: thanks.includes('Your answer was received.'),
		},
		{
			what: 'n8n: the workflow went on with the answer',
			expected: ['success', [true]],
			actual: [
				execution.status,
				itemsOf(execution.data, approval.approvedNode).map(
					({ data }) => (data as { approved?: boolean }).approved,
				),
			],
		},
	];
}

const QUESTION = 'Dear Bongani, can you take the delivery to Mill Road at 14:00?';

function pick(from: object | undefined, names: string[]): Record<string, unknown> {
	const all: Record<string, unknown> = { ...from };
	return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The values of every element of that name, in the order of the document. */
function valuesOf(request: SimulatedRequest['request'], element: string): unknown[] {
	if (typeof request !== 'object' || request === null) return [];
	return Object.entries(request).flatMap(([name, value]: [string, unknown]) =>
		name === element && Array.isArray(value) ? value : valuesOf(value, element),
	);
}
