import {
	ManualExecutionCancelledError,
	type IDataObject,
	type INode,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { hurry, setUpClock, skip } from '../support/fastTime';
import { poll, type PollSetup, type Receipt } from '../support/poll';
import { xmlReplies, xmlReply } from '../support/records';
import { type RecordedRequest, testServer } from '../support/server';
import { statusId, statusResponse } from '../support/xmlAnswers';

jest.mock('../../nodes/MessagingGateway/host/delay', () =>
	jest.requireActual('../support/fastTime'),
);

const server = testServer();
beforeEach(setUpClock);
afterEach(() => jest.restoreAllMocks());

// Answers of 25,000 records take their time on a busy machine.
jest.setTimeout(30_000);

const SECONDS = 1_000;
const MINUTE = 60 * SECONDS;

const replies = (...texts: string[]): string =>
	xmlReplies(texts.map((text) => xmlReply('27821111111', text)).join(''));
const textsOf = (emitted: IDataObject[][]) => emitted.map((items) => items.map(({ text }) => text));
const codesOf = (emitted: IDataObject[][]) => emitted.flat().map(({ statusCode }) => statusCode);
const marksOf = (emitted: IDataObject[][]) => emitted.flat().map(({ repeated }) => repeated);

/** n8n's error when the workflow was deactivated, or the database is away. */
const notBegun = () => new Error('Published version not found for workflow');
/** n8n's error about an execution that it has removed. */
const notFound = () =>
	Object.assign(new Error('No active execution found'), { extra: { executionId: '17' } });
const cancelled = () => new ManualExecutionCancelledError('17');

/** Takes the trigger down as n8n does, and gives what it writes to the log. */
async function takeDown(workflow: string, { isDatabaseAway = false } = {}): Promise<string[]> {
	const logged: string[] = [];
	const context = {
		getWorkflow: () => ({ id: workflow, active: true }),
		getNode: () => ({ id: 'node', name: 'Messaging Gateway Trigger' }) as INode,
		getCredentials: async () => {
			if (isDatabaseAway) throw new Error('Connection terminated');
			return await Promise.resolve({});
		},
		logger: { error: (line: string) => logged.push(line) },
	} as unknown as ITriggerFunctions;
	const { closeFunction } = await new MessagingGatewayTrigger().trigger.call(context);
	await closeFunction?.();
	return logged;
}

describe('records that n8n cannot begin an execution with', () => {
	it('are kept, and come first at the next poll, marked, in their order and once', async () => {
		const setup = { url: server.url, workflow: 'kept' };
		server.answer(replies('one', 'two'));
		const refused: IDataObject[] = [];
		const refusal = (items: IDataObject[]) => (refused.push(...items), notBegun());
		expect((await poll({ ...setup, refusal })).emitted).toEqual([]);
		expect(server.requests).toHaveLength(1);
		server.answer(replies('three'));
		const { emitted } = await poll(setup);
		expect(textsOf(emitted)).toEqual([['one', 'two'], ['three']]);
		expect(emitted[0]).toEqual(refused.map((item) => ({ ...item, repeated: true })));
		expect(marksOf(emitted)).toEqual([true, true, undefined]);
		server.answer(replies());
		expect((await poll(setup)).emitted).toEqual([]);
	});

	it('come in parts, in the order of the gateway, and no more is taken from it until then', async () => {
		const setup = { url: server.url, workflow: 'no more' };
		const texts = Array.from({ length: 25_000 }, (_, index) => String(index));
		server.answer(replies(...texts));
		const middle = (items: IDataObject[]) => (items[0]?.text === '10000' ? notBegun() : undefined);
		const first = await poll({ ...setup, refusal: middle });
		expect(textsOf(first.emitted)).toEqual([texts.slice(0, 10_000)]);
		server.answer(replies('later'));
		const second = await poll({ ...setup, refusal: middle });
		expect(second.emitted).toEqual([]);
		expect(server.requests).toEqual([]);
		const third = await poll(setup);
		expect(textsOf(third.emitted)).toEqual([
			texts.slice(10_000, 20_000),
			texts.slice(20_000),
			['later'],
		]);
		expect(third.emitted.map(([item]) => item?.repeated)).toEqual([true, undefined, undefined]);
	});

	it('keep other records of the same poll at the gateway', async () => {
		server.answer(replies('one'));
		const parameters = { events: ['reply', 'shortCodeMessage'], options: { interface: 'xml' } };
		await poll({ url: server.url, parameters, refusal: notBegun });
		expect(server.requests.map(({ path }) => path)).toEqual(['/xmlgetreplies.asp']);
	});

	it('come only every quarter of an hour once n8n has refused them for ten minutes', async () => {
		const refused: number[] = [];
		server.answer(replies('one'));
		for (let minute = 0; minute < 60; minute += 1) {
			const refusal = () => (refused.push(minute), notBegun());
			await poll({ url: server.url, workflow: 'not set up', refusal });
			skip(MINUTE);
		}
		expect(refused).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 25, 40, 55]);
		skip(15 * MINUTE);
		server.answer(replies());
		expect((await poll({ url: server.url, workflow: 'not set up' })).emitted).toHaveLength(1);
		server.answer(replies('two'));
		const again = { url: server.url, workflow: 'not set up' };
		await poll({ ...again, refusal: notBegun });
		server.answer(replies());
		expect(textsOf((await poll(again)).emitted)).toEqual([['two']]);
	});

	it('let the trigger read on at once when n8n takes them again', async () => {
		const setup = { url: server.url, workflow: 'set up again' };
		server.answer(replies('one'));
		for (let minute = 0; minute < 12; minute += 1) {
			await poll({ ...setup, refusal: notBegun });
			skip(MINUTE);
		}
		await takeDown('set up again');
		server.answer(replies('two'));
		expect(textsOf((await poll(setup)).emitted)).toEqual([['one'], ['two']]);
		skip(MINUTE);
		server.answer(replies('three'));
		expect(textsOf((await poll(setup)).emitted)).toEqual([['three']]);
	});

	const throwing = () => {
		throw new Error('Too large');
	};

	it.each<[string, Partial<PollSetup>, true | undefined]>([
		['n8n refuses them at once', { refusal: throwing }, undefined],
		[
			'another process has taken over the poll, and there is no run',
			{ receipt: 'no run' },
			undefined,
		],
		['n8n names an execution that it has removed', { refusal: notFound }, true],
	])('come again where %s', async (workflow, refused, mark) => {
		const setup: PollSetup = { url: server.url, workflow, host: 'n8n 2' };
		server.answer(replies('one'));
		const { recorded } = await poll({ ...setup, ...refused });
		expect(recorded.map(({ message }) => message)).toEqual(
			refused.refusal === throwing ? ['Too large'] : [],
		);
		server.answer(replies());
		const { emitted } = await poll(setup);
		expect(textsOf(emitted)).toEqual([['one']]);
		expect(marksOf(emitted)).toEqual([mark]);
	});
});

describe('while n8n has not answered', () => {
	const unanswered = async (workflow: string) => {
		const receipts: Receipt[] = [];
		const setup = { url: server.url, workflow };
		server.answer(replies('one'));
		await poll({ ...setup, receipt: 'never', onReceipt: (given) => receipts.push(given) });
		server.answer(replies('two'));
		return { setup, receipt: receipts[0] };
	};

	it('an execution is running, which may take hours, and the trigger reads on', async () => {
		const { setup } = await unanswered('running');
		expect(textsOf((await poll(setup)).emitted)).toEqual([['two']]);
	});

	it('records that it refuses late come first, marked', async () => {
		const { setup, receipt } = await unanswered('late');
		server.answer(replies());
		await poll(setup);
		skip(20 * SECONDS);
		receipt?.reject(notBegun());
		await wait(0);
		server.answer(replies('two'));
		const { emitted } = await poll(setup);
		expect(textsOf(emitted)).toEqual([['one'], ['two']]);
		expect(marksOf(emitted)).toEqual([true, undefined]);
	});

	it('a poll waits for the answer to what it hands over again before it reads', async () => {
		const { setup, receipt } = await unanswered('again');
		receipt?.reject(notBegun());
		await wait(0);
		let again: Receipt;
		const polled = poll({ ...setup, receipt: 'never', onReceipt: (given) => (again ??= given) });
		await wait(20);
		expect(server.requests).toEqual([]);
		again?.resolve({ status: 'success' });
		expect(textsOf((await polled).emitted)).toEqual([['one'], ['two']]);
	});
});

describe('records that an execution has begun with', () => {
	it('never come again although the execution was cancelled', async () => {
		const setup = { url: server.url, workflow: 'cancelled' };
		server.answer(replies('one'));
		await poll({ ...setup, refusal: cancelled });
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
	])('are handed over again where %s', async (workflow, isStored) => {
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
		expect(marksOf(emitted)).toEqual([true]);
		expect((await poll(setup)).emitted).toEqual([]);
	});

	it('come as the gateway has them now, where they changed before they were refused', async () => {
		const setup = setupOf('changed since');
		const receipts: Receipt[] = [];
		const open = { receipt: 'never' as const, onReceipt: (it: Receipt) => receipts.push(it) };
		serve(['7', 'SENT', 105], ['8', 'SENT', 105]);
		expect(codesOf((await poll({ ...setup, ...open })).emitted)).toEqual([105, 105]);
		serve(['7', 'DELIVERED', 0], ['8', 'SENT', 105]);
		expect(codesOf((await poll({ ...setup, ...open })).emitted)).toEqual([0]);
		receipts.forEach((receipt) => receipt?.reject(notBegun()));
		await wait(0);
		expect((await poll(setup)).emitted).toMatchObject([
			[{ messageId: '8', statusCode: 105, previousStatus: null, repeated: true }],
			[{ messageId: '7', statusCode: 0, previousStatus: 'SENT', repeated: true }],
		]);
		expect((await poll(setup)).emitted).toEqual([]);
	});
});

describe('taking the trigger down', () => {
	const late =
		(answer: string, milliseconds = 100) =>
		async (_: RecordedRequest, response: { end: (body: string) => void }): Promise<void> => {
			await wait(milliseconds);
			response.end(answer);
		};
	const answerLate = (answer: string, milliseconds?: number) =>
		server.answer((request, response) => void late(answer, milliseconds)(request, response));

	it('waits until the poll on its way has handed over what the gateway gave', async () => {
		answerLate(replies('one'));
		const polled = poll({ url: server.url, workflow: 'down' });
		await wait(50);
		const begun: string[] = [];
		void polled.then(({ emitted }) => begun.push(...(textsOf(emitted).flat() as string[])));
		expect(await takeDown('down')).toEqual([]);
		expect(begun).toEqual(['one']);
	});

	it('waits until n8n has stored it', async () => {
		server.answer(replies('one'));
		const receipts: Receipt[] = [];
		const setup = { url: server.url, workflow: 'stored', receipt: 'never' as const };
		await poll({ ...setup, onReceipt: (receipt) => receipts.push(receipt) });
		let isDown = false;
		const down = takeDown('stored').then(() => (isDown = true));
		await wait(20);
		expect(isDown).toBe(false);
		receipts.forEach((receipt) => receipt?.resolve({ status: 'success' }));
		await down;
	});

	it.each(['n8n 1', 'n8n 2'] as const)(
		'does not wait for the end of an execution in %s, which may take hours',
		async (host) => {
			server.answer(replies('one'));
			const workflow = `down in ${host}`;
			await poll({ url: server.url, workflow, host, receipt: 'never' });
			const begun = Date.now();
			expect(await takeDown(workflow)).toEqual([]);
			expect(Date.now() - begun).toBeLessThan(240);
		},
	);

	it('does not wait where nothing is on its way', async () => {
		const begun = Date.now();
		await takeDown('idle');
		expect(Date.now() - begun).toBeLessThan(200);
	});

	it('hands over what was kept, once n8n can store it', async () => {
		const setup = { url: server.url, workflow: 'back soon' };
		server.answer(replies('one'));
		let refusals = 3;
		const begun: IDataObject[][] = [];
		await poll({
			...setup,
			refusal: () => (refusals-- > 0 ? notBegun() : undefined),
			onEmit: (items) => begun.push(items),
		});
		expect(begun).toEqual([]);
		expect(await takeDown('back soon')).toEqual([]);
		expect(begun).toMatchObject([[{ text: 'one', repeated: true }]]);
	});

	it('writes what is left to the log, whole, after 25 seconds, and keeps it', async () => {
		const setup = { url: server.url, workflow: 'away' };
		server.answer(replies('one', 'two\nlines'));
		await poll({ ...setup, refusal: notBegun });
		const begun = Date.now();
		const [sentence, ...records] = await takeDown('away', { isDatabaseAway: true });
		expect(Date.now() - begun).toBeGreaterThan(240);
		expect(Date.now() - begun).toBeLessThan(2000);
		expect(sentence).toBe(
			"'Messaging Gateway Trigger' of workflow away was taken down with 2 items that n8n could not store. They follow, as the gateway returns each record once",
		);
		expect(records.map((line) => JSON.parse(line) as IDataObject)).toMatchObject([
			{ event: 'reply', from: '27821111111', text: 'one' },
			{ event: 'reply', from: '27821111111', text: 'two\nlines' },
		]);
		server.answer(replies());
		skip(MINUTE);
		expect(textsOf((await poll(setup)).emitted)).toEqual([['one', 'two\nlines']]);
		expect(await takeDown('away')).toEqual([]);
	});

	it('does not insist where n8n refuses with its database there', async () => {
		server.answer(replies('one'));
		let refusals = 0;
		const refusal = () => ((refusals += 1), notBegun());
		await poll({ url: server.url, workflow: 'credential not shared', refusal });
		const begun = Date.now();
		const [, record] = await takeDown('credential not shared');
		expect(Date.now() - begun).toBeLessThan(200);
		expect(refusals).toBe(4);
		expect(JSON.parse(record ?? '')).toMatchObject({ text: 'one' });
	});

	it('takes 25 seconds for all triggers that n8n takes down one after the other', async () => {
		for (const workflow of ['first', 'second']) {
			server.answer(replies(workflow));
			await poll({ url: server.url, workflow, refusal: notBegun });
		}
		const first = takeDown('first', { isDatabaseAway: true });
		await wait(20);
		skip(25 * SECONDS);
		await first;
		const begun = Date.now();
		const logged = await takeDown('second', { isDatabaseAway: true });
		expect(Date.now() - begun).toBeLessThan(100);
		expect(JSON.parse(logged[1] ?? '')).toMatchObject({ text: 'second' });
	});

	it('writes also what n8n has not answered for, if it cannot read its database', async () => {
		server.answer(replies('one'));
		await poll({ url: server.url, workflow: 'hangs', receipt: 'never' });
		const [, ...records] = await takeDown('hangs', { isDatabaseAway: true });
		expect(records.map((line) => JSON.parse(line) as IDataObject)).toMatchObject([{ text: 'one' }]);
	});

	it('says that replies may be lost where the gateway takes longer, and writes what comes later', async () => {
		answerLate(replies('one'), 350);
		const polled = poll({ url: server.url, workflow: 'slow gateway', refusal: notBegun });
		await wait(50);
		const logged = await takeDown('slow gateway');
		expect(logged).toEqual([
			"'Messaging Gateway Trigger' of workflow slow gateway was taken down before the gateway had answered. It returns each record once, so replies may have been lost",
		]);
		skip(30 * SECONDS);
		await polled;
		await wait(50);
		expect(logged).toHaveLength(3);
		expect(JSON.parse(logged[2] ?? '')).toMatchObject({ text: 'one' });
	});

	it('hands over once more what comes after that time and n8n refuses once', async () => {
		answerLate(replies('one'), 350);
		const begun: IDataObject[][] = [];
		let refusals = 1;
		const polled = poll({
			url: server.url,
			workflow: 'refused after the time',
			refusal: () => (refusals-- > 0 ? notBegun() : undefined),
			onEmit: (items) => begun.push(items),
		});
		await wait(50);
		const logged = await takeDown('refused after the time');
		skip(30 * SECONDS);
		await polled;
		await wait(50);
		expect(begun).toMatchObject([[{ text: 'one', repeated: true }]]);
		expect(logged).toHaveLength(1);
	});

	it('does not say that replies may be lost where n8n refused them at once', async () => {
		server.answer(replies('one'));
		const setup = { url: server.url, workflow: 'refused at once' };
		const refusal = (): never => {
			throw new Error('The workflow was deactivated');
		};
		await poll({ ...setup, refusal });
		const logged = await takeDown('refused at once');
		expect(logged[0]).toMatch(/was taken down with 1 items that n8n could not store/);
	});

	it.each([
		['half a minute later', 30, []],
		['two minutes later', 120, [true]],
	])('knows for a minute which changes n8n has: activated %s', async (_, milliseconds, marks) => {
		hurry();
		server.answer(statusResponse(statusId('7', 'SENT', 105)));
		const setup: PollSetup = {
			url: server.url,
			workflow: `activated after ${milliseconds}`,
			parameters: { events: ['statusChange'], messageIds: '7' },
			staticData: {},
		};
		expect(codesOf((await poll(setup)).emitted)).toEqual([105]);
		await takeDown(`activated after ${milliseconds}`);
		await wait(milliseconds);
		expect(marksOf((await poll(setup)).emitted)).toEqual(marks);
	});

	it('knows it after two edits within a minute too', async () => {
		hurry();
		server.answer(statusResponse(statusId('7', 'SENT', 105)));
		const setup: PollSetup = {
			url: server.url,
			workflow: 'edited twice',
			parameters: { events: ['statusChange'], messageIds: '7' },
		};
		expect((await poll({ ...setup, staticData: {} })).emitted).toHaveLength(1);
		await takeDown('edited twice');
		await wait(40);
		expect((await poll({ ...setup, staticData: {} })).emitted).toEqual([]);
		await takeDown('edited twice');
		await wait(40);
		expect((await poll({ ...setup, staticData: {} })).emitted).toEqual([]);
	});

	it('gives each change once although an edit began with static data that n8n had read too early', async () => {
		server.answer(statusResponse(statusId('7', 'SENT', 105)));
		const setup: PollSetup = {
			url: server.url,
			host: 'n8n 2',
			workflow: 'edited after a change',
			parameters: { events: ['statusChange'], messageIds: '7' },
		};
		expect(codesOf((await poll({ ...setup, staticData: {} })).emitted)).toEqual([105]);
		await takeDown('edited after a change');
		const readTooEarly = {};
		expect((await poll({ ...setup, staticData: readTooEarly })).emitted).toEqual([]);
		expect(readTooEarly).toMatchObject({ statusChange: { seen: { '7': '105 SENT' } } });
	});

	describe('and activating it again soon, after another n8n has polled', () => {
		const setup = (workflow: string): PollSetup => ({
			url: server.url,
			host: 'n8n 2',
			workflow,
			parameters: { events: ['statusChange'], messageIds: '7' },
		});
		const giveSent = async (workflow: string): Promise<void> => {
			server.answer(statusResponse(statusId('7', 'SENT', 105)));
			expect(codesOf((await poll({ ...setup(workflow), staticData: {} })).emitted)).toEqual([105]);
			await takeDown(workflow);
			server.answer(statusResponse(statusId('7', 'DELIVERED', 0)));
		};

		it('goes by what that n8n has stored since', async () => {
			await giveSent('delivered elsewhere');
			const staticData = {
				statusChange: { seen: { 7: '0 DELIVERED over' }, doubtful: {} },
				changes: 2,
			};
			const { emitted } = await poll({ ...setup('delivered elsewhere'), staticData });
			expect(emitted).toEqual([]);
			expect(server.requests).toEqual([]);
			expect(staticData.statusChange.seen).toEqual({ 7: '0 DELIVERED over' });
		});

		it('gives a change again, marked, where that n8n may not have begun an execution with it', async () => {
			await giveSent('stopped elsewhere');
			const staticData = {
				statusChange: {
					seen: { 7: '0 DELIVERED over' },
					doubtful: { 7: '105 SENT' },
				},
				changes: 2,
			};
			const { emitted } = await poll({ ...setup('stopped elsewhere'), staticData });
			expect(emitted).toMatchObject([
				[{ messageId: '7', statusCode: 0, previousStatusCode: 105, repeated: true }],
			]);
		});

		it('counts the changes that were handed over, and no other poll', async () => {
			const staticData = {};
			const counting = { ...setup('counted'), staticData };
			server.answer(statusResponse(statusId('7', 'SENT', 105)));
			await poll(counting);
			await poll(counting);
			expect(staticData).toMatchObject({ changes: 1 });
			server.answer(statusResponse(statusId('7', 'DELIVERED', 0)));
			await poll(counting);
			expect(staticData).toMatchObject({ changes: 2 });
		});
	});

	it('begins no further read, and leaves status changes to the next activation', async () => {
		const status = statusResponse(statusId('7', 'SENT', 105));
		answerLate(status);
		const staticData = {};
		const setup: PollSetup = {
			url: server.url,
			workflow: 'down among events',
			parameters: { events: ['reply', 'statusChange'], messageIds: '7' },
			staticData,
		};
		const polled = poll(setup);
		await wait(50);
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
