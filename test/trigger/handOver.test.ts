import type { IDataObject, INode, ITriggerFunctions } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { poll, type PollSetup } from '../support/poll';
import { startServer, type RecordedRequest, type TestServer } from '../support/server';
import { statusId, statusResponse } from '../support/xmlAnswers';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const replies = (...texts: string[]): string =>
	`<XMLGateway_Replies>${texts
		.map(
			(text) =>
				`<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>${text}</Message><SentMessageID>77</SentMessageID></Reply>`,
		)
		.join('')}</XMLGateway_Replies>`;
const textsOf = (emitted: IDataObject[][]) => emitted.map((items) => items.map(({ text }) => text));
const codesOf = (emitted: IDataObject[][]) => emitted.flat().map(({ statusCode }) => statusCode);

/** n8n's error when the workflow was deactivated, or the database is away. */
const notBegun = () => new Error('Published version not found for workflow');
/** n8n's errors about an execution name it. */
const cancelled = () =>
	Object.assign(new Error('The execution was cancelled'), { extra: { executionId: '17' } });

/** Takes the trigger down as n8n does. */
async function takeDown(workflow: string): Promise<void> {
	const context = {
		getWorkflow: () => ({ id: workflow, active: true }),
		getNode: () => ({ id: 'node', name: 'Messaging Gateway Trigger' }) as INode,
	} as unknown as ITriggerFunctions;
	const { closeFunction } = await new MessagingGatewayTrigger().trigger.call(context);
	await closeFunction?.();
}

describe('records that n8n cannot begin an execution with', () => {
	it('are kept, and come first at the next poll, in their order and once', async () => {
		const setup = { url: server.url, workflow: 'kept' };
		server.answer(replies('one', 'two'));
		expect((await poll({ ...setup, refusal: notBegun })).emitted).toEqual([]);
		expect(server.requests).toHaveLength(1);
		server.answer(replies('three'));
		expect(textsOf((await poll(setup)).emitted)).toEqual([['one', 'two'], ['three']]);
		server.answer(replies());
		expect((await poll(setup)).emitted).toEqual([]);
	});

	it('come in parts, in their order, and no more is taken from the gateway until then', async () => {
		const setup = { url: server.url, workflow: 'no more' };
		const texts = Array.from({ length: 25_000 }, (_, index) => String(index));
		server.answer(replies(...texts));
		await poll({ ...setup, refusal: notBegun });
		server.answer(replies('later'));
		const middle = (items: IDataObject[]) => (items[0]?.text === '10000' ? notBegun() : undefined);
		const first = await poll({ ...setup, refusal: middle });
		expect(first.emitted.map(([item]) => item?.text)).toEqual(['0', '20000']);
		expect(server.requests).toEqual([]);
		const second = await poll(setup);
		expect(second.emitted.map(([item]) => item?.text)).toEqual(['10000', 'later']);
	});

	it('keep the ID that they were given', async () => {
		const setup = { url: server.url, workflow: 'same ID' };
		const refused: unknown[] = [];
		server.answer(replies('one'));
		await poll({
			...setup,
			refusal: ([item]) => {
				refused.push(item?.recordId);
				return notBegun();
			},
		});
		server.answer(replies());
		const { emitted } = await poll(setup);
		expect(emitted.flat().map(({ recordId }) => recordId)).toEqual(refused);
	});

	it('come although the gateway cannot be read by then', async () => {
		const setup = { url: server.url, workflow: 'gateway down' };
		server.answer(replies('one'));
		await poll({ ...setup, refusal: notBegun });
		server.answer((_, response) => void response.writeHead(500).end());
		const { emitted, error } = await poll(setup);
		expect(textsOf(emitted)).toEqual([['one']]);
		expect(error?.message).toBe(
			'Replies were not read. The gateway could not process the request (HTTP 500)',
		);
	});

	it('are kept when n8n refuses them at once, which is recorded', async () => {
		const setup = { url: server.url, workflow: 'at once', host: 'n8n 2' as const };
		server.answer(replies('one', 'two'));
		const { recorded } = await poll({
			...setup,
			refusal: () => {
				throw new Error('Too large');
			},
		});
		expect(recorded).toMatchObject([{ message: 'Too large' }]);
		server.answer(replies());
		expect(textsOf((await poll(setup)).emitted)).toEqual([['one', 'two']]);
	});

	it('are kept when another process has taken over the poll, for which n8n gives no run', async () => {
		const setup = { url: server.url, workflow: 'no lease' };
		server.answer(replies('one'));
		await poll({ ...setup, receipt: 'no run' });
		server.answer(replies());
		expect(textsOf((await poll(setup)).emitted)).toEqual([['one']]);
	});
});

describe('records that an execution has begun with', () => {
	it.each([
		['was cancelled', cancelled],
		[
			'had ended before n8n looked for it',
			() => Object.assign(new Error('No active execution found'), { extra: { executionId: '17' } }),
		],
	])('never come again although the execution %s', async (name, refusal) => {
		const setup = { url: server.url, workflow: name };
		server.answer(replies('one'));
		await poll({ ...setup, refusal });
		server.answer(replies('two'));
		expect(textsOf((await poll(setup)).emitted)).toEqual([['two']]);
	});

	it('are not waited for: the execution may take hours', async () => {
		const setup = { url: server.url, workflow: 'hours' };
		server.answer(replies('one'));
		await poll({ ...setup, receipt: 'never' });
		server.answer(replies('two'));
		expect(textsOf((await poll(setup)).emitted)).toEqual([['two']]);
	});

	it('are handed to n8n 1 without a receipt, which it would not settle', async () => {
		server.answer(replies('one'));
		const receipts: unknown[] = [];
		const setup = { url: server.url, workflow: 'n8n 1', host: 'n8n 1' as const };
		const { emitted } = await poll({ ...setup, onReceipt: (given) => receipts.push(given) });
		expect(textsOf(emitted)).toEqual([['one']]);
		expect(receipts).toEqual([undefined]);
	});
});

it('25,000 records start executions of at most 10,000, in their order', async () => {
	const texts = Array.from({ length: 25_000 }, (_, index) => String(index));
	server.answer(replies(...texts));
	const { emitted } = await poll({ url: server.url, workflow: 'many' });
	expect(emitted.map(({ length }) => length)).toEqual([10_000, 10_000, 5_000]);
	expect(textsOf(emitted).flat()).toEqual(texts);
});

describe('status changes that n8n cannot begin an execution with', () => {
	const parameters = { events: ['statusChange'], messageIds: '7, 8' };
	const serve = (...entries: Array<Parameters<typeof statusId>>): void =>
		server.answer(statusResponse(...entries.map((entry) => statusId(...entry))));
	const setupOf = (workflow: string): PollSetup => ({
		url: server.url,
		workflow,
		parameters,
		staticData: {},
	});

	it.each([
		['n8n had stored the memory of them', true],
		['n8n had stored no memory of them', false],
	])('are found again, unmarked, where %s', async (workflow, isStored) => {
		const setup = setupOf(workflow);
		serve(['7', 'SENT', 105], ['8', 'SENT', 105]);
		expect(codesOf((await poll(setup)).emitted)).toEqual([105, 105]);
		serve(['7', 'DELIVERED', 0], ['8', 'SENT', 105]);
		const earlier = structuredClone(setup.staticData ?? {});
		expect((await poll({ ...setup, refusal: notBegun })).emitted).toEqual([]);
		if (!isStored) setup.staticData = earlier;
		const { emitted } = await poll(setup);
		expect(emitted).toMatchObject([
			[{ messageId: '7', statusCode: 0, previousStatus: 'SENT', previousStatusCode: 105 }],
		]);
		expect(emitted[0]?.[0]).not.toHaveProperty('repeated');
		expect((await poll(setup)).emitted).toEqual([]);
	});

	it('are found again, marked, where they were repeated at the start of n8n', async () => {
		const setup = setupOf('repeated');
		setup.staticData = {
			statusChange: { version: 1, seen: { 7: '0 DELIVERED' }, before: { 7: '105 SENT' } },
		};
		serve(['7', 'DELIVERED', 0], ['8', 'NOTFOUND', -2]);
		expect((await poll({ ...setup, refusal: notBegun })).emitted).toEqual([]);
		expect((await poll(setup)).emitted).toMatchObject([
			[{ messageId: '7', previousStatus: 'SENT', repeated: true }],
		]);
		expect((await poll(setup)).emitted).toEqual([]);
	});

	it('are found again after several polls in which nothing arrived or could begin', async () => {
		const setup = setupOf('several');
		serve(['7', 'DELIVERED', 0], ['8', 'NOTFOUND', -2]);
		await poll({ ...setup, refusal: notBegun });
		server.answer((_, response) => void response.writeHead(500).end());
		await poll(setup);
		serve(['7', 'DELIVERED', 0], ['8', 'SENT', 105]);
		await poll({ ...setup, refusal: notBegun });
		const { emitted } = await poll(setup);
		expect(emitted).toMatchObject([
			[
				{ messageId: '7', statusCode: 0, previousStatus: null },
				{ messageId: '8', statusCode: 105, previousStatus: null },
			],
		]);
		expect((await poll(setup)).emitted).toEqual([]);
	});
});

describe('taking the trigger down', () => {
	const late =
		(answer: string, milliseconds = 300) =>
		async (_: RecordedRequest, response: { end: (body: string) => void }): Promise<void> => {
			await wait(milliseconds);
			response.end(answer);
		};

	it('waits until the poll on its way has handed over what the gateway gave', async () => {
		server.answer((request, response) => void late(replies('one'))(request, response));
		const setup = { url: server.url, workflow: 'down' };
		const polled = poll(setup);
		await wait(100);
		const begun: string[] = [];
		void polled.then(({ emitted }) => begun.push(...(textsOf(emitted).flat() as string[])));
		await takeDown('down');
		expect(begun).toEqual(['one']);
	});

	it('waits until n8n has stored it', async () => {
		server.answer(replies('one'));
		const receipts: Array<() => void> = [];
		await poll({
			url: server.url,
			workflow: 'stored',
			receipt: 'never',
			onReceipt: (receipt) => receipts.push(() => receipt?.resolve({ status: 'success' })),
		});
		let isDown = false;
		const down = takeDown('stored').then(() => (isDown = true));
		await wait(200);
		expect(isDown).toBe(false);
		receipts.forEach((settle) => settle());
		await down;
	});

	it('does not wait for ever for n8n 1, which does not say', async () => {
		server.answer(replies('one'));
		await poll({ url: server.url, workflow: 'down in n8n 1', host: 'n8n 1' });
		const begun = Date.now();
		await takeDown('down in n8n 1');
		expect(Date.now() - begun).toBeGreaterThan(4_000);
		expect(Date.now() - begun).toBeLessThan(8_000);
	}, 20_000);

	it('does not wait where nothing is on its way', async () => {
		const begun = Date.now();
		await takeDown('idle');
		expect(Date.now() - begun).toBeLessThan(100);
	});

	it('begins no further read, and leaves status changes to the next activation', async () => {
		const status = statusResponse(statusId('7', 'SENT', 105));
		server.answer((request, response) => void late(status)(request, response));
		const staticData = {};
		const setup: PollSetup = {
			url: server.url,
			workflow: 'down among events',
			parameters: { events: ['reply', 'statusChange'], messageIds: '7' },
			staticData,
		};
		const polled = poll(setup);
		await wait(100);
		await takeDown('down among events');
		expect((await polled).emitted).toEqual([]);
		expect(server.requests.map(({ path }) => path)).toEqual(['/xmlgetstatus.asp']);
		expect(staticData).toEqual({});
		server.answer((request, response) =>
			response.end(request.path === '/xmlgetstatus.asp' ? status : replies()),
		);
		const { emitted } = await poll(setup);
		expect(emitted).toMatchObject([[{ messageId: '7', statusCode: 105 }]]);
	});
});
