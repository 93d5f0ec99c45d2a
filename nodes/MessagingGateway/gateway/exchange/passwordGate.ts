import { NAMED_ENTITIES } from './entities';

/** Keeps the password of an account out of texts that people see. */
export interface PasswordGate {
	/** Whether a text may repeat the password, however it is written. Such a text must not be quoted. */
	mayRepeat: (text: string) => boolean;
	/** Replaces the password where it stands as it is, as in an address or as in XML. */
	mask: (text: string) => string;
}

/** Letters and digits in a row that a text must not share with a password. */
const RUN_LENGTH = 5;
/** Characters of the shortest password that is not taken for an ordinary word or number. */
const DISTINCT_LENGTH = 6;

/**
 * Makes the gate for a password. One with fewer than five letters and digits could be anywhere, so every
 * text may repeat it. One that is short or a number is masked only behind the word "password": elsewhere
 * it may be a sender, a date or an ID.
 */
export function passwordGate(credentials: { password?: unknown }): PasswordGate {
	const password = String(credentials.password ?? '');
	if (password === '') return { mayRepeat: () => false, mask: (text) => text };
	let pattern: RegExp | undefined;
	return {
		mayRepeat: remembering(searchFor(password)),
		mask: (text) => text.replace((pattern ??= patternOf(password)), '***'),
	};
}

/** An answer may hold the same text thousands of times. */
function remembering(judge: (text: string) => boolean): (text: string) => boolean {
	const known = new Map<string, boolean>();
	return (text) => {
		const judged = known.get(text) ?? judge(text);
		known.set(text, judged);
		return judged;
	};
}

function searchFor(password: string): (text: string) => boolean {
	if (lettersAndDigits(password).length < RUN_LENGTH) return () => true;
	const asPageShowsIt = password.replace(/<[^<>]*>|&#?\w+;/g, ' ');
	const runs = new Set([password, asPageShowsIt].flatMap(runsIn));
	// Two ways of writing may have been used one after the other.
	return (text) =>
		[...new Set(readings(text).flatMap(readings))].flatMap(runsIn).some((run) => runs.has(run));
}

/** All runs in a text, with and without its punctuation. */
const runsIn = (text: string): string[] =>
	[lettersAndDigits(text), text.toLowerCase().replace(/\s+/g, '')].flatMap((letters) =>
		Array.from({ length: Math.max(0, letters.length - RUN_LENGTH + 1) }, (_, start) =>
			letters.slice(start, start + RUN_LENGTH),
		),
	);

/** Without other letters too: they look different in each charset. */
const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^a-z\d]+/g, '');

/** A text with up to three levels of escapes undone, and as hexadecimal digits and Base64 mean it. */
function readings(text: string): string[] {
	const once = unescaped(text);
	const twice = unescaped(once);
	const digits = text.replace(/[^\da-f]+/gi, '');
	const base64 = text.replace(/[^\w+/-]+/g, '');
	// A code may begin anywhere among other characters.
	return [
		text,
		once,
		twice,
		unescaped(twice),
		...[0, 1].map((start) => Buffer.from(digits.slice(start), 'hex').toString('latin1')),
		...[0, 1, 2, 3].map((start) => Buffer.from(base64.slice(start), 'base64').toString('latin1')),
	];
}

/** Undoes the escapes of addresses, XML, HTML, JSON and program code once. */
const unescaped = (text: string): string =>
	text
		.replace(HEXADECIMAL, (_, byte, unit, point) => character(byte ?? unit ?? point, 16))
		.replace(/&#(\d{1,7});?/g, (_, digits) => character(digits, 10))
		.replace(/\\([0-7]{3})/g, (_, digits) => character(digits, 8))
		.replace(/&[a-z]{2,30};/gi, (name) => (/^&amp;$/i.test(name) ? '&' : ' '));

const HEXADECIMAL =
	/(?:%|\\x)([\da-f]{2})|(?:%u|\\u)([\da-f]{4})|(?:\\u\{|&#x)([\da-f]{1,6})[;}]?/gi;

function character(digits: string, base: number): string {
	const point = Number.parseInt(digits, base);
	return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/** The name of the field, and the signs before its value. */
const NAMED_PASSWORD = '(?<=password(?:%[\\da-f]{2}|&#?\\w+;|[^\\p{L}\\d]){1,8})';

function patternOf(password: string): RegExp {
	const isDistinct = password.length >= DISTINCT_LENGTH && /[^\d\s.,:;/+-]/.test(password);
	const behind = isDistinct ? '' : NAMED_PASSWORD;
	return new RegExp(behind + Array.from(password, writingsOf).join(''), 'giu');
}

/** A character as it is, percent-encoded, or as one of XML's references. */
function writingsOf(character: string): string {
	const point = character.codePointAt(0) as number;
	const hexadecimal = point.toString(16);
	const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	const [name] = Object.entries(NAMED_ENTITIES).find(([, meant]) => meant === character) ?? [];
	return `(?:\\u{${hexadecimal}}|${encoded}|&(?:#0*${point}|#x0*${hexadecimal}|${name ?? '#'});)`;
}
