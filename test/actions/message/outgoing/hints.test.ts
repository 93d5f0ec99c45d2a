import type { IDataObject } from 'n8n-workflow';
import { timeHints } from '../../../../nodes/MessagingGateway/actions/message/outgoing/hints';
import type { Timing } from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';
import { execute, hintsOf, sendRows, type Run, type Setup } from '../../../support/context';
import { testServer } from '../../../support/server';
import { accepted } from '../../../support/xmlAnswers';

const server = testServer();

const send = async (rows: IDataObject | IDataObject[], rest?: Partial<Setup>): Promise<Run> =>
	await sendRows(server.url, rows, rest);

it('names replaced characters that can be seen, and counts the texts', async () => {
	server.answer(accepted(['27821111111', '101'], ['27822222222', '102']));
	const { hints } = await execute(server.url, 'message', 'send', [
		{ numbers: '27821111111', text: 'a\tb\u00A0c \u201cHi\u201d' },
		{ numbers: '27822222222', text: 'd\u200Be\u2003q\u0323日\uFEFF\u00AD' },
	]);
	expect(hints[0]?.message).toBe(
		'SMS cannot carry some characters, so they were replaced: \u201c by ", \u201d by ". In the text to 27821111111.',
	);
	const alone = await send({ numbers: '27821111111', text: '日' });
	expect(alone.hints[0]?.message).toMatch(/^1 text holds characters that SMS cannot carry: 日\./);
});

it('says nothing of blanks and marks that nobody sees', async () => {
	server.answer(accepted(['27821111111', '101']));
	expect(hintsOf(await send({ numbers: '27821111111', text: 'a\tb\u00A0c\u200B' }))).toEqual([]);
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

const ZONE = 'Africa/Johannesburg';
const at = (scheduledAt: string | null, note?: Timing['note']): Timing => ({
	scheduledAt,
	...(note && { note }),
});
const shown = (timings: Timing[], zone = ZONE) =>
	timeHints(timings, zone).filter((hint) => hint !== undefined);

it.each<[string, Timing[], string[]]>([
	['nothing of what goes out at once', [at(null)], []],
	[
		'midnight',
		[at('2026-12-23T22:00:00Z', 'meansMidnight')],
		[
			'Scheduled for 2026-12-24 00:00 Africa/Johannesburg (2026-12-23 22:00 GMT): a date without a time of day means midnight. Write the time as in 2026-12-24 10:00:00.',
		],
	],
	[
		'an empty time',
		[at(null, 'isEmpty'), at(null, 'isEmpty')],
		["'Scheduled At' is empty for 2 messages, which means at once."],
	],
	[
		'a past time',
		[at(null, 'wasPast')],
		[
			"'Scheduled At' had passed for 1 message, and 'If Scheduled Time Is Past' is set to send at once.",
		],
	],
	[
		'a time that the hours moved',
		[at('2026-11-21T06:00:00Z', 'outsideHours')],
		[
			"Scheduled for 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		],
	],
])('says %s', (_, timings, hints) => expect(shown(timings)).toEqual(hints));

describe('the times of a run', () => {
	it('are the earliest three, each once', () => {
		const times = ['04', '02', '03', '02', '01'].map((hour) => at(`2026-11-21T${hour}:00:00Z`));
		expect(shown(times, 'UTC')).toEqual([
			'Scheduled for 2026-11-21 01:00 UTC; 2026-11-21 02:00 UTC; 2026-11-21 03:00 UTC and other times.',
		]);
	});

	it('are the first and the last where Messages per Minute spreads them', () => {
		const [first, last] = [at('2026-11-20T17:58:00Z'), at('2026-11-21T06:00:00Z', 'paced')];
		expect(shown([last, first])).toEqual([
			"'Messages per Minute' spreads the messages: the first go out at 2026-11-20 19:58 Africa/Johannesburg (2026-11-20 17:58 GMT), the last at 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT).",
		]);
		expect(shown([at(null), first, last])[0]).toMatch(
			/^'Messages per Minute' spreads the messages: the first go out at once, the last at 2026-11-21 08:00 /,
		);
	});
});
