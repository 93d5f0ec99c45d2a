import type { IDataObject } from 'n8n-workflow';
import { hintsOf, sendRows, type Run, type Setup } from '../../../support/context';
import { answering, answerTo, manyNumbers, numbersIn } from '../../../support/sending';
import { testServer } from '../../../support/server';
import { ProcessedStore } from '../../../support/store';
import { accepted } from '../../../support/xmlAnswers';

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
	await sendRows(server.url, rows, { store, ...rest });

const results = ({ json, error }: Run): unknown =>
	json.length > 0 ? json.map(({ result }) => result) : error?.message;

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
		server.answer(answering({ [ANNA]: '101', [BEN]: '102' }));
		const first = await send([row(ANNA), row(BEN)]);
		expect([results(first), hintsOf(first)]).toEqual([['ACCEPTED', 'ACCEPTED'], []]);
		server.answer(answering({ [CARO]: '103' }));
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
		expect(hintsOf(again)).toEqual([
			'2 of 3 messages were not sent again: the same reference was sent to the same number before, or may have been.',
		]);
		server.answer(answering({ [CARO]: '104' }));
		expect(hintsOf(await send([row(ANNA), row(CARO, 'another')]))).toEqual([
			'1 of 2 messages was not sent again: the same reference was sent to the same number before, or may have been.',
		]);
	});

	it('takes back refused messages before the mark, without which another run takes them for sent', async () => {
		const [first = '', ...others] = manyNumbers(600);
		server.answer(answering(Object.fromEntries(others.map((number) => [number, 'NOCREDITS']))));
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
		await send([row(ANNA)]);
		server.answer(answering());
		const run = await send([
			{ ...row(ANNA), text: 'Another text' },
			row(ANNA, 'second reminder'),
			row(BEN),
		]);
		expect(results(run)).toEqual(['ALREADY_SENT', 'ACCEPTED', 'ACCEPTED']);
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
		store.restart();
		server.answer(answering());
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
		server.answer(answering({ [ANNA]: 'NOCREDITS', [BEN]: 'NOCREDITS' }));
		await send([row(ANNA), row(BEN)]);
		const killed = new Promise<void>((resolve) => server.answer(() => resolve()));
		void send([row(ANNA), row(BEN)], { executionId: '58' });
		await killed;
		store.restart();
		server.answer(answering());
		const again = await send([row(ANNA), row(BEN)].map(never), { executionId: '59' });
		expect(results(again)).toEqual(['UNCONFIRMED', 'UNCONFIRMED']);
		expect(server.requests).toEqual([]);
	});

	it('looks at a request of another run again after waiting, also where two are under way', async () => {
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
		server.answer(answering());
		expect(new Set(results(await send(all)) as string[])).toEqual(new Set(['ALREADY_SENT']));
		expect(server.requests).toEqual([]);
	});

	it('does not send what n8n forgets while another run is waited for', async () => {
		await send([row(ANNA)]);
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			store.keys = [];
			return await getProcessedDataCount();
		};
		server.answer(answering());
		expect(results(await send([row(ANNA)]))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toEqual([]);
	});

	it('does not send what another run has claimed while it waited', async () => {
		await send([row(ANNA)]);
		const { getProcessedDataCount } = store.helpers;
		store.helpers.getProcessedDataCount = async () => {
			store.keys = ['["reminder","27821111111"]', '["reminder","27822222222"]'];
			return await getProcessedDataCount();
		};
		server.answer(answering());
		const run = await send([row(ANNA), row(BEN)]);
		expect(results(run)).toEqual(['ALREADY_SENT', 'ALREADY_SENT']);
		expect(server.requests).toEqual([]);
	});

	it('waits for others no longer than a minute', async () => {
		await send([row(ANNA)]);
		let counts = 0;
		store.helpers.getProcessedDataCount = async () => (counts += 1);
		server.answer(answering());
		expect(results(await send([row(ANNA), row(BEN)]))).toEqual(['ALREADY_SENT', 'ACCEPTED']);
		expect(counts).toBe(60);
	});

	it('lets others see that it is claiming, also when n8n keeps no more keys', async () => {
		store.keys = Array.from({ length: 21_000 }, (_, index) => `earlier ${index}`);
		const counts: number[] = [];
		for (const random of [0, 0.25, 0.5]) {
			jest.spyOn(Math, 'random').mockReturnValue(random);
			server.answer(answering());
			await send([row(manyNumbers(1000).join(','), `reminder ${random}`)]);
			counts.push(store.keys.length);
		}
		// Each less the mark.
		expect(counts).toEqual([19_999, 20_049, 20_099]);
	});

	it('has n8n write its keys once for a message, and two times more for several', async () => {
		await send([row(ANNA)]);
		expect(store.writes).toHaveLength(1);
		await send([row(BEN), row(CARO)]);
		expect(store.writes).toHaveLength(4);
	});

	it('shares a write with other executions that wait for it', async () => {
		const runs = await Promise.all(
			manyNumbers(20).map(async (number) => await send([row(number)], { executionId: number })),
		);
		expect(runs.map(results)).toEqual(Array(20).fill(['ACCEPTED']));
		expect(store.writes.length).toBeLessThanOrEqual(2);
		expect(store.keys).toHaveLength(20);
	});

	it('writes a single message again with the next one, and at once if that was needed', async () => {
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
		store.restart();
		server.answer(answering());
		expect(results(await send([never(all)], { executionId: '58' }))).toEqual([
			...Array(1000).fill('ALREADY_SENT'),
			...Array(500).fill('UNCONFIRMED'),
		]);
		expect(requested()).toEqual([]);
	});

	it('writes all keys of a run again at its end if another process undid some of them', async () => {
		server.answer((request, response) => {
			store.keys = [];
			response.end(answerTo(request));
		});
		const run = await send([row(manyNumbers(2500).join(','))]);
		expect(run.json.filter(({ accepted: isAccepted }) => isAccepted)).toHaveLength(2500);
		expect(store.keys.filter((key) => key.startsWith('["reminder"'))).toHaveLength(2500);
	});

	it('goes on if all others were sent before, unless it is the account that fails', async () => {
		await send([row(ANNA)]);
		for (const refusal of ['FAIL:OPTEDOUT', 'FAIL:BADDEST']) {
			server.answer(answering({ [BEN]: refusal }));
			const run = await send([row(ANNA), row(BEN)]);
			expect(results(run)).toEqual(['ALREADY_SENT', expect.any(String)]);
		}
		server.answer(answering({ [BEN]: 'NOCREDITS' }));
		expect(results(await send([row(ANNA), row(BEN)]))).toBe('The account has not enough credits');
		server.answer(answering({ [BEN]: 'ACCOUNTLOCKED' }));
		expect(results(await send([row(ANNA), row(BEN)]))).toBe('The gateway account is locked');
		server.answer(
			'<XMLGateway_Response><Error>Invalid Username or Password</Error></XMLGateway_Response>',
		);
		expect(results(await send([row(ANNA), row(BEN)]))).toBe(
			'The gateway did not accept the login name or password',
		);
		server.answer((_, response) => response.destroy());
		expect(results(await send([row(ANNA), row(BEN)]))).toBe(
			'The connection broke before the answer of the gateway was complete',
		);
	});

	it('says that a message may need a new reference, as n8n may have stored it all the same', async () => {
		store.pause = async (moment) => {
			if (moment === 'after') throw new Error('Connection terminated unexpectedly');
		};
		server.answer(answering());
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

	it('says so if n8n cannot take back what was not accepted', async () => {
		server.answer((_, response) => {
			store.isBroken = true;
			response.end(accepted([ANNA, 'NOCREDITS'], [BEN, '101']));
		});
		expect(hintsOf(await send([row(ANNA), row(BEN)]))).toContain(
			'n8n could not record the results of some messages: another run will not send those that were not accepted, and may call others UNCONFIRMED.',
		);
	});

	it('takes no keys of its own for those of another run, where they could not be given up', async () => {
		await send([row(ANNA)]);
		let failures = 1;
		store.pause = async (moment, _, call) => {
			if (call !== 'release' || moment !== 'before' || failures === 0) return;
			failures -= 1;
			throw new Error('Connection terminated unexpectedly');
		};
		server.answer(answering());
		const run = await send([row(ANNA), row(BEN), row(CARO)]);
		expect(results(run)).toEqual(['ALREADY_SENT', 'ACCEPTED', 'ACCEPTED']);
	});

	it('waits for another execution that is claiming before it goes on', async () => {
		await send([row(ANNA)]);
		let others = 20;
		store.onCall = () => {
			if (others > 0) store.keys.push(`another ${(others -= 1)}`);
		};
		server.answer(answering());
		const run = await send([row(ANNA), row(BEN)]);
		expect(results(run)).toEqual(['ALREADY_SENT', 'ACCEPTED']);
		expect(others).toBe(0);
	});

	it('waits only once in an execution in which it runs several times, and only before more', async () => {
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

	it('waits for the answer that another execution of its process waits for', async () => {
		const all = row([ANNA, BEN, CARO].join(','));
		let answer = (): void => undefined;
		const asked = new Promise<void>((resolve) => {
			server.answer((request, response) => {
				answer = () => response.end(answerTo(request));
				resolve();
			});
		});
		const first = send([all]);
		await asked;
		const second = send([all], { executionId: '58' });
		// Longer than other processes would be waited for.
		for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
		answer();
		expect(results(await first)).toEqual(Array(3).fill('ACCEPTED'));
		expect(results(await second)).toEqual(Array(3).fill('ALREADY_SENT'));
		expect(server.requests).toHaveLength(1);
	});

	it('leaves nothing of its own in the store while it waits for another execution', async () => {
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

	it('remembers the latest 20,000 messages', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		store.keys = Array.from({ length: 50_000 }, (_, index) => `earlier ${index}`);
		await send([row(ANNA)]);
		expect(store.keys).toHaveLength(20_000);
		expect(store.keys.slice(-2)).toEqual(['earlier 49999', '["reminder","27821111111"]']);
	});

	it('writes no more than the latest hundred keys again', async () => {
		const counts: number[] = [];
		const { checkProcessedAndRecord } = store.helpers;
		store.helpers.checkProcessedAndRecord = async (keys, ...rest) => {
			counts.push(keys.length);
			return await checkProcessedAndRecord(keys, ...rest);
		};
		const numbers = manyNumbers(160);
		server.answer(answering());
		for (const part of [numbers.slice(0, 80), numbers.slice(80)]) {
			await send([row(part.join(','))]);
		}
		await send([row(ANNA)]);
		expect(counts.at(-1)).toBeLessThanOrEqual(101);
	});

	it('forgets nothing of its own in a run of more messages than that', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const numbers = manyNumbers(20_100);
		await send([row(numbers.join(','))]);
		expect(store.keys).toEqual(numbers.map((number) => JSON.stringify(['reminder', number])));
	}, 60_000);

	it('forgets only in one of 200 single messages, as a larger run may have to go on', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.005);
		store.keys = Array.from({ length: 100_399 }, (_, index) => `of a larger run ${index}`);
		server.answer(answering());
		await send([row(ANNA)]);
		expect(store.keys).toHaveLength(100_400);
	});

	it('refuses a run with more recipients than n8n can remember', async () => {
		const numbers = manyNumbers(100_001);
		server.answer(answering());
		const { error } = await send([row(numbers.join(','))]);
		expect(error?.message).toBe(
			"There are 100001 recipients, and 'Send Once per Reference' can remember 100000",
		);
		expect(server.requests).toEqual([]);
	});

	it('touches no key without the option', async () => {
		await send([{ numbers: ANNA }]);
		expect(store.writes).toEqual([]);
	});
});
