import type { IDataObject } from 'n8n-workflow';
import { hintsOf, sendRows, type Run, type Setup } from '../support/context';
import { answering } from '../support/sending';
import { testServer } from '../support/server';
import { accepted } from '../support/xmlAnswers';

const server = testServer();

const send = async (rows: IDataObject | IDataObject[], rest?: Partial<Setup>): Promise<Run> =>
	await sendRows(server.url, rows, rest);

describe('a run that succeeds although messages were not accepted', () => {
	const three = { numbers: '27821111111,27822222222,27823333333' };
	const mostlyRefused = accepted(
		['27821111111', '101'],
		['27822222222', 'NOCREDITS'],
		['27823333333', 'NOCREDITS'],
	);
	const EXPECTED =
		'3 messages: 2 not accepted, 1 accepted. The account has not enough credits (27822222222, 27823333333).';

	it.each<[string, Partial<Setup>, IDataObject]>([
		['by default', {}, {}],
		['with Fail When: Never', {}, { failWhen: 'never' }],
		['with On Error: continue', { node: { onError: 'continueRegularOutput' } }, {}],
		['with the error output', { node: { onError: 'continueErrorOutput' } }, {}],
		['with Retry On Fail', { node: { retryOnFail: true } }, { failWhen: 'anyNotAccepted' }],
	])('says so in a hint %s', async (_, rest, options) => {
		server.answer(mostlyRefused);
		expect(hintsOf(await send({ ...three, options }, rest))).toEqual([EXPECTED]);
	});

	it('tells each reason with its numbers', async () => {
		server.answer(accepted(['27821111111', '101']));
		const numbers = '27821111111, 12, 082/111, 13, 14, 15, 16, 17';
		const run = await send([{ numbers }, { numbers: '' }, { numbers: '' }]);
		expect(hintsOf(run)).toEqual([
			`10 messages: 9 not accepted, 1 accepted. The number is too short for a telephone number (12, 13, 14 and 3 more). 'Numbers' is empty (2 times). The number holds "/", which no number has (082/111).`,
		]);
	});

	it('tells three reasons, and counts the others', async () => {
		server.answer(accepted(['27821111111', '101']));
		const run = await send({ numbers: '27821111111, 12, 082/111, 082&1, 2+7, ---' });
		expect(hintsOf(run)[0]).toMatch(
			/^6 messages: 5 not accepted, .*\(082&1\)\. 2 more for other reasons\.$/,
		);
	});

	it('says what may happen if they are sent again, where that is not known', async () => {
		server.answer(accepted(['27821111111', '101']));
		const run = await send({ numbers: '27821111111, 27822222222, 12' });
		expect(hintsOf(run)).toEqual([
			'3 messages: 1 not accepted, 1 perhaps accepted, 1 accepted. It is not known whether the gateway accepted this message. The answer has no result for this row (27822222222). The number is too short for a telephone number (12). Sending again may reach people twice.',
		]);
	});

	it('says nothing if all were accepted', async () => {
		server.answer(accepted(['27821111111', '101']));
		expect(hintsOf(await send({ numbers: '27821111111' }))).toEqual([]);
	});
});

it('logs accepted IDs that do not fit into the error of Fail When', async () => {
	server.answer(answering());
	const many = Array.from({ length: 1500 }, (_, index) => 27820000000 + index);
	const { error, logged } = await send({
		numbers: [...many, 'nobody'],
		options: { failWhen: 'anyNotAccepted' },
	});
	expect((error?.context.results as unknown[]).length).toBe(1000);
	const log = logged.join('\n');
	expect(log).not.toContain('27820000099');
	for (const number of many.slice(100)) expect(log).toContain(`${number} 900`);
	expect(error?.description).toContain(
		'27820000099 (ID 900), and 1400 more, which are in the log of n8n',
	);
});
