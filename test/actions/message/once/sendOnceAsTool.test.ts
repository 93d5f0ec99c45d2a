import { resultsOf } from '../../../support/context';
import { drop, testServer } from '../../../support/server';
import { callsOfTool, RESERVATION, TOOL } from '../../../support/tool';
import { accepted } from '../../../support/xmlAnswers';

const server = testServer();
const call = callsOfTool(server);

describe('a message of a tool', () => {
	it('goes out once in an execution, however often the model calls', async () => {
		server.answer(accepted(['27821111111', '101']));
		expect(resultsOf(await call(RESERVATION))).toEqual(['ACCEPTED']);
		const again = await call({ ...RESERVATION, numbers: '0027 82 111 1111' });
		expect(again.json).toMatchObject([
			{
				result: 'ALREADY_SENT',
				description: 'It was sent in this conversation, or may have been. Do not send it again',
				accepted: false,
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
		expect((await call(RESERVATION, { node: { ...TOOL, retryOnFail: true } })).json).toMatchObject([
			{
				result: 'UNCONFIRMED',
				description:
					'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete. Do not repeat it: sending again may send them twice',
			},
		]);
		expect(resultsOf(await call(RESERVATION))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toHaveLength(1);
	});

	it('can be tried again where it was certainly refused', async () => {
		server.answer(accepted(['27821111111', 'NOCREDITS']), accepted(['27821111111', '101']));
		expect(resultsOf(await call(RESERVATION))).toEqual(['INSUFFICIENT_CREDITS']);
		expect(resultsOf(await call(RESERVATION))).toEqual(['ACCEPTED']);
	});

	it.each([
		['another text', { ...RESERVATION, text: 'Your table is gone' }, {}],
		['another number', { ...RESERVATION, numbers: '+27822222222' }, {}],
		['another execution', RESERVATION, { executionId: 'another' }],
	])('goes out beside one with %s', async (_, parameters, rest) => {
		server.answer(accepted(['27821111111', '101']), (request, response) =>
			response.end(accepted([/<Number>(\d+)/.exec(request.body)?.[1] ?? '', '102'])),
		);
		await call(RESERVATION);
		expect(resultsOf(await call(parameters, rest))).toEqual(['ACCEPTED']);
	});

	it('is forgotten after an hour', async () => {
		const now = jest.spyOn(performance, 'now');
		server.answer(accepted(['27821111111', '101']), accepted(['27821111111', '102']));
		await call(RESERVATION);
		now.mockReturnValue(performance.now() + 3_600_001);
		expect(resultsOf(await call(RESERVATION))).toEqual(['ACCEPTED']);
		now.mockRestore();
	});
});
