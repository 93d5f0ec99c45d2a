import type { IDataObject } from 'n8n-workflow';
import { execute, type Run, type Setup } from '../../../support/context';
import { startServer, type RecordedRequest, type TestServer } from '../../../support/server';
import { ProcessedStore } from '../../../support/store';
import { accepted, type NumberId } from '../../../support/xmlAnswers';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await new Promise(setImmediate),
}));

let server: TestServer;
let store: ProcessedStore;
beforeAll(async () => {
	server = await startServer();
});
beforeEach(() => {
	store = new ProcessedStore();
});
afterAll(async () => server.close());

const numbersIn = ({ body }: RecordedRequest): string[] =>
	[...body.matchAll(/<Number>(\d+)</g)].map(([, number = '']) => number);

/** The answer to a request, with these values for some numbers and an ID for the others. */
const answerTo = (request: RecordedRequest, values: Record<string, string> = {}): string =>
	accepted(...numbersIn(request).map((number): NumberId => [number, values[number] ?? '900']));

const answering = (values: Record<string, string> = {}) =>
	server.answer((request, response) => {
		response.end(answerTo(request, values));
	});

/** Answers queries, those after the first four at a time: so many have to be under way together. */
const answeringInFours = () => {
	const waiting: Array<() => void> = [];
	server.answer(({ query }, response) => {
		const ids = (query.numbers ?? '').split(';').map((number) => `${number}=900&`);
		waiting.push(() => response.end(ids.join('')));
		if (server.requests.length === 1 || waiting.length === 4) {
			for (const answer of waiting.splice(0)) answer();
		}
	});
};

const requested = (): string[] => server.requests.flatMap(numbersIn);

const manyNumbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `27${800_000_000 + index}`);

const send = async (rows: IDataObject[], rest: Partial<Setup> = {}): Promise<Run> =>
	await execute(
		server.url,
		'message',
		'send',
		rows.map((row) => ({ text: 'Hi', ...row })),
		{ store, ...rest },
	);

const results = ({ json, error }: Run): unknown =>
	json.length > 0 ? json.map(({ result }) => result) : error?.message;

const messages = ({ hints }: Run): string[] => hints.map(({ message }) => message);

describe('Send Once per Reference', () => {
	const row = (number: string, reference = 'reminder', options: IDataObject = {}): IDataObject => ({
		numbers: number,
		options: { sendOnce: true, reference, ...options },
	});
	const never = ({ options, ...rest }: IDataObject): IDataObject => ({
		...rest,
		options: { ...(options as IDataObject), failWhen: 'never' },
	});
	const ANNA = '27821111111';
	const BEN = '27822222222';
	const CARO = '27823333333';

	it('sends nothing that was accepted before, in whichever execution', async () => {
		answering({ [ANNA]: '101', [BEN]: '102' });
		expect(results(await send([row(ANNA), row(BEN)]))).toEqual(['ACCEPTED', 'ACCEPTED']);
		answering({ [CARO]: '103' });
		const again = await send([row(ANNA), row(CARO), row(BEN)], { executionId: '58' });
		expect(results(again)).toEqual(['ALREADY_SENT', 'ACCEPTED', 'ALREADY_SENT']);
		expect(requested()).toEqual([CARO]);
		expect(again.json[0]).toMatchObject({
			recipient: ANNA,
			accepted: false,
			messageId: null,
			submittedAt: null,
			description:
				'Not sent: a message with this reference was sent to this number before, or may have been',
		});
		expect(messages(again)).toEqual([
			'2 of 3 messages were not sent again: the same reference was sent to the same number before, or may have been.',
		]);
		answering({ [CARO]: '104' });
		expect(messages(await send([row(ANNA), row(CARO, 'another')]))).toEqual([
			'1 of 2 messages was not sent again: the same reference was sent to the same number before, or may have been.',
		]);
	});

	it('makes no request and does not fail when all were sent before', async () => {
		answering();
		await send([row(ANNA)]);
		answering();
		expect(results(await send([row(ANNA)]))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toEqual([]);
	});

	it('takes back refused messages before the mark, without which another run takes them for sent', async () => {
		const [first = '', ...others] = manyNumbers(600);
		answering(Object.fromEntries(others.map((number) => [number, 'NOCREDITS'])));
		const steps: Array<[messages: number, marks: number]> = [];
		store.pause = async (moment, _process, call) => {
			if (call !== 'release' || moment !== 'after') return;
			const marks = store.keys.filter((key) => key.startsWith('open: ')).length;
			steps.push([store.keys.length - marks, marks]);
		};
		await send([first, ...others].map((number) => row(number)));
		expect(steps).toEqual([
			[350, 1],
			[100, 1],
			[1, 0],
		]);
	});

	it('takes another reference or number for another message, and another text for the same', async () => {
		answering();
		await send([row(ANNA)]);
		answering();
		const run = await send([
			{ ...row(ANNA), text: 'Another text' },
			row(ANNA, 'second reminder'),
			row(BEN),
		]);
		expect(results(run)).toEqual(['ALREADY_SENT', 'ACCEPTED', 'ACCEPTED']);
	});

	it('knows a number in whichever spelling', async () => {
		answering();
		await send([row('+27 82 111 1111')]);
		expect(results(await send([row('0027821111111')]))).toEqual(['ALREADY_SENT']);
	});

	it('sends again what certainly was not accepted', async () => {
		answering({ [ANNA]: 'NOCREDITS', [BEN]: '102' });
		expect(results(await send([row(ANNA), row(BEN)]))).toEqual([
			'INSUFFICIENT_CREDITS',
			'ACCEPTED',
		]);
		answering({ [ANNA]: '103' });
		expect(results(await send([row(ANNA), row(BEN)]))).toEqual(['ACCEPTED', 'ALREADY_SENT']);
	});

	it('does not send again what may have been accepted', async () => {
		server.answer((_, response) => response.destroy());
		const first = await send([row(ANNA, 'reminder', { failWhen: 'never' })]);
		expect(results(first)).toEqual(['UNCONFIRMED']);
		answering();
		expect(results(await send([row(ANNA)]))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toEqual([]);
	});

	it('claims each request before it begins, and nothing of a later one', async () => {
		const numbers = manyNumbers(1500);
		const claimed: number[] = [];
		server.answer((request, response) => {
			claimed.push(store.keys.filter((key) => key.startsWith('["reminder"')).length);
			response.end(answerTo(request));
		});
		await send([row(numbers.join(','))]);
		expect(claimed).toEqual([1000, 1500]);
	});

	it('goes on where a run ended that was killed after a request left', async () => {
		const numbers = manyNumbers(2500);
		const all = row(numbers.join(','));
		const killed = new Promise<void>((resolve) => {
			server.answer((request, response) => {
				if (server.requests.length === 2) return resolve();
				response.end(answerTo(request));
			});
		});
		// Its second request is never answered, and nothing more is heard of it.
		void send([all]);
		await killed;
		answering();
		const again = await send([all], { executionId: '58' });
		expect(results(again)).toEqual([
			...Array(1000).fill('ALREADY_SENT'),
			...Array(1000).fill('UNCONFIRMED'),
			...Array(500).fill('ACCEPTED'),
		]);
		expect(again.json[1000]?.description).toBe(
			'Another run began to send this message and has not recorded the answer: it was killed, or is still sending. The gateway may have accepted the message',
		);
		expect(requested()).toEqual(numbers.slice(2000));
		// That is said once.
		const third = await send([all], { executionId: '59' });
		expect(results(third)).toEqual(Array(2500).fill('ALREADY_SENT'));
		server.answer('');
	});

	it('names a request in doubt although it was refused in the run before', async () => {
		answering({ [ANNA]: 'NOCREDITS', [BEN]: 'NOCREDITS' });
		await send([row(ANNA), row(BEN)]);
		const killed = new Promise<void>((resolve) => server.answer(() => resolve()));
		void send([row(ANNA), row(BEN)], { executionId: '58' });
		await killed;
		answering();
		const again = await send([row(ANNA), row(BEN)].map(never), { executionId: '59' });
		expect(results(again)).toEqual(['UNCONFIRMED', 'UNCONFIRMED']);
		expect(server.requests).toEqual([]);
	});

	it('sends to a number once in the run as well', async () => {
		answering({ [ANNA]: '101' });
		const run = await send([row(ANNA), { ...row(ANNA), text: 'Another text' }]);
		expect(results(run)).toEqual(['ACCEPTED', 'DUPLICATE']);
		expect(run.json[1]?.description).toBe(
			'Another message of this run has the same reference and number',
		);
	});

	it('does not send without a reference', async () => {
		answering();
		const run = await send([row(ANNA, ''), row(BEN)]);
		expect(results(run)).toEqual(['NOT_SENT', 'ACCEPTED']);
		expect(run.json[0]?.description).toBe(
			"Not sent. 'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
		);
	});

	it.each([[{ order: 5 }], [['r']], [Number.NaN], [true], [new Date()]])(
		'does not send with a reference that is no text or number: %j',
		async (reference) => {
			answering();
			const run = await send([{ ...row(ANNA), options: { sendOnce: true, reference } }, row(BEN)]);
			expect(results(run)).toEqual(['NOT_SENT', 'ACCEPTED']);
			expect(requested()).toEqual([BEN]);
		},
	);

	it('keeps one key for each message of a run, and none else', async () => {
		answering({ [CARO]: 'FAIL:OPTEDOUT' });
		for (const number of [ANNA, BEN, CARO]) {
			await send([row(number, 'reminder', { failWhen: 'never' })]);
		}
		await send([row(ANNA, 'second'), row(BEN, 'second'), row(CARO, 'second')]);
		expect(store.keys).toEqual([
			'["reminder","27821111111"]',
			'["reminder","27822222222"]',
			'["second","27821111111"]',
			'["second","27822222222"]',
		]);
	});

	it('names who was in a killed request, although others of it were sent to before', async () => {
		answering();
		await send([row(ANNA)]);
		const killed = new Promise<void>((resolve) => server.answer(() => resolve()));
		void send([row(ANNA), row(BEN), row(CARO)], { executionId: '58' });
		await killed;
		answering();
		const all = [row(ANNA), row(BEN), row(CARO)].map(never);
		const again = await send(all, { executionId: '59' });
		expect(results(again)).toEqual(['UNCONFIRMED', 'UNCONFIRMED', 'UNCONFIRMED']);
		expect(results(await send(all, { executionId: '60' }))).toEqual(Array(3).fill('ALREADY_SENT'));
		expect(server.requests).toEqual([]);
		server.answer('');
	});

	it('makes no request if it is cancelled while it waits for another execution', async () => {
		answering();
		await send([row(ANNA)]);
		answering();
		const cancelling = new AbortController();
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			cancelling.abort();
			return await getProcessedDataCount();
		};
		const run = await send([never(row(ANNA)), never(row(BEN))], { signal: cancelling.signal });
		expect(results(run)).toEqual(['ALREADY_SENT', 'NOT_SENT']);
		expect(server.requests).toEqual([]);
		expect(store.keys).toEqual(['["reminder","27821111111"]']);
	});

	it('looks at a request of another run again after waiting, also where two are under way', async () => {
		answering();
		const all = [row(manyNumbers(3000).join(','), 'reminder', { requestsInParallel: 3 })];
		await send(all);
		const keys = store.keys;
		// The other run has not recorded its answers yet.
		const marks = [0, 1000, 2000].map((from) => `open: ${keys.slice(from, from + 1000).join()}`);
		store.keys = [...keys, ...marks];
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			store.keys = keys;
			return await getProcessedDataCount();
		};
		answering();
		expect(new Set(results(await send(all)) as string[])).toEqual(new Set(['ALREADY_SENT']));
		expect(server.requests).toEqual([]);
	});

	it('does not send what n8n forgets while another run is waited for', async () => {
		answering();
		await send([row(ANNA)]);
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			store.keys = [];
			return await getProcessedDataCount();
		};
		answering();
		expect(results(await send([row(ANNA)]))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toEqual([]);
	});

	it('waits for others no longer than a minute', async () => {
		answering();
		await send([row(ANNA)]);
		let counts = 0;
		store.helpers.getProcessedDataCount = async () => (counts += 1);
		answering();
		expect(results(await send([row(ANNA), row(BEN)]))).toEqual(['ALREADY_SENT', 'ACCEPTED']);
		expect(counts).toBe(60);
	});

	it('lets others see that it is claiming, also when n8n keeps no more keys', async () => {
		store.keys = Array.from({ length: 21_000 }, (_, index) => `earlier ${index}`);
		const counts: number[] = [];
		for (const random of [0, 0.25, 0.5]) {
			jest.spyOn(Math, 'random').mockReturnValue(random);
			answering();
			await send([row(manyNumbers(1000).join(','), `reminder ${random}`)]);
			counts.push(store.keys.length);
			jest.restoreAllMocks();
		}
		// Each less the mark.
		expect(counts).toEqual([19_999, 20_049, 20_099]);
	});

	it('has n8n write its keys once for a message, and two times more for several', async () => {
		answering();
		await send([row(ANNA)]);
		expect(store.writes).toHaveLength(1);
		await send([row(BEN), row(CARO)]);
		expect(store.writes).toHaveLength(4);
	});

	it('shares a write with other executions that wait for it', async () => {
		answering();
		const runs = await Promise.all(
			manyNumbers(20).map(async (number) => await send([row(number)], { executionId: number })),
		);
		expect(runs.map(results)).toEqual(Array(20).fill(['ACCEPTED']));
		expect(store.writes.length).toBeLessThanOrEqual(2);
		expect(store.keys).toHaveLength(20);
	});

	it('sends a message once from executions that share a write', async () => {
		answering();
		await Promise.all(
			['57', '58', '59', '60'].map(async (executionId) => await send([row(ANNA)], { executionId })),
		);
		expect(requested()).toEqual([ANNA]);
	});

	it('writes again what another process has overwritten', async () => {
		server.answer((request, response) => {
			// Another process had read the keys before this one claimed its own.
			store.keys = ['of another process'];
			response.end(answerTo(request));
		});
		await send([row(ANNA), row(BEN)]);
		expect(store.keys).toEqual([
			'of another process',
			'["reminder","27821111111"]',
			'["reminder","27822222222"]',
		]);
	});

	it('writes a single message again with the next one, and at once if that was needed', async () => {
		answering();
		await send([row(ANNA)]);
		store.keys = ['of another process'];
		expect(results(await send([row(ANNA)]))).toEqual(['ALREADY_SENT']);
		expect(store.keys).toEqual(['of another process', '["reminder","27821111111"]']);
		server.answer((request, response) => {
			store.keys = [];
			response.end(answerTo(request));
		});
		await send([row(BEN)]);
		expect(store.keys).toContain('["reminder","27822222222"]');
	});

	it('writes them again with the next request, as it may be killed before its end', async () => {
		const all = row(manyNumbers(1500).join(','));
		const killed = new Promise<void>((resolve) => {
			server.answer((request, response) => {
				if (server.requests.length === 2) return resolve();
				store.keys = [];
				response.end(answerTo(request));
			});
		});
		void send([all]);
		await killed;
		answering();
		expect(results(await send([all], { executionId: '58' }))).toEqual([
			...Array(1000).fill('ALREADY_SENT'),
			...Array(500).fill('UNCONFIRMED'),
		]);
		expect(requested()).toEqual([]);
	});

	it('does not send while n8n cannot store keys', async () => {
		store.isBroken = true;
		answering();
		const run = await send([row(ANNA), row(BEN)]);
		expect(run.error?.message).toBe(
			'n8n could not record what was about to be sent; it may need a new reference',
		);
		expect(run.error?.description).toContain('Not accepted (27821111111, 27822222222)');
		expect(server.requests).toEqual([]);
	});

	it('says that a message may need a new reference, as n8n may have stored it all the same', async () => {
		store.pause = async (moment) => {
			if (moment === 'after') throw new Error('Connection terminated unexpectedly');
		};
		answering();
		const run = await send([row(ANNA, 'reminder', { failWhen: 'never' })]);
		expect(run.json[0]).toMatchObject({
			result: 'NOT_SENT',
			description:
				'Not sent. n8n could not record what was about to be sent; it may need a new reference',
		});
		store.pause = async () => undefined;
		const again = await send([row(ANNA), row(ANNA, 'new reminder')]);
		expect(results(again)).toEqual(['ALREADY_SENT', 'ACCEPTED']);
	});

	it('ends when n8n can no longer store keys, and keeps what was accepted', async () => {
		const numbers = manyNumbers(1001);
		server.answer((request, response) => {
			store.isBroken = true;
			response.end(answerTo(request));
		});
		const run = await send([row(numbers.join(','))]);
		expect((results(run) as string[]).filter((result) => result === 'ACCEPTED')).toHaveLength(1000);
		expect(run.json[1000]?.result).toBe('NOT_SENT');
		expect(server.requests).toHaveLength(1);
	});

	it('says so if n8n cannot take back what was not accepted', async () => {
		server.answer((_, response) => {
			store.isBroken = true;
			response.end(accepted([ANNA, 'NOCREDITS'], [BEN, '101']));
		});
		expect(messages(await send([row(ANNA), row(BEN)]))).toContain(
			'The gateway did not accept some messages, and n8n could not forget them: another run will not send them.',
		);
	});

	it('records every answer where requests are under way together', async () => {
		answeringInFours();
		const rows = manyNumbers(9).map((number) => ({
			...row(number, 'reminder', { interface: 'query', requestsInParallel: 4 }),
			text: `Dear ${number}`,
		}));
		expect(results(await send(rows))).toEqual(Array(9).fill('ACCEPTED'));
		const again = await send(rows, { executionId: '58' });
		expect(results(again)).toEqual(Array(9).fill('ALREADY_SENT'));
		expect(server.requests).toHaveLength(9);
	});

	it('sends once from two executions of one process that overlap', async () => {
		const numbers = manyNumbers(5500);
		server.answer((request, response) => {
			setTimeout(() => response.end(answerTo(request)), 20);
		});
		await Promise.all([
			send([row(numbers.join(','))]),
			send([row(numbers.join(','))], { executionId: '58' }),
		]);
		expect(requested().sort()).toEqual(numbers);
	});

	it('waits for another execution that is claiming before it goes on', async () => {
		answering();
		await send([row(ANNA)]);
		let others = 20;
		store.onCall = () => {
			if (others > 0) store.keys.push(`another ${(others -= 1)}`);
		};
		answering();
		const run = await send([row(ANNA), row(BEN)]);
		expect(results(run)).toEqual(['ALREADY_SENT', 'ACCEPTED']);
		expect(others).toBe(0);
	});

	it('waits only once in an execution in which it runs several times, and only before more', async () => {
		answering();
		await send([row(ANNA)]);
		const counts: number[] = [];
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			counts[0] = (counts[0] ?? 0) + 1;
			return await getProcessedDataCount();
		};
		const memory = {};
		for (const [runIndex, number] of [ANNA, BEN, CARO].entries()) {
			counts.unshift(0);
			await send([row(number)], { executionId: '58', runIndex, memory });
		}
		expect(counts).toEqual([0, 6, 0]);
	});

	it('leaves nothing of its own in the store while it waits for another execution', async () => {
		answering();
		await send([row(ANNA)]);
		const found: string[][] = [];
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			found.push(store.keys);
			return await getProcessedDataCount();
		};
		await send([row(ANNA), row(BEN)]);
		expect(new Set(found.flat())).toEqual(new Set(['["reminder","27821111111"]']));
		expect(requested()).toEqual([ANNA, BEN]);
	});

	it('takes a message whose request was killed as sent, where it was the only one', async () => {
		const killed = new Promise<void>((resolve) => server.answer(() => resolve()));
		void send([row(ANNA)]);
		await killed;
		answering();
		expect(results(await send([row(ANNA)], { executionId: '58' }))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toEqual([]);
		server.answer('');
	});

	it('remembers the latest 20,000 messages, or as many as the option says', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		for (const [options, kept] of [
			[{}, 20_000] as const,
			[{ historySize: 40_000 }, 40_000] as const,
		]) {
			store.keys = Array.from({ length: 50_000 }, (_, index) => `earlier ${index}`);
			answering();
			await send([row(ANNA, 'reminder', options)]);
			expect(store.keys).toHaveLength(kept);
			expect(store.keys.slice(-2)).toEqual(['earlier 49999', '["reminder","27821111111"]']);
		}
		jest.restoreAllMocks();
	});

	it('forgets nothing of its own in a run of more messages than that', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const numbers = manyNumbers(1500);
		answering();
		await send([row(numbers.join(','), 'reminder', { historySize: 500 })]);
		expect(store.keys).toEqual(numbers.map((number) => JSON.stringify(['reminder', number])));
		jest.restoreAllMocks();
	});

	it('forgets only in one of 200 single messages, as a larger run may have to go on', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.005);
		store.keys = Array.from({ length: 60_000 }, (_, index) => `of a larger run ${index}`);
		answering();
		await send([row(ANNA)]);
		expect(store.keys).toHaveLength(60_001);
		jest.restoreAllMocks();
	});

	it('refuses a run with more recipients than n8n can remember', async () => {
		const numbers = manyNumbers(100_001);
		answering();
		const { error } = await send([row(numbers.join(','))]);
		expect(error?.message).toBe(
			"There are 100001 recipients, and 'Send Once per Reference' can remember 100000",
		);
		expect(server.requests).toEqual([]);
	});

	it('sends nothing if the option is neither on nor off', async () => {
		const { error } = await send([row(ANNA, 'reminder', { sendOnce: 'maybe' })]);
		expect(error?.message).toBe(
			'\'Send Once per Reference\' is "maybe", which is none of its values',
		);
	});

	it('touches no key without the option in n8n 2', async () => {
		answering();
		await send([{ numbers: ANNA }]);
		expect(store.writes).toEqual([]);
	});
});

describe('an execution that n8n 1 runs again from its start', () => {
	const numbers = manyNumbers(1200);
	const all = { numbers: numbers.join(',') };

	it('does not repeat the requests that it has made, and makes the others', async () => {
		const killed = new Promise<void>((resolve) => server.answer(() => resolve()));
		void send([all], { isN8n1: true });
		await killed;
		answering();
		const again = await send([all], { isN8n1: true });
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
		answering();
		await send(rows(soon), { isN8n1: true });
		answering();
		const again = await send(rows('2020-01-01T00:00:00Z'), { isN8n1: true });
		expect(new Set(results(again) as string[])).toEqual(new Set(['INVALID_TIME', 'UNCONFIRMED']));
		expect(server.requests).toEqual([]);
	});

	it('is told from itself where requests are under way together', async () => {
		answeringInFours();
		const all = manyNumbers(108);
		// The first hundred are one key and one request, the others share the next key.
		const rows = [all.slice(0, 100), ...all.slice(100).map((number) => [number])].map((some) => ({
			numbers: some.join(','),
			text: `Text for ${some.length === 1 ? some[0] : 'many'}`,
			options: { interface: 'query', requestsInParallel: 4, failWhen: 'never' },
		}));
		const first = await send(rows, { isN8n1: true });
		expect(results(first)).toEqual(Array(108).fill('ACCEPTED'));
		const again = await send(rows, { isN8n1: true });
		expect(results(again)).toEqual(Array(108).fill('UNCONFIRMED'));
		expect(server.requests).toHaveLength(9);
	});

	it('is told from another run of the node, another execution, and a tool', async () => {
		answering();
		await send([{ numbers: '27821111111' }], { isN8n1: true });
		const others: Array<Partial<Setup>> = [
			{ runIndex: 1 },
			{ executionId: '58' },
			{ node: { type: 'n8n-nodes-messaging-gateway.messagingGatewayTool' } },
		];
		for (const other of others) {
			answering();
			const run = await send([{ numbers: '27821111111' }], { isN8n1: true, ...other });
			expect(results(run)).toEqual(['ACCEPTED']);
		}
	});

	it('is not mistaken for a retry of what was certainly not accepted', async () => {
		answering({ '27821111111': 'NOCREDITS' });
		const row = { numbers: '27821111111' };
		await send([row], { isN8n1: true });
		answering();
		expect(results(await send([row], { isN8n1: true }))).toEqual(['ACCEPTED']);
	});

	it('sends all the same where n8n cannot store keys', async () => {
		store.isBroken = true;
		answering();
		const run = await send([{ numbers: '27821111111' }], { isN8n1: true });
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
		expect(results(await send(rows, { isN8n1: true }))).toEqual(Array(3).fill('ACCEPTED'));
	});

	it('leaves the keys of Send Once per Reference alone', async () => {
		store.keys = Array.from({ length: 50_000 }, (_, index) => `of Send Once ${index}`);
		answering();
		await send([{ numbers: '27821111111' }], { isN8n1: true });
		expect(store.keys).toHaveLength(50_001);
	});

	it('takes one key for a hundred recipients, and forgets all but the latest 10,000', async () => {
		// n8n is told by chance, once in a while, to keep fewer.
		jest.spyOn(Math, 'random').mockReturnValue(0.999);
		store.keys = Array.from({ length: 10_000 }, (_, index) => `earlier ${index}`);
		answering();
		await send([all], { isN8n1: true });
		// One for every hundred recipients.
		expect(store.keys.slice(-13, -11)).toEqual(['earlier 9999', '57/0: 0']);
		expect(store.keys[0]).toBe('earlier 12');
		expect(store.keys).toHaveLength(10_000);
		jest.restoreAllMocks();
	});
});

describe('Dry Run', () => {
	beforeEach(() => server.answer('Credits=3'));

	it('does everything but send, and says what it costs', async () => {
		const run = await send([
			{ numbers: '27821111111,27822222222', text: 'x'.repeat(161), options: { dryRun: true } },
			{ numbers: '12', text: 'Hi' },
		]);
		expect(results(run)).toEqual(['DRY_RUN', 'DRY_RUN', 'BAD_DESTINATION']);
		expect(run.json[0]).toMatchObject({
			accepted: false,
			messageId: null,
			parts: 2,
			submittedAt: null,
			description: 'Dry run: would be sent',
		});
		expect(messages(run)[1]).toBe(
			'Dry run: nothing was sent. 2 messages of 4 parts in all would go out. If a part costs one credit, this needs 4 credits, and the account has 3.',
		);
		expect(server.requests.map(({ path }) => path)).toEqual(['/credits.asp']);
	});

	it('goes without the balance where it cannot be read', async () => {
		server.answer('Credits=FAIL');
		const run = await send([{ numbers: '27821111111', options: { dryRun: true } }]);
		expect(messages(run)).toEqual([
			'Dry run: nothing was sent. 1 message of 1 part in all would go out. If a part costs one credit, this needs 1 credit.',
		]);
	});

	it('is no failure, also where every recipient must be accepted', async () => {
		const options = { dryRun: true, failWhen: 'anyNotAccepted' };
		expect(results(await send([{ numbers: '27821111111', options }]))).toEqual(['DRY_RUN']);
	});

	it('shows when messages would go out and what they cannot carry', async () => {
		const run = await send([
			{
				numbers: '27821111111',
				text: 'Grüße ✓',
				options: { dryRun: true, scheduledAt: '2099-01-01T08:00:00Z' },
			},
		]);
		expect(run.json[0]?.scheduledAt).toBe('2099-01-01T08:00:00Z');
		expect(messages(run)).toEqual([
			'Dry run: nothing was sent. 1 message of 1 part in all would go out. If a part costs one credit, this needs 1 credit, and the account has 3.',
			"1 text holds characters that SMS cannot carry: ✓. The recipient will see a question mark, something else or nothing in their place. Change the text, or choose Refuse in 'Emoji and Special Characters'.",
		]);
	});

	it('claims no keys, and says that it does not know them', async () => {
		const options = { dryRun: true, sendOnce: true, reference: 'reminder' };
		const run = await send([{ numbers: '27821111111', options }]);
		expect(messages(run)[0]).toBe(
			'Dry run: nothing was sent. 1 message of 1 part in all would go out. If a part costs one credit, this needs 1 credit, and the account has 3. Messages that were sent before with their reference would not: a dry run cannot tell which.',
		);
		expect(store.writes).toEqual([]);
	});
});

describe('the log of a run that takes longer', () => {
	afterEach(() => jest.restoreAllMocks());

	it('has the IDs that were accepted, while further requests are made', async () => {
		const numbers = manyNumbers(2001);
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		let next = 5000;
		server.answer((request, response) => {
			const values = Object.fromEntries(
				numbersIn(request).map((number) => [number, String((next += 1))]),
			);
			now += 1100;
			response.end(answerTo(request, values));
		});
		const { logged } = await send([{ numbers: numbers.join(',') }]);
		expect(logged).toEqual([
			'Messages accepted so far (execution 57, node "Messaging Gateway"): IDs 5001-6000',
			'Messages accepted so far (execution 57, node "Messaging Gateway"): IDs 6001-7000',
		]);
	});

	it('has those of the first answer at once', async () => {
		const numbers = manyNumbers(2001);
		answering();
		const { logged } = await send([{ numbers: numbers.join(',') }]);
		expect(logged).toHaveLength(1);
		expect(logged[0]).toMatch(/^Messages accepted so far .* IDs 900/);
	});

	it('has nothing of a run of one request', async () => {
		answering();
		expect((await send([{ numbers: '27821111111' }])).logged).toEqual([]);
	});
});
