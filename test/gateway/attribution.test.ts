import fc from 'fast-check';
import { success } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import type { GatewayRequest } from '../../nodes/MessagingGateway/gateway/exchange/request';
import type {
	GatewayInterface,
	OutgoingMessage,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { deleteScheduled } from '../../nodes/MessagingGateway/gateway/operations/deleteScheduled';
import { send, type SendOutcome } from '../../nodes/MessagingGateway/gateway/operations/send';
import { answer, connected, scripted } from '../support/answers';
import { sendResponse, sendResult } from '../support/xmlAnswers';
import { runs } from '../support/runs';

const to = (number: string, text = 'Hi', schedule: string | null = null): OutgoingMessage => ({
	number,
	text,
	schedule,
});

async function outcomesOf(
	reply: Parameters<typeof scripted>[0],
	messages: OutgoingMessage[],
	via: GatewayInterface = xml,
): Promise<SendOutcome[]> {
	const outcomes = await send(scripted(reply), via, messages);
	return messages.map((message) => outcomes.get(message) as SendOutcome);
}

const brief = (outcomes: SendOutcome[]) =>
	outcomes.map(({ result, messageId }) => (messageId === null ? result : `${result} ${messageId}`));

const A = '27821111111';
const B = '27822222222';

describe('results without a message number that can be used', () => {
	it.each([[''], ['one'], ['-'], ['1.5']])(
		'stand in the order of the messages (%j)',
		async (number) => {
			const reply = sendResponse(
				sendResult(number, [A, '101']),
				sendResult(number, [A, 'FAIL:OPTEDOUT']),
			);
			expect(brief(await outcomesOf(reply, [to(A, 'First'), to(A, 'Second')]))).toEqual([
				'ACCEPTED 101',
				'OPTED_OUT',
			]);
		},
	);

	it('are nobody’s where one is missing and both messages went to the same number', async () => {
		const reply = sendResponse(sendResult('', [A, '101']));
		expect(brief(await outcomesOf(reply, [to(A, 'First'), to(A, 'Second')]))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});

	it('are known by a number that was asked for once', async () => {
		const reply = sendResponse(sendResult('', [B, '102'], [A, '101']));
		expect(brief(await outcomesOf(reply, [to(A, 'First'), to(B, 'Second')]))).toEqual([
			'ACCEPTED 101',
			'ACCEPTED 102',
		]);
	});

	it('never give one ID to two messages when all have the same message number', async () => {
		const reply = sendResponse(sendResult('1', [A, '101']), sendResult('1', [A, 'FAIL:OPTEDOUT']));
		expect(brief(await outcomesOf(reply, [to(A, 'First'), to(A, 'Second')]))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});
});

describe('results with a damaged end', () => {
	const reply = sendResponse(sendResult('1', [A, '101'], [B, '102']), sendResult('2', [A, '103']));
	const messages = [to(A, 'First'), to(B, 'First'), to(A, 'Second')];

	it.each(['</SendResult>', '</NumberID>'])('cost no ID: %s', async (tag) => {
		for (let lost = 0; lost < tag.length; lost += 1) {
			const damaged = tag.slice(0, lost) + tag.slice(lost + 1);
			const outcomes = await outcomesOf(reply.replace(tag, damaged), messages);
			expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102', 'ACCEPTED 103']);
		}
	});

	it('cost only the ID that they damage', async () => {
		const damaged = reply.replace('</ID>', '</I>');
		expect(brief(await outcomesOf(damaged, messages))).toEqual([
			'UNCONFIRMED',
			'ACCEPTED 102',
			'ACCEPTED 103',
		]);
	});
});

describe('several values for one number', () => {
	it('are all told when they are IDs', async () => {
		const [outcome] = await outcomesOf(`${A}=101&${A}=102&`, [to(A)], query);
		expect(outcome).toMatchObject({
			result: 'ACCEPTED',
			messageId: '101',
			description: 'Accepted for sending, and again with the ID 102',
		});
	});

	it.each([
		[`${A}=0&${A}=101`, 'ACCEPTED 101'],
		[`${A}=OPTEDOUT&${A}=101`, 'ACCEPTED 101'],
		[`${A}=101&${A}=OPTEDOUT`, 'ACCEPTED 101'],
		[`${A}=0`, 'REJECTED'],
	])('%s means %s', async (reply, expected) => {
		expect(brief(await outcomesOf(reply, [to(A)], query))).toEqual([expected]);
	});
});

describe('numbers in the national form of the gateway', () => {
	it('are known by their digits, in any order', async () => {
		const reply = '0822222222=102&0821111111=101&';
		const outcomes = await outcomesOf(reply, [to(A), to(B)], query);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('are known by their place where the digits fit two numbers', async () => {
		const zambia = '260821111111';
		const reply = '0821111111=101&0821111111=102&';
		const outcomes = await outcomesOf(reply, [to(A), to(zambia)], query);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('are known by their place in the request, which puts the numbers of a text together', async () => {
		const zambia = '260821111111';
		const other = '27824444444';
		const results = ['0824444444', '0821111111', '0821111111'].map(
			(number, index): [string, string] => [number, String(101 + index)],
		);
		// One element of results without a number, for two messages.
		const reply = sendResponse(sendResult('', ...results));
		const messages = [to(other, 'One'), to(A, 'Two'), to(zambia, 'One')];
		expect(brief(await outcomesOf(reply, messages, xml))).toEqual([
			'ACCEPTED 101',
			'ACCEPTED 103',
			'ACCEPTED 102',
		]);
	});

	it('never give the ID of one number to another', async () => {
		const zambia = '260821111111';
		const reply = `${B}=103&0821111111=101&`;
		const messages = [to(A), to(B), to(zambia)];
		expect(brief(await outcomesOf(reply, messages, query))).toEqual([
			'UNCONFIRMED',
			'ACCEPTED 103',
			'UNCONFIRMED',
		]);
	});
});

describe('the last pair of an answer whose length was not told', () => {
	const messages = [to(A), to(B)];

	it('counts when an ampersand ends it', async () => {
		const reply = answer(`${A}=101&${B}=102&`, { hasKnownLength: false });
		expect(brief(await outcomesOf(reply, messages, query))).toEqual([
			'ACCEPTED 101',
			'ACCEPTED 102',
		]);
	});

	it('may be half an ID otherwise', async () => {
		const reply = answer(`${A}=101&${B}=10`, { hasKnownLength: false });
		expect(brief(await outcomesOf(reply, messages, query))).toEqual([
			'ACCEPTED 101',
			'UNCONFIRMED',
		]);
	});
});

it.each([403, 404, 413])(
	'leaves the others in doubt when some IDs come with HTTP %i',
	async (status) => {
		const messages = [to(A), to(B)];
		const outcomes = await outcomesOf(answer(`${A}=101&`, { status }), messages, query);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'UNCONFIRMED']);
	},
);

it.each([
	['5=DELETED&5=NOTFOUND', 'DELETED'],
	['5=NOTFOUND&5=DELETED', 'DELETED'],
	['5=SENT&5=NOTFOUND', 'SENT'],
	['5=NOTFOUND&5=gone', 'NOTFOUND'],
])('takes the answer %s to a deletion for %s', async (reply, expected) => {
	const questions = [{ messageId: '5', reference: null }];
	const outcomes = await deleteScheduled(scripted(reply), questions, query.deleteScheduled);
	expect(outcomes.get('5')?.result).toBe(expected);
});

it('keeps the IDs of finished requests when something breaks that never should', async () => {
	const broken: GatewayInterface = {
		...query,
		send: {
			...query.send,
			read: (reply, messages) => {
				if (messages[0]?.text === 'Two') throw new RangeError('Invalid array length');
				return query.send.read(reply, messages);
			},
		},
	};
	const messages = ['One', 'Two', 'Three'].map((text) => to(A, text));
	expect(brief(await outcomesOf(`${A}=101&`, messages, broken))).toEqual([
		'ACCEPTED 101',
		'UNCONFIRMED',
		'NOT_SENT',
	]);
});

/** The texts to each number, in the order in which they leave. */
function leaving(request: GatewayRequest): Array<[number: string, text: string]> {
	if (request.method === 'GET') {
		const { numbers = '', message = '' } = request.parameters;
		return numbers.split(';').map((number) => [number, message]);
	}
	const { Message } = (request.content as { Messages: { Message: XmlMessage[] } }).Messages;
	return Message.flatMap(({ MessageText, Numbers }) =>
		Numbers.Number.map((number): [string, string] => [number, decodeURIComponent(MessageText)]),
	);
}

interface XmlMessage {
	MessageText: string;
	Numbers: { Number: string[] };
}

it('sends the texts of overlapping lists in one request for each text', () => {
	const numbers = Array.from({ length: 20 }, (_, index) => `278211111${10 + index}`);
	const messages = ['One', 'Two', 'Three', 'Four'].flatMap((text, list) =>
		numbers.slice(0, (list + 1) * 5).map((number) => to(number, text)),
	);
	expect(query.send.split(messages)).toHaveLength(4);
});

describe('messages to one number', () => {
	const textsTo = async (
		via: GatewayInterface,
		messages: OutgoingMessage[],
		number: string,
		requestsAtOnce = 1,
	): Promise<string[]> => {
		const left: Array<[string, string]> = [];
		const connection = connected(async (request) => {
			const sent = leaving(request);
			left.push(...sent);
			const ids = sent.map(([to_], index) => `${to_}=${1000 + index}`).join('&');
			const results = sent.map(([to_], index) => sendResult('', [to_, `${1000 + index}`])).join('');
			return success(answer(request.method === 'GET' ? ids : sendResponse(results)));
		});
		await send(connection, via, messages, { requestsAtOnce });
		return left.filter(([to_]) => to_ === number).map(([, text]) => text);
	};

	it.each([
		['query', query],
		['xml', xml],
	])('leave in the order they came in over %s', async (_, via) => {
		const messages = ['Hello', 'Bye', 'Hello'].map((text) => to(A, text));
		expect(await textsTo(via, [to(B, 'Bye'), ...messages], A)).toEqual(['Hello', 'Bye', 'Hello']);
	});

	it('leave in that order whatever else is sent, over either interface, and how many requests together', async () => {
		const anyMessage = fc.record({
			number: fc.constantFrom(A, B, '27823333333'),
			text: fc.constantFrom('Hello', 'Bye', 'Again'),
			schedule: fc.constant(null),
		});
		const anyRun = fc.tuple(
			fc.constantFrom(query, xml),
			fc.array(anyMessage, { maxLength: 40 }),
			fc.integer({ min: 1, max: 8 }),
		);
		await fc.assert(
			fc.asyncProperty(anyRun, async ([via, messages, atOnce]) => {
				// What an answer leaves in doubt ends the run: all are accepted here, or none follows.
				const texts = await textsTo(via, messages, A, atOnce);
				const wanted = messages.filter(({ number }) => number === A).map(({ text }) => text);
				expect(texts).toEqual(wanted.slice(0, texts.length));
			}),
			{ numRuns: runs(200) },
		);
	});
});

describe('a 403', () => {
	const asked = [{ messageId: '101', reference: null }];

	it.each([
		[true, 'UNCONFIRMED'],
		[false, 'NOT_SENT'],
	])('that a proxy signed (%j) means %s', async (byProxy, result) => {
		const refused = answer('Forbidden', { status: 403, byProxy });
		expect(brief(await outcomesOf(refused, [to(A)]))).toEqual([result]);
		expect(
			(await deleteScheduled(scripted(refused), asked, query.deleteScheduled)).get('101')?.result,
		).toBe(result);
	});
});

it('reads Error= over the query interface as the refusal of a deletion', async () => {
	const asked = [{ messageId: '101', reference: null }];
	const outcomes = await deleteScheduled(
		scripted('Error=Service closed'),
		asked,
		query.deleteScheduled,
	);
	expect(outcomes.get('101')).toMatchObject({
		result: 'NOT_SENT',
		description: 'Not deleted. The gateway refused the request: Service closed',
	});
});
