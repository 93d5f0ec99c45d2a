import type { IDataObject } from 'n8n-workflow';
import { execute, type Run, type Setup } from '../support/context';
import { startServer, type TestServer } from '../support/server';
import { accepted, sendResponse, sendResult } from '../support/xmlAnswers';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const send = async (
	parameters: IDataObject | IDataObject[],
	rest: Partial<Setup> = {},
): Promise<Run> => {
	const rows = [parameters].flat().map((row) => ({ text: 'Hi', ...row }));
	return await execute(server.url, 'message', 'send', rows, rest);
};

const messages = ({ hints }: Run): string[] => hints.map(({ message }) => message);

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
		expect(messages(await send({ ...three, options }, rest))).toEqual([EXPECTED]);
	});

	it('counts them by result', async () => {
		server.answer(accepted(['27821111111', '101']));
		const run = await send({ numbers: '27821111111,12,1234567890123456' });
		expect(messages(run)).toEqual([
			'3 messages: 2 not accepted, 1 accepted. The number does not have the 7 to 15 digits of an international number (12, 1234567890123456).',
		]);
	});

	it('tells each reason with its numbers', async () => {
		server.answer(accepted(['27821111111', '101']));
		const numbers = '27821111111, 12, 082/111, 13, 14, 15, 16, 17';
		const run = await send([{ numbers }, { numbers: '' }, { numbers: '' }]);
		expect(messages(run)).toEqual([
			'10 messages: 9 not accepted, 1 accepted. The number does not have the 7 to 15 digits of an international number (12, 13, 14 and 3 more). There is no number to send to (2 times). The number holds "/", which no number has (082/111).',
		]);
	});

	it('says what may happen if they are sent again, where that is not known', async () => {
		server.answer(accepted(['27821111111', '101']));
		const run = await send({ numbers: '27821111111, 27822222222' });
		expect(messages(run)).toEqual([
			'2 messages: 1 perhaps accepted, 1 accepted. It is not known whether the gateway accepted this message. The answer has no result for this row (27822222222). Sending again may send them twice.',
		]);
	});

	it('says nothing if all were accepted', async () => {
		server.answer(accepted(['27821111111', '101']));
		expect(messages(await send({ numbers: '27821111111' }))).toEqual([]);
	});
});

describe('two spellings of one number', () => {
	const twice = { numbers: '+27 82 111 1111, 27821111111, 27822222222' };

	it('are two messages, counted in a hint', async () => {
		server.answer(
			sendResponse(
				sendResult(1, ['27821111111', '101'], ['27822222222', '103']),
				sendResult(2, ['27821111111', '102']),
			),
		);
		const run = await send(twice);
		expect(run.json).toHaveLength(3);
		expect(messages(run)).toContain(
			"1 message went to a number that got the same text in this run. Turn on 'Skip Duplicates' to send one only.",
		);
	});

	it('are one with Skip Duplicates, and the other is no failure', async () => {
		server.answer(accepted(['27821111111', '101'], ['27822222222', '103']));
		const options = { skipDuplicates: true, failWhen: 'anyNotAccepted' };
		const run = await send({ ...twice, options });
		expect(
			run.json.map(({ result, accepted, messageId }) => [result, accepted, messageId]),
		).toEqual([
			['ACCEPTED', true, '101'],
			['DUPLICATE', false, null],
			['ACCEPTED', true, '103'],
		]);
		expect(server.requests[0]?.body.match(/27821111111/g)).toHaveLength(1);
		expect(messages(run)).toEqual([]);
	});

	it('stay on the success branch of the error output', async () => {
		server.answer(accepted(['27821111111', '101'], ['27822222222', '103']));
		const run = await send(
			{ ...twice, options: { skipDuplicates: true } },
			{ node: { onError: 'continueErrorOutput' } },
		);
		expect(run.json.map(({ result }) => result)).toEqual(['ACCEPTED', 'DUPLICATE', 'ACCEPTED']);
	});

	it('are no duplicates at different times or with different texts', async () => {
		server.answer('', '');
		const rows = [
			{ numbers: '27821111111', text: 'A' },
			{ numbers: '27821111111', text: 'B' },
			{ numbers: '27821111111', text: 'A', options: { scheduledAt: '2099-01-01T00:00:00Z' } },
		].map(({ options, ...row }) => ({
			...row,
			options: { ...options, skipDuplicates: true, failWhen: 'never' },
		}));
		const { json } = await execute(server.url, 'message', 'send', rows);
		expect(json.map(({ result }) => result)).not.toContain('DUPLICATE');
	});

	it('are not sent if Skip Duplicates is neither on nor off', async () => {
		server.answer('');
		const { error } = await send({ ...twice, options: { skipDuplicates: 'yes' } });
		expect(error?.message).toBe('\'Skip Duplicates\' is "yes", which is none of its values');
		expect(server.requests).toEqual([]);
	});
});

it('names characters that cannot be seen, and counts the texts', async () => {
	server.answer(accepted(['27821111111', '101'], ['27822222222', '102']));
	const { hints } = await execute(server.url, 'message', 'send', [
		{ numbers: '27821111111', text: 'a\tb\u00A0c' },
		{ numbers: '27822222222', text: 'd\u200Be\u2003f日' },
	]);
	expect(hints[0]?.message).toBe(
		'SMS cannot carry some characters, so they were replaced: tab by space, no-break space by space, zero-width space by nothing, U+2003 by space. In the text to 27821111111, 27822222222.',
	);
	expect(hints[1]?.message).toMatch(/^1 text holds characters that SMS cannot carry: 日\./);
});

it('says of characters that are sent what the recipient will see', async () => {
	server.answer(accepted(['27821111111', '101']));
	const row = { numbers: '27821111111', text: '\u201cHi\u201d \u{1F600}' };
	const options = { onUnsupportedCharacters: 'send' };
	expect(messages(await send({ ...row, options }))).toEqual([
		"1 text holds characters that SMS cannot carry: \u201c, \u201d, \u{1F600}. The recipient will see a question mark, something else or nothing in their place. Change the text, or choose Refuse in 'Emoji and Special Characters'.",
	]);
});

it('says of a text that is an object what it is', async () => {
	const { error } = await send({ numbers: '27821111111', text: { name: 'Thandi' } });
	expect(error?.message).toBe(
		"'Text' is an object or a list and not a text. Choose one of its values",
	);
	expect(error?.description).toBe('Not accepted (27821111111)');
});
