import type { IDataObject } from 'n8n-workflow';
import { sendRows, type Run, type Setup } from '../../../support/context';
import { answering, answeringInFours, manyNumbers, numbersIn } from '../../../support/sending';
import { testServer } from '../../../support/server';
import { ProcessedStore } from '../../../support/store';
import { TOOL } from '../../../support/tool';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await new Promise(setImmediate),
}));

const server = testServer();
let store: ProcessedStore;
beforeEach(() => {
	store = new ProcessedStore();
	server.answer(answering());
});
afterEach(() => jest.restoreAllMocks());

const requested = (): string[] => server.requests.flatMap(numbersIn);

const send = async (rows: IDataObject[], rest: Partial<Setup> = {}): Promise<Run> =>
	await sendRows(server.url, rows, { store, isN8n1: true, ...rest });

const results = ({ json, error }: Run): unknown =>
	json.length > 0 ? json.map(({ result }) => result) : error?.message;

describe('an execution that n8n 1 runs again from its start', () => {
	const numbers = manyNumbers(1200);
	const all = { numbers: numbers.join(',') };

	it('does not repeat the requests that it has made, and makes the others', async () => {
		const killed = new Promise<void>((resolve) => server.answer(() => resolve()));
		void send([all]);
		await killed;
		server.answer(answering());
		const again = await send([all]);
		expect(requested()).toEqual(numbers.slice(1000));
		expect((results(again) as string[]).slice(0, 1000)).toEqual(Array(1000).fill('UNCONFIRMED'));
		expect((results(again) as string[]).slice(1000)).toEqual(Array(200).fill('ACCEPTED'));
		expect(again.json[0]?.description).toBe(
			'n8n began this execution again. It had sent this message before, or had been about to',
		);
	});

	it('recognises them although the times of some messages have passed meanwhile', async () => {
		const soon = new Date(Date.now() + 3600_000).toISOString();
		const rows = (scheduledAt: string) => [
			{ numbers: numbers.slice(0, 300).join(','), options: { scheduledAt, failWhen: 'never' } },
			{ numbers: numbers.slice(300).join(','), options: {} },
		];
		server.answer(answering());
		await send(rows(soon));
		server.answer(answering());
		const again = await send(rows('2020-01-01T00:00:00Z'));
		expect(new Set(results(again) as string[])).toEqual(new Set(['INVALID_TIME', 'UNCONFIRMED']));
		expect(server.requests).toEqual([]);
	});

	it('is told from itself where requests are under way together', async () => {
		server.answer(answeringInFours());
		const all = manyNumbers(108);
		// The first hundred are one key and one request, the others share the next key.
		const rows = [all.slice(0, 100), ...all.slice(100).map((number) => [number])].map((some) => ({
			numbers: some.join(','),
			text: `Text for ${some.length === 1 ? some[0] : 'many'}`,
			options: { interface: 'query', requestsInParallel: 4, failWhen: 'never' },
		}));
		const first = await send(rows);
		expect(results(first)).toEqual(Array(108).fill('ACCEPTED'));
		const again = await send(rows);
		expect(results(again)).toEqual(Array(108).fill('UNCONFIRMED'));
		expect(server.requests).toHaveLength(9);
	});

	it('is told from another run of the node, another execution, and a tool', async () => {
		await send([{ numbers: '27821111111' }]);
		const others: Array<Partial<Setup>> = [{ runIndex: 1 }, { executionId: '58' }, { node: TOOL }];
		for (const other of others) {
			server.answer(answering());
			const run = await send([{ numbers: '27821111111' }], other);
			expect(results(run)).toEqual(['ACCEPTED']);
		}
	});

	it('is not mistaken for a retry of what was certainly not accepted', async () => {
		server.answer(answering({ '27821111111': 'NOCREDITS' }));
		const row = { numbers: '27821111111' };
		await send([row]);
		server.answer(answering());
		expect(results(await send([row]))).toEqual(['ACCEPTED']);
	});

	it('leaves out a request of which a part was accepted', async () => {
		server.answer(answering({ '27821111111': 'NOCREDITS' }));
		const row = { numbers: '27821111111, 27822222222', options: { failWhen: 'never' } };
		expect(results(await send([row]))).toEqual(['INSUFFICIENT_CREDITS', 'ACCEPTED']);
		expect(results(await send([row]))).toEqual(['UNCONFIRMED', 'UNCONFIRMED']);
	});

	it('sends all the same where n8n cannot store keys', async () => {
		store.isBroken = true;
		server.answer(answering());
		const run = await send([{ numbers: '27821111111' }]);
		expect(results(run)).toEqual(['ACCEPTED']);
	});

	it('sends all of a part of the list that n8n stored without saying so', async () => {
		let isFirst = true;
		store.pause = async (moment, _, call) => {
			if (moment !== 'after' || call !== 'claim' || !isFirst) return;
			isFirst = false;
			throw new Error('Connection terminated unexpectedly');
		};
		server.answer(({ query }, response) => response.end(`${query.numbers}=900&`));
		const rows = ['One', 'Two', 'Three'].map((text) => ({
			numbers: '27821111111',
			text,
			options: { interface: 'query' },
		}));
		expect(results(await send(rows))).toEqual(Array(3).fill('ACCEPTED'));
	});

	it('claims a key only once', async () => {
		server.answer(({ query }, response) => response.end(`${query.numbers}=900&`));
		const rows = manyNumbers(30).map((number, index) => ({
			numbers: number,
			text: `Text ${index}`,
			options: { interface: 'query' },
		}));
		await send(rows);
		expect(server.requests).toHaveLength(30);
		expect(store.writes).toHaveLength(1);
	});

	it('leaves the keys of Send Once per Reference alone', async () => {
		store.keys = Array.from({ length: 50_000 }, (_, index) => `of Send Once ${index}`);
		server.answer(answering());
		await send([{ numbers: '27821111111' }]);
		expect(store.keys).toHaveLength(50_001);
	});

	it('takes one key for a hundred recipients, and forgets all but the latest 20,000', async () => {
		// By chance n8n is told now and then to keep fewer.
		jest.spyOn(Math, 'random').mockReturnValue(0);
		store.keys = Array.from({ length: 20_000 }, (_, index) => `earlier ${index}`);
		server.answer(answering());
		await send([all]);
		// One for every hundred recipients.
		expect(store.keys.slice(-13, -11)).toEqual(['earlier 19999', '57/0: 0']);
		expect(store.keys[0]).toBe('earlier 12');
		expect(store.keys).toHaveLength(20_000);
	});
});
