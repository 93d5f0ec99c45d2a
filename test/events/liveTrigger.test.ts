import {
	ManualExecutionCancelledError,
	type IDataObject,
	type INode,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { EVENTS } from '../../nodes/MessagingGateway/events/choice';
import type { Event } from '../../nodes/MessagingGateway/events/event';
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

const SECONDS = 1_000;

const replies = (...texts: string[]): string =>
	xmlReplies(texts.map((text) => xmlReply('27821111111', text)).join(''));
const textsOf = (emitted: IDataObject[][]) => emitted.map((items) => items.map(({ text }) => text));
const marksOf = (emitted: IDataObject[][]) => emitted.flat().map(({ repeated }) => repeated);

/** n8n's error when the workflow was deactivated, or the database is away. */
const notBegun = () => new Error('Published version not found for workflow');
/** n8n's error about an execution that it has removed. */
const notFound = () =>
	Object.assign(new Error('No active execution found'), { extra: { executionId: '17' } });
const cancelled = () => new ManualExecutionCancelledError('17');

/** Takes the trigger down as n8n does, and gives what it writes to the log. */
async function takeDown(workflow: string): Promise<string[]> {
	const logged: string[] = [];
	const context = {
		getWorkflow: () => ({ id: workflow, active: true }),
		getNode: () => ({ id: 'node', name: 'Messaging Gateway Trigger' }) as INode,
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

	it('are handed over a minute later, however long it is to the next poll', async () => {
		hurry();
		const setup = { url: server.url, workflow: 'every day' };
		server.answer(replies('one'));
		const attempts: number[] = [];
		const begun: IDataObject[][] = [];
		await poll({
			...setup,
			refusal: () => (attempts.push(performance.now()) < 3 ? notBegun() : undefined),
			onEmit: (items) => begun.push(items),
		});
		expect(attempts).toHaveLength(1);
		await wait(40);
		expect(attempts).toHaveLength(1);
		await wait(400);
		expect(attempts).toHaveLength(3);
		expect(begun).toMatchObject([[{ text: 'one', repeated: true }]]);
		expect(server.requests).toHaveLength(1);
	});

	it('are not handed over while the trigger is down', async () => {
		hurry();
		server.answer(replies('one'));
		let attempts = 0;
		const refusal = () => ((attempts += 1), notBegun());
		await poll({ url: server.url, workflow: 'deactivated', refusal });
		await takeDown('deactivated');
		await wait(150);
		expect(attempts).toBe(1);
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

it('a status change that n8n cannot begin an execution with is handed over again, and is not found again', async () => {
	const setup: PollSetup = {
		url: server.url,
		parameters: { events: ['statusChange'], messageIds: '7' },
		staticData: {},
	};
	server.answer(statusResponse(statusId('7', 'SENT', 105)));
	expect((await poll({ ...setup, refusal: notBegun })).emitted).toEqual([]);
	expect((await poll(setup)).emitted).toMatchObject([[{ statusCode: 105, repeated: true }]]);
	expect((await poll(setup)).emitted).toEqual([]);
});

it('each event has a memory of its own', async () => {
	const remembering = (name: string): Event => ({
		option: { name, value: name },
		subject: name,
		isOnceOnly: false,
		read: async ({ memory }) =>
			await Promise.resolve({
				items: [{ event: name, memory } as IDataObject],
				memory: { by: name },
				failure: null,
				arrived: true,
			}),
	});
	EVENTS.push(remembering('one'), remembering('other'));
	const setup = { url: server.url, staticData: {}, parameters: { events: ['one', 'other'] } };
	const { emitted } = await poll(setup);
	expect(emitted).toMatchObject([[{ memory: undefined }], [{ memory: undefined }]]);
	expect((await poll(setup)).emitted).toEqual([
		[{ event: 'other', memory: { by: 'other' } }],
		[{ event: 'one', memory: { by: 'one' } }],
	]);
	EVENTS.splice(-2);
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

	it('writes what n8n refused to the log, whole, and keeps it for the next activation', async () => {
		const setup = { url: server.url, workflow: 'away' };
		server.answer(replies('one', 'two\nlines'));
		await poll({ ...setup, refusal: notBegun });
		const [sentence, ...records] = await takeDown('away');
		expect(sentence).toBe(
			"'Messaging Gateway Trigger' of workflow away was taken down with 2 items that n8n could not store. They follow, as the gateway returns each record once",
		);
		expect(records.map((line) => JSON.parse(line) as IDataObject)).toMatchObject([
			{ event: 'reply', from: '27821111111', text: 'one' },
			{ event: 'reply', from: '27821111111', text: 'two\nlines' },
		]);
		// n8n 2 takes it down twice.
		expect(await takeDown('away')).toEqual([]);
		server.answer(replies());
		expect(textsOf((await poll(setup)).emitted)).toEqual([['one', 'two\nlines']]);
		expect(await takeDown('away')).toEqual([]);
	});

	it('says that replies may be lost where the gateway takes longer than 25 seconds', async () => {
		answerLate(replies('one'), 350);
		const setup = { url: server.url, workflow: 'slow gateway' };
		const polled = poll(setup);
		await wait(50);
		const begun = Date.now();
		expect(await takeDown('slow gateway')).toEqual([
			"'Messaging Gateway Trigger' of workflow slow gateway was taken down before its poll had ended, so replies may be lost",
		]);
		expect(Date.now() - begun).toBeGreaterThan(240);
		expect(textsOf((await polled).emitted)).toEqual([['one']]);
	});

	it('lets the next activation say again what is still wrong', async () => {
		server.answer((_, response) => void response.writeHead(500).end());
		const setup = { url: server.url, workflow: 'still wrong', host: 'n8n 2' as const };
		expect((await poll(setup)).recorded).toHaveLength(1);
		expect((await poll(setup)).recorded).toEqual([]);
		await takeDown('still wrong');
		expect((await poll(setup)).recorded).toHaveLength(1);
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
