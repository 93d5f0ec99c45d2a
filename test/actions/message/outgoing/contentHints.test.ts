import type { IDataObject } from 'n8n-workflow';
import { execute, hintsOf, sendRows, type Run, type Setup } from '../../../support/context';
import { testServer } from '../../../support/server';
import { accepted } from '../../../support/xmlAnswers';

const server = testServer();

const send = async (rows: IDataObject | IDataObject[], rest?: Partial<Setup>): Promise<Run> =>
	await sendRows(server.url, rows, rest);

it('names characters that cannot be seen, and counts the texts', async () => {
	server.answer(accepted(['27821111111', '101'], ['27822222222', '102']));
	const { hints } = await execute(server.url, 'message', 'send', [
		{ numbers: '27821111111', text: 'a\tb\u00A0c' },
		{ numbers: '27822222222', text: 'd\u200Be\u2003q\u0323日\u200C\u200D\u202F\uFE0F\uFEFF\u00AD' },
	]);
	expect(hints[0]?.message).toBe(
		'SMS cannot carry some characters, so they were replaced: tab by space, no-break space by space, zero-width space by nothing, U+2003 by space, U+0323 by nothing, zero-width non-joiner by nothing, zero-width joiner by nothing, narrow no-break space by space, variation selector by nothing, byte order mark by nothing, soft hyphen by nothing. In the text to 27821111111, 27822222222.',
	);
	expect(hints[1]?.message).toMatch(/^1 text holds characters that SMS cannot carry: 日\./);
});

it('says of characters that are sent what the recipient will see', async () => {
	server.answer(accepted(['27821111111', '101']));
	const row = { numbers: '27821111111', text: '\u201cHi\u201d \u{1F600}\u202A' };
	const options = { onUnsupportedCharacters: 'send' };
	expect(hintsOf(await send({ ...row, options }))).toEqual([
		"1 text holds characters that SMS cannot carry: \u201c, \u201d, \u{1F600}, U+202A. The recipient will see a question mark, something else or nothing in their place. Change the text, or choose Refuse in 'Emoji and Special Characters'.",
	]);
});

it.each([
	{ name: 'Thandi' },
	['Thandi'],
	false,
	Number.NaN,
	'Dear [object Object], your order is ready',
])('says of %j that it is no text', async (text) => {
	const { error } = await send({ numbers: '27821111111', text } as IDataObject);
	expect(error?.message).toBe(
		"'Text' is no text, or holds an object: an expression in it gives an object, a list, true or false. Choose one of its values",
	);
	expect(error?.description).toBe('Not accepted (27821111111)');
});

it('names a few of very many strange characters', async () => {
	server.answer(accepted(['27821111111', '101']));
	const text = String.fromCodePoint(...Array.from({ length: 918 }, (_, index) => 0x4e00 + index));
	const { hints, json } = await send({ numbers: '27821111111', text });
	expect(json).toMatchObject([{ result: 'ACCEPTED', messageId: '101' }]);
	expect(hints[0]?.message).toMatch(/^1 text holds .* cannot carry: 一, 丁, (?:., ){17}专\. The /u);
});
