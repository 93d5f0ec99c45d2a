/** A mutant that changes nothing anybody could see. */
interface Equivalent {
	/** The line of code, and the same line with the mutation. */
	line: string;
	becomes: string;
	reason: string;
}

/** A line with a number that may be one more or one less. */
const aboutAsMuch = (line: string, number: string, reason: string): Equivalent[] =>
	[1, -1].map((difference) => {
		const other = String(Number(number.replaceAll('_', '')) + difference);
		return { line, becomes: line.replace(number, other), reason };
	});

export const EQUIVALENTS: Equivalent[] = [
	...aboutAsMuch(
		'const minutesAhead = (Date.parse(time) - Date.now()) / 60_000;',
		'60_000',
		'The minutes are rounded to a quarter of an hour afterwards.',
	),
	...[
		['const KEYS_AGAIN = 100;', '100'],
		['const LONGEST_START = 3_600_000;', '3_600_000'],
		['const AN_HOUR = 3_600_000;', '3_600_000'],
		['export const USUAL_ANSWER = 5_000;', '5_000'],
		['const LONGEST_CLOSE = 25_000;', '25_000'],
		['const LONGEST_WAIT = 10_000;', '10_000'],
	].flatMap(([line = '', number = '']) =>
		aboutAsMuch(line, number, 'Any number or time of about that will do.'),
	),
	...['24', '60'].flatMap((number) =>
		aboutAsMuch('const DAY = 24 * 60 * MINUTE;', number, 'A day is looked at with its neighbours.'),
	),
	{
		line: "if (start.startsWith(BYTE_ORDER_MARK)) return 'utf-8';",
		becomes: "if (start.startsWith(BYTE_ORDER_MARK)) return '';",
		reason: 'A charset that does not exist is read as UTF-8.',
	},
	{
		line: "return { code, message: [messages].flat().join(' '), cause: error };",
		becomes: "return { code, message: [messages].flat().join(''), cause: error };",
		reason: 'Words of Node.js are looked for in it, each in one message.',
	},
	{
		line: 'const quarter = Math.floor(minute / 15);',
		becomes: 'const quarter = Math.floor(minute * 15);',
		reason: 'Only slower: every minute has an offset of its own then.',
	},
	...['>= 0', '> 1'].map((other) => ({
		line: "const direction = minutesAhead > 0 ? 'ahead of' : 'behind';",
		becomes: `const direction = minutesAhead ${other} ? 'ahead of' : 'behind';`,
		reason: 'A difference of less than a quarter of an hour is not told.',
	})),
	{
		line: 'const left = Math.min(timeout, Math.floor(end - performance.now()));',
		becomes: 'const left = Math.min(timeout, Math.ceil(end - performance.now()));',
		reason: 'A poll has seconds to spare, and this is a part of a millisecond.',
	},
	{
		line: 'const end = Math.max(0, Math.ceil(milliseconds));',
		becomes: 'const end = Math.max(1, Math.ceil(milliseconds));',
		reason: 'A timer takes a millisecond at least.',
	},
	{
		line: "typeof typed === 'string' && /^\\s*[\\d-]+\\s*$/.test(typed);",
		becomes: "typeof typed === 'string' && /^\\s*[\\d-]*\\s*$/.test(typed);",
		reason: 'A text without a date is refused before.',
	},
];
