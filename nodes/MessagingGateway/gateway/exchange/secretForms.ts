import { decode } from './charset';
import { fold, NAMED_CHARACTER } from './unescaping';

/** One form in which a secret may occur in a text without escapes. */
export interface SecretForm {
	/** The form, folded. */
	text: string;
	/** The hidden span: the form, the form only as a word by itself, or the whole code that contains it. */
	extent: 'itself' | 'word' | 'code';
	/** The least units of its beginning that are hidden too, if the text ends in the middle of it. */
	telling: number;
}

/**
 * Makes the forms of a password: the password itself, its longest run of letters and digits in case the
 * rest is written in yet another way, and the beginning of its codes.
 *
 * @param login the login name, which precedes the password where both are in one Base64 text
 */
export function formsOfPassword(password: string, login: string): SecretForm[] {
	if (password === '') return [];
	const runs = password.match(/[A-Za-z0-9]{6,}/g) ?? [];
	const [longest = ''] = runs.sort((one, other) => other.length - one.length);
	const parts = [longest, password.trim()].filter(({ length }) => length >= SHORTEST_PART);
	// After a stray % or backslash its first letters are read as an escape.
	const ends = password.length < 8 ? [] : [password.slice(1), password.slice(2)];
	const start = password.slice(0, CODE_LENGTH).replace(/\p{Cs}/gu, '');
	const coded = [
		...WRITINGS.map((write) => write(start)),
		...codesOf(start),
		`${login.slice(0, CODE_LENGTH)}:${start}`,
	];
	return [
		...[password, ...parts, ...ends].flatMap(spellingsOf).map(itself),
		...coded.flatMap(codesOf).map(code),
	];
}

/** Makes the forms of a login name. A short one has none: it would be found everywhere in a text. */
export const formsOfLogin = (login: string): SecretForm[] =>
	login.length < SHORTEST_PART ? [] : spellingsOf(login).map(word);

/** The least letters of a part of a secret that must be hidden. */
const SHORTEST_PART = 4;

const itself = (text: string): SecretForm => ({
	text: fold(text),
	extent: 'itself',
	telling: Math.min(SHORTEST_PART, Math.floor(text.length / 2) + 1),
});

const word = (text: string): SecretForm => ({
	text: fold(text),
	extent: 'word',
	telling: Infinity,
});

const code = (text: string): SecretForm => ({
	text: fold(text),
	extent: 'code',
	telling: 6,
});

/** A secret with the spaces of an HTML form, misread up to twice, or with references by name. */
const spellingsOf = (secret: string): string[] =>
	[secret, secret.replaceAll(' ', '+')].flatMap((spelling) => {
		const misread = misreadingsOf(spelling);
		const named = spelling.replace(/\P{ASCII}/gu, NAMED_CHARACTER);
		return [spelling, ...misread, ...misread.flatMap(misreadingsOf), named];
	});

/** UTF-8 as it looks when each byte is read as one character. */
const misreadingsOf = (text: string): string[] => [
	Buffer.from(text).toString('latin1'),
	decode(Buffer.from(text), 'text/plain; charset=windows-1252'),
];

/** Units of a code that are searched for, and units of a secret that are encoded for it. */
const CODE_LENGTH = 32;

/**
 * The start of the encoded text in hexadecimal digits, and in Base64 at each of the three positions in
 * its groups of bytes. A short text has no codes: they would be found everywhere.
 */
function codesOf(writing: string | Buffer): string[] {
	const bytes = Buffer.from(writing);
	if (bytes.length < SHORTEST_PART) return [];
	const base64 = [0, 1, 2].map((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]);
		// A character holds six bits: characters with bits of other bytes are left out.
		const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
		return whole.toString('base64').slice(start, end);
	});
	const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	const hex = bytes.toString('hex');
	return [hex, hex.toUpperCase(), ...base64, ...forUrls].map((text) => text.slice(0, CODE_LENGTH));
}

const replacing =
	(pattern: RegExp, write: (character: string) => string) =>
	(secret: string): string =>
		secret.replace(pattern, write);

const ENTITIES: Partial<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

const inHex = (secret: string): string => Buffer.from(secret).toString('hex');

const unitsInHex = (secret: string): string =>
	Buffer.from(secret, 'utf16le').swap16().toString('hex');

/**
 * The ways in which a secret may have been written before it was encoded: in each charset, and in the
 * escapes of addresses, XML, HTML and JSON.
 */
const WRITINGS: Array<(secret: string) => string | Buffer> = [
	(secret) => secret,
	(secret) => Buffer.from(secret, 'latin1'),
	(secret) => Buffer.from(secret, 'utf16le'),
	(secret) => Buffer.from(secret).toString('latin1'),
	encodeURIComponent,
	(secret) => encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
	(secret) => new URLSearchParams([['', secret]]).toString().slice('='.length),
	(secret) => inHex(secret).replace(/../g, '%$&'),
	(secret) => inHex(secret).toUpperCase().replace(/../g, '%$&'),
	...['&apos;', '&#39;', '&#039;', '&#x27;', "'"].map((apostrophe) =>
		replacing(/[&<>"']/g, (character) => ENTITIES[character] ?? apostrophe),
	),
	replacing(/[^]/gu, (character) => `&#${character.codePointAt(0)};`),
	replacing(/[^]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16)};`),
	replacing(/[^]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`),
	(secret) => JSON.stringify(secret).slice(1, -1),
	(secret) => unitsInHex(secret).replace(/..../g, '\\u$&'),
	(secret) => unitsInHex(secret).toUpperCase().replace(/..../g, '\\u$&'),
	(secret) => inHex(secret).replace(/../g, '\\x$&'),
	(secret) => inHex(secret).toUpperCase().replace(/../g, '\\x$&'),
];
