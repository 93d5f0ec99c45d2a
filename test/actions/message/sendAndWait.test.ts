import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { MessagingGateway } from '../../../nodes/MessagingGateway/MessagingGateway.node';
import { execute, type Run, type Setup } from '../../support/context';
import { expectNoPassword, FAULTS, setTimeouts } from '../../support/faults';
import { failing } from '../../support/parameters';
import { drop, testServer } from '../../support/server';
import { REVIEW, TOOL } from '../../support/tool';
import { accepted } from '../../support/xmlAnswers';

const server = testServer();

const NUMBER = '27821111111';
const ENDLESS = '3000-01-01T00:00:00.000Z';

type Waiting = Run & { waits: Date[] };

async function ask(
	parameters: IDataObject = {},
	rest: Partial<Setup> = {},
	url = server.url,
): Promise<Waiting> {
	const waits: Date[] = [];
	const fields = { numbers: NUMBER, message: 'Can you drive?', ...parameters };
	const onWait = (until: Date) => void waits.push(until);
	const run = await execute(url, 'message', 'sendAndWait', fields, { onWait, ...rest });
	return { ...run, waits };
}

/** The link of a question in the first run of the node. */
const LINK = /^https:\/\/n8n\.example\.com\/webhook-waiting\/17\/f3a1\?q=0&signature=(?:0a){32}$/;

const sentLines = () => sentTexts().map((text) => text.split('\n'));
const link = expect.stringMatching(LINK) as string;

/** After the text of a model, which may hold a link of its own. */
const REVIEW_LINK = expect.stringMatching(
	new RegExp(LINK.source.replace('^', '^Approve or decline: ')),
) as string;

const sentTexts = () =>
	server.requests.flatMap(({ body }) =>
		[...body.matchAll(/<MessageText>(.*?)<\/MessageText>/g)].map(([, text]) =>
			decodeURIComponent(text ?? ''),
		),
	);

describe('a question', () => {
	it('is one message with the link on a line of its own, and the execution waits', async () => {
		server.answer(accepted([NUMBER, '101']));
		const { json, waits } = await ask({ message: ' Can you drive?\n' });
		expect(sentLines()).toEqual([['Can you drive?', link]]);
		expect(waits.map((until) => until.toISOString())).toEqual([ENDLESS]);
		expect(json).toMatchObject([{ number: NUMBER, accepted: true, messageId: '101' }]);
	});

	it('goes once to each number, however the number is written', async () => {
		server.answer(accepted([NUMBER, '101'], ['27822222222', '102']));
		const { json, waits } = await ask({ numbers: `${NUMBER}, +27 82 111 1111, 27822222222` });
		expect(json.map(({ result }) => result)).toEqual(['ACCEPTED', 'DUPLICATE', 'ACCEPTED']);
		expect(waits).toHaveLength(1);
		expect(server.requests).toHaveLength(1);
	});

	it('is asked once for a run, from the first item', async () => {
		server.answer(accepted([NUMBER, '101']));
		const asked = { resource: 'message', operation: 'sendAndWait', numbers: NUMBER };
		const run = await execute(server.url, 'message', 'sendAndWait', [
			{ ...asked, message: 'One' },
			{ ...asked, message: 'Two' },
		]);
		expect(run.json).toHaveLength(1);
		expect(sentLines()).toEqual([['One', link]]);
	});

	it('about a tool has its parameters, where n8n itself would print an object', async () => {
		server.answer(accepted([NUMBER, '101']));
		const toolParameters = { city: 'Durban', guests: [2, 1] };
		await ask({ message: 'Book?\n[object Object]' }, { toolParameters, node: REVIEW });
		expect(sentLines()).toEqual([['Book?', 'city: Durban', 'guests: [2,1]', REVIEW_LINK]]);
		await ask({ message: 'Book?\n[object Object]' }, { node: REVIEW });
		expect(sentLines()[1]).toEqual(['Book?', REVIEW_LINK]);
	});

	it('about a tool is cut to what fits: n8n would tell the agent that a failure is a rejection', async () => {
		server.answer(accepted([NUMBER, '101']));
		for (const message of ['a'.repeat(771), '€'.repeat(2000)]) {
			await ask({ message }, { node: REVIEW });
		}
		expect(sentLines()).toEqual([
			['a'.repeat(771), REVIEW_LINK],
			[`${'€'.repeat(370)} ... (all of it is on the page)`, REVIEW_LINK],
		]);
	});

	it('takes Default Country and Interface as Send does, and replaces curly quotes', async () => {
		server.answer('27821111111=101&');
		await ask({
			numbers: '082 111 1111',
			message: '“Now”?',
			defaultCountry: 'ZA',
			options: { interface: 'query' },
		});
		const { query } = server.requests[0] ?? {};
		expect(query?.numbers).toBe(NUMBER);
		expect(query?.message?.split('\n')).toEqual(['"Now"?', link]);
	});
});

describe('the text and its link', () => {
	const labelled = (messageButtonLabel: string) => ({
		options: { texts: { values: { messageButtonLabel } } },
	});

	it('are counted with the label of the link', async () => {
		server.answer(accepted([NUMBER, '101']));
		await ask(labelled(' Answer here: '));
		const line = expect.stringMatching(/^Answer here: https:\/\/n8n\.example\.com\//) as string;
		expect(sentLines()).toEqual([['Can you drive?', line]]);
		const { error } = await ask({
			message: 'a'.repeat(784),
			...labelled('Answer here:'),
		});
		expect(error?.message).toContain('The text has 784 characters and its link 140');
	});
});

describe('an end of the wait', () => {
	const ending = (maxDateAndTime: string) => ({
		options: { limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime } } },
	});

	it("is what n8n is told, in the workflow's time zone", async () => {
		server.answer(accepted([NUMBER, '101']));
		const rest = { timezone: 'Africa/Johannesburg' };
		const { waits } = await ask(ending('2099-06-01T12:00:00'), rest);
		expect(waits.map((until) => until.toISOString())).toEqual(['2099-06-01T10:00:00.000Z']);
	});

	it('that nobody could keep lets nothing be sent', async () => {
		server.answer(accepted([NUMBER, '101']));
		const { error, waits } = await ask(ending('2020-01-01T00:00:00Z'));
		expect(error?.message).toContain('which has passed');
		expect(error?.description).toBe('Nothing was sent');
		expect(waits).toEqual([]);
		expect(server.requests).toEqual([]);
	});
});

describe('nothing is sent, and nobody waited for', () => {
	const NO_TEXT =
		"'Message' is no text, or holds an object: an expression in it gives an object, a list, true or false. Choose one of its values";

	it.each([
		[{ message: '  ' }, 'There is no message text'],
		[{ message: () => undefined }, 'There is no message text'],
		[{ message: { a: 1 } }, NO_TEXT],
		[{ message: 'Pay [object Object]?' }, NO_TEXT],
		[{ message: false }, NO_TEXT],
		[{ numbers: '' }, "'Numbers' is empty"],
		[{ message: failing() }, 'The expression failed'],
	])('with fields that cannot be used: %#', async (parameters, message) => {
		server.answer(accepted([NUMBER, '101']));
		const { error, waits } = await ask(parameters as unknown as IDataObject);
		expect(error?.message).toBe(message);
		expect(waits).toEqual([]);
		expect(server.requests).toEqual([]);
	});

	it('by a tool with more than 20 recipients', async () => {
		const numbers = Array.from({ length: 21 }, (_, index) => `278211111${10 + index}`).join();
		const { error } = await ask({ numbers }, { node: REVIEW });
		expect(error?.message).toBe('There are 21 recipients, and a tool sends to at most 20');
		expect(server.requests).toEqual([]);
	});
});

it('is no tool of its own, as n8n could not continue after the answer', async () => {
	server.answer(accepted([NUMBER, '101']));
	const { json, waits } = await ask({}, { node: TOOL });
	expect(json).toEqual([
		{
			note: 'A tool cannot wait for a person. Use the node as the human review of a tool, or call a workflow that asks. Stop and tell the user',
		},
	]);
	expect(waits).toEqual([]);
	expect(server.requests).toEqual([]);
});

describe('a question that was not accepted', () => {
	it('fails as Send does, and nobody is waited for', async () => {
		server.answer(accepted([NUMBER, 'FAIL:OPTEDOUT']));
		const { error, waits } = await ask();
		expect(error?.message).toBe(
			'The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it',
		);
		expect(error?.context.results).toMatchObject([{ result: 'OPTED_OUT' }]);
		expect(waits).toEqual([]);
	});

	it('comes as an item with On Error set to continue', async () => {
		server.answer(accepted([NUMBER, 'FAIL:OPTEDOUT']));
		const regular = await ask({}, { node: { onError: 'continueRegularOutput' } });
		expect(regular.json).toMatchObject([{ result: 'OPTED_OUT', accepted: false }]);
		const twice = { numbers: `${NUMBER}, +${NUMBER}` };
		const routed = await ask(twice, { node: { onError: 'continueErrorOutput' } });
		expect(routed.json).toMatchObject([{ error: { result: 'OPTED_OUT' } }]);
		expect([...regular.waits, ...routed.waits]).toEqual([]);
	});

	it('by some of several is waited for, and a hint says who was not asked', async () => {
		server.answer(accepted([NUMBER, '101'], ['27822222222', 'FAIL:OPTEDOUT']));
		const { waits, hints } = await ask({ numbers: `${NUMBER}, 27822222222` });
		expect(waits).toHaveLength(1);
		expect(hints.map(({ message }) => message)).toEqual([
			'2 messages: 1 not accepted, 1 accepted. The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it (27822222222).',
		]);
	});
});

describe('a question that may have been accepted', () => {
	it.each([[{}], [{ retryOnFail: true }], [{ onError: 'continueErrorOutput' as const }]])(
		'is waited for, and not sent again: %j',
		async (node) => {
			server.answer(drop);
			const { json, waits, error } = await ask({}, { node });
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ result: 'UNCONFIRMED' }]);
			expect(waits).toHaveLength(1);
			expect(server.requests).toHaveLength(1);
		},
	);
});

describe('whatever happens to the request', () => {
	it.each(FAULTS.map((fault) => [fault.name, fault] as const))(
		'nobody is waited for in vain, and nobody asked twice: %s',
		async (_, fault) => {
			setTimeouts(fault);
			server.answer(fault.reply(accepted([NUMBER, '101'])));
			const own = server.ownAddress();
			const { json, waits, error, hints, logged } = await ask({}, {}, fault.url ?? own.url);
			expect(own.requests().length).toBeLessThanOrEqual(1);
			expectNoPassword({ json, error, hints, logged });
			if (fault.result === 'UNCONFIRMED') {
				expect(json).toMatchObject([{ result: 'UNCONFIRMED' }]);
				expect(waits).toHaveLength(1);
			} else {
				expect(error?.message).toMatch(fault.message);
				expect(waits).toEqual([]);
			}
		},
	);
});

describe('the link of a question', () => {
	async function linkOf(rest: Partial<Setup>, parameters: IDataObject = {}): Promise<string> {
		server.answer(accepted([NUMBER, '101']));
		await ask(parameters, rest);
		return String(new URL(sentLines()[0]?.[1] ?? '').searchParams.get('q'));
	}

	it('differs from run to run of the node, with the same words and numbers too', async () => {
		const first = await linkOf({ runIndex: 0 });
		const second = await linkOf({ runIndex: 1 });
		expect([first[0], second[0]]).toEqual(['0', '1']);
	});

	it('is what n8n stores with the execution as the open question', async () => {
		const memory = {};
		const first = await linkOf({ memory, runIndex: 0 });
		expect(memory).toEqual({ question: first });
		const second = await linkOf({ memory, runIndex: 1 });
		expect(memory).toEqual({ question: second });
	});
});

describe('if n8n cannot wait', () => {
	const onWait = () => {
		throw new Error('No active execution found');
	};

	it('the error names what was sent', async () => {
		server.answer(accepted([NUMBER, '101']));
		const { error } = await ask({}, { onWait });
		expect(error?.message).toBe('n8n cannot wait for the answer: No active execution found');
		expect(error?.description).toBe(
			'Sending again may reach people twice. Accepted: 27821111111 (ID 101)',
		);
		expect(error?.context.results).toMatchObject([{ number: NUMBER, messageId: '101' }]);
	});

	it.each([[undefined], ['continueRegularOutput'], ['continueErrorOutput']] as const)(
		'Retry On Fail does not ask again: On Error %s',
		async (onError) => {
			server.answer(accepted([NUMBER, '101']));
			const node = { retryOnFail: true, ...(onError && { onError }) };
			const { items, error } = await ask({}, { onWait, node });
			expect(error).toBeUndefined();
			// n8n runs a node again whose first item has a `json.error`.
			expect(items?.map(({ json }) => json)).toEqual([{}]);
			expect(items?.[0]?.error?.message).toContain('No active execution found');
			expect(items?.[0]?.error?.description).toContain('Accepted: 27821111111 (ID 101)');
		},
	);
});

describe('n8n', () => {
	it('is not led to run the node again by an error in the input', async () => {
		server.answer(accepted([NUMBER, '101']));
		const items = [{ json: { error: 'of the node before' } }];
		const { json, waits } = await ask({}, { items, node: { retryOnFail: true } });
		expect(json.filter((row) => 'error' in row)).toEqual([]);
		expect(waits).toHaveLength(1);
	});

	it('is not told to wait after a cancellation', async () => {
		const controller = new AbortController();
		server.answer((_, response) => {
			controller.abort();
			response.end(accepted([NUMBER, '101']));
		});
		const { waits, logged } = await ask({}, { signal: controller.signal });
		expect(waits).toEqual([]);
		expect(logged).toEqual([`Sending was cancelled. Accepted, or UNCONFIRMED: ${NUMBER} 101`]);
	});

	it('finds what it makes a human review of, by its own names', () => {
		const { webhooks, properties } = new MessagingGateway().description;
		expect(webhooks?.map(({ httpMethod, restartWebhook }) => [httpMethod, restartWebhook])).toEqual(
			[
				['GET', true],
				['POST', true],
			],
		);
		const values: INodeParameters = { resource: 'message', operation: 'sendAndWait' };
		const filled = NodeHelpers.getNodeParameters(properties, values, true, false, null, null);
		expect(filled).toEqual({
			resource: 'message',
			operation: 'sendAndWait',
			numbers: '',
			defaultCountry: 'auto',
			message: '',
			responseType: 'approval',
			approvalOptions: {},
			linkNotice: '',
			options: {},
		});
	});
});

it('names a link that no telephone can reach in a hint', async () => {
	server.answer(accepted([NUMBER, '101']));
	const { hints } = await ask({}, { resumeAddress: 'http://localhost:5678/webhook-waiting/17' });
	expect(hints.map(({ message }) => message.slice(0, 32))).toEqual([
		'The link leads to localhost, whi',
	]);
});
