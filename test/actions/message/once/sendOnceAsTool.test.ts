import { resultsOf, type Run, type Setup } from '../../../support/context';
import { answering, manyNumbers } from '../../../support/sending';
import { drop, testServer } from '../../../support/server';
import { callsOfTool, RESERVATION, TOOL } from '../../../support/tool';
import { accepted } from '../../../support/xmlAnswers';
import { ProcessedStore } from '../../../support/store';

const server = testServer();
const call = callsOfTool(server);

const passing = (milliseconds: number) =>
	jest.spyOn(performance, 'now').mockReturnValue(performance.now() + milliseconds);
afterEach(() => jest.restoreAllMocks());

const descriptionsOf = ({ json }: Run) => json.map(({ description, note }) => description ?? note);

describe('a message of a tool', () => {
	it('goes out once in an execution, however often the model calls', async () => {
		server.answer(accepted(['27821111111', '101']));
		expect(resultsOf(await call(RESERVATION))).toEqual(['ACCEPTED']);
		const again = await call({ ...RESERVATION, numbers: '0027 82 111 1111' });
		expect(again.json).toEqual([
			{
				recipient: '0027 82 111 1111',
				result: 'ALREADY_SENT',
				description:
					'Not sent again: the same text went to this number less than a minute ago, or may have',
				number: '27821111111',
				parts: 1,
			},
		]);
		expect(server.requests).toHaveLength(1);
	});

	it('goes out once of two calls at the same moment', async () => {
		server.answer(accepted(['27821111111', '101']));
		const both = await Promise.all([call(RESERVATION), call(RESERVATION)]);
		expect(both.flatMap(resultsOf).sort()).toEqual(['ACCEPTED', 'ALREADY_SENT']);
		expect(server.requests).toHaveLength(1);
	});

	it('does not go out again where nobody knows whether it was accepted', async () => {
		server.answer(drop);
		const first = await call(RESERVATION, { node: { ...TOOL, retryOnFail: true } });
		expect(resultsOf(first)).toEqual(['UNCONFIRMED']);
		expect(descriptionsOf(first)).toEqual([
			'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete. Do not repeat it, in other words either: sending again may reach people twice',
		]);
		expect(resultsOf(await call(RESERVATION))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toHaveLength(1);
	});

	it('can be tried again where it was certainly refused', async () => {
		server.answer(accepted(['27821111111', 'NOCREDITS']), accepted(['27821111111', '101']));
		expect(resultsOf(await call(RESERVATION))).toEqual(['INSUFFICIENT_CREDITS']);
		expect(resultsOf(await call(RESERVATION))).toEqual(['ACCEPTED']);
	});

	it.each<[string, object, Partial<Setup>]>([
		['another text', { ...RESERVATION, text: 'Your table is gone' }, {}],
		['another number', { ...RESERVATION, numbers: '+27822222222' }, {}],
		['another execution', RESERVATION, { executionId: 'another' }],
	])('goes out beside one with %s', async (_, parameters, rest) => {
		server.answer(answering());
		await call(RESERVATION);
		expect(resultsOf(await call({ ...parameters }, rest))).toEqual(['ACCEPTED']);
	});

	it.each<[string, number, string, Partial<Setup>]>([
		['an hour', 60, '59 minutes', {}],
		['ten minutes where there is no execution', 10, '9 minutes', { isUnsaved: true }],
	])('is remembered for %s', async (_, minutes, time, rest) => {
		server.answer(answering());
		await call(RESERVATION, rest);
		passing(minutes * 60_000 - 10_000);
		expect(descriptionsOf(await call(RESERVATION, rest))).toEqual([
			`Not sent again: the same text went to this number ${time} ago, or may have`,
		]);
		passing(10_001);
		expect(resultsOf(await call(RESERVATION, rest))).toEqual(['ACCEPTED']);
	});

	it('is refused with what SMS cannot carry, so that the model sends it once', async () => {
		server.answer(answering());
		const wrong = await call({ ...RESERVATION, text: 'Curly “quotes” and 日本' });
		expect(resultsOf(wrong)).toEqual(['UNSUPPORTED_CHARACTERS']);
		expect(descriptionsOf(wrong)).toEqual([
			'The text holds characters that SMS cannot carry: 日 本. Leave them out and call again',
		]);
		const right = await call({ ...RESERVATION, text: 'Curly “quotes” and' });
		expect(resultsOf(right)).toEqual(['ACCEPTED']);
	});

	it('with a reference that was sent says that its text was not', async () => {
		server.answer(answering());
		const options = { sendOnce: true, reference: 2026112314 };
		const store = new ProcessedStore();
		await call({ ...RESERVATION, options }, { store });
		const other = { ...RESERVATION, text: 'Your driver is at the door', options };
		await call(other, { store });
		expect(descriptionsOf(await call(other, { store }))).toEqual([
			'Not sent: this number has had its message for 2026112314, or may have. This text did not go out; tell the user',
		]);
		expect(server.requests).toHaveLength(1);
	});
});

describe('a tool sends at most 20 messages', () => {
	const numbers = manyNumbers(51).map((number) => `+${number}`);
	const list = (from: number, to: number, options = {}) => ({
		...RESERVATION,
		numbers: numbers.slice(from, to),
		options,
	});
	const refusal = (count: number, time: string, most: number) => [
		`This call sent nothing: with it the tool would send ${count} messages in ${time}, and 'Max Recipients' allows ${most}. Do not split it. Stop and tell the user`,
	];

	it('in one run of an agent, however the model splits them, and repetitions do not count', async () => {
		server.answer(answering());
		expect(descriptionsOf(await call(list(0, 50)))).toEqual(
			refusal(50, 'one run of the agent', 20),
		);
		expect((await call(list(0, 20))).json).toHaveLength(20);
		expect(resultsOf(await call(list(10, 20)))).toEqual(Array(10).fill('ALREADY_SENT'));
		expect(descriptionsOf(await call(list(20, 21)))).toEqual(
			refusal(21, 'one run of the agent', 20),
		);
		expect(server.requests).toHaveLength(1);
	});

	it('of two calls at the same moment', async () => {
		server.answer(answering());
		const both = await Promise.all([call(list(0, 15)), call(list(15, 30))]);
		expect(both.map(({ json }) => json.length)).toEqual([15, 1]);
	});

	it('of each run of the agent in a loop', async () => {
		server.answer(answering());
		await call(list(0, 20));
		expect((await call(list(20, 40), { previousRun: 1 })).json).toHaveLength(20);
	});

	it('in ten minutes where there is no execution', async () => {
		server.answer(answering());
		const unsaved = { isUnsaved: true, node: { ...TOOL, credentials: {} } };
		passing(3_600_000);
		await call(list(0, 20), unsaved);
		expect(descriptionsOf(await call(list(20, 21), unsaved))).toEqual(
			refusal(21, 'ten minutes', 20),
		);
		passing(600_001);
		expect(resultsOf(await call(list(20, 21), unsaved))).toEqual(['ACCEPTED']);
	});

	it('or as many as Max Recipients says', async () => {
		server.answer(answering());
		const options = { maxRecipients: 30 };
		expect((await call(list(0, 30, options))).json).toHaveLength(30);
		expect(descriptionsOf(await call(list(30, 31, options)))).toEqual(
			refusal(31, 'one run of the agent', 30),
		);
	});
});
