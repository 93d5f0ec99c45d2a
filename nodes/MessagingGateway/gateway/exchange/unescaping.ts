/** A text after escapes in it were undone. */
export interface Reading {
	/** The text, folded. */
	text: string;
	/** The position of each UTF-16 unit of it, and of its end, in the original text. */
	positions: Uint32Array;
}

/** Stands for any character that a reference by name may mean, as there are thousands of names. */
export const NAMED_CHARACTER = '\uFFFF';

/** Most levels of escaping that are undone. */
const MAX_DEPTH = 3;

/**
 * Reads a text in every way that up to three levels of escaping allow: as it is, with each kind of
 * escape undone, with each kind undone again in the result, and so on. An escape that is not complete at
 * the end of the text is left out. Takes time linear in the text.
 */
export function* readings(text: string): Generator<Reading> {
	const first = asItIs(text);
	yield first;
	// The order of two kinds of escape seldom matters: most ways lead to a known reading.
	const known = new Set([first.text]);
	let latest = [first];
	for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
		const next: Reading[] = [];
		for (const reading of undoEach(latest)) {
			if (known.has(reading.text)) continue;
			known.add(reading.text);
			yield reading;
			if (depth < MAX_DEPTH) next.push(reading);
		}
		latest = next;
	}
}

function* undoEach(readings: Reading[]): Generator<Reading> {
	for (const reading of readings) {
		for (const kind of ESCAPES) {
			const undone = undo(reading, kind);
			if (undone) yield undone;
		}
	}
}

function asItIs(text: string): Reading {
	const positions = new Uint32Array(text.length + 1);
	for (let at = 0; at < positions.length; at += 1) positions[at] = at;
	return { text: fold(text), positions };
}

/** A way to write one character with several others. */
interface Escape {
	/** Finds one, or its beginning at the end of the text. Groups would take twice the time. */
	pattern: RegExp;
	/** Returns the character it means; '' if the end of the text cut it off. */
	read: (escape: string, isAtEnd: boolean) => string;
}

/** The escape of addresses and forms. */
const percentEncoding: Escape = {
	pattern: /%(?:u[\da-f]{4}|[\da-f]{2}|(?:u[\da-f]{0,3}|[\da-f])?$)/g,
	read: (escape) => {
		const isUnit = escape[1] === 'u';
		const digits = escape.slice(isUnit ? 2 : 1);
		return digits.length === (isUnit ? 4 : 2) ? character(digits, 16) : '';
	},
};

/** The escape of XML and HTML. */
const reference: Escape = {
	pattern: /&(?:#x0*[\da-f]{1,6};?|#0*\d{1,7};?|[a-z][\da-z]{1,30};|[#\da-z]{0,30}$)/g,
	read: (escape, isAtEnd) => {
		if (isAtEnd && !escape.endsWith(';')) return '';
		if (escape.startsWith('&#x')) return character(escape.slice(3), 16);
		if (escape.startsWith('&#')) return character(escape.slice(2), 10);
		return NAMED.get(escape.slice(1, -1)) ?? NAMED_CHARACTER;
	},
};

/** The escape of JSON, program code and command lines. */
const backslash: Escape = {
	pattern:
		/\\(?:u[\da-f]{4}|x[\da-f]{2}|u\{[\da-f]{1,6}\}|[0-7]{3}|(?:u(?:[\da-f]{0,3}|\{[\da-f]{0,6})|x[\da-f]?|[0-7]{0,2})$|[^])/g,
	read: (escape, isAtEnd) => {
		const sign = escape.charAt(1);
		if (escape.length === 4 && sign !== 'u' && sign !== 'x') return character(escape.slice(1), 8);
		if (isAtEnd && /[0-7]/.test(sign)) return '';
		if (sign !== 'u' && sign !== 'x') return CONTROLS.get(sign) ?? sign;
		if (escape.endsWith('}')) return character(escape.slice(3), 16);
		return escape.length === (sign === 'u' ? 6 : 4) ? character(escape.slice(2), 16) : '';
	},
};

const ESCAPES = [percentEncoding, reference, backslash];

/** Replaces the references of XML and HTML in a text, once; of the names only the usual ones are known. */
export const readReferences = (text: string): string =>
	text.replace(/&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (escape) => {
		const meant = reference.read(escape.toLowerCase(), false);
		return meant === NAMED_CHARACTER ? escape : meant;
	});

/** The character with that number; '' if there is no number. */
function character(digits: string, base: number): string {
	const point = Number.parseInt(digits, base);
	if (Number.isNaN(point)) return '';
	return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
}

const CONTROLS = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }));

/** HTML's names, in lower case, for characters of a password other than letters and digits. */
const NAMED = new Map(
	Object.entries({
		amp: '&',
		apos: "'",
		ast: '*',
		bsol: '\\',
		colon: ':',
		comma: ',',
		commat: '@',
		dollar: '$',
		equals: '=',
		excl: '!',
		grave: '`',
		gt: '>',
		hat: '^',
		lbrace: '{',
		lbrack: '[',
		lcub: '{',
		lowbar: '_',
		lpar: '(',
		lsqb: '[',
		lt: '<',
		nbsp: ' ',
		num: '#',
		percnt: '%',
		period: '.',
		plus: '+',
		quest: '?',
		quot: '"',
		rbrace: '}',
		rbrack: ']',
		rcub: '}',
		rpar: ')',
		rsqb: ']',
		semi: ';',
		sol: '/',
		verbar: '|',
		vert: '|',
	}),
);

/** Undoes one kind of escape in the whole text; returns `undefined` if the text has none. */
function undo({ text, positions }: Reading, { pattern, read }: Escape): Reading | undefined {
	const origins = new Uint32Array(text.length + 1);
	let length = 0;
	let done = 0;
	let end = text.length;
	const keepUntil = (next: number): void => {
		while (done < next) origins[length++] = positions[done++] as number;
	};
	const undone = text.replace(pattern, (escape: string, start: number) => {
		const meant = read(escape, start + escape.length === text.length);
		keepUntil(start);
		for (let unit = 0; unit < meant.length; unit += 1) {
			origins[length++] = positions[start] as number;
		}
		done = start + escape.length;
		if (meant === '') end = start;
		return meant;
	});
	if (done === 0) return undefined;
	keepUntil(text.length);
	origins[length++] = positions[end] as number;
	return { text: fold(undone), positions: origins.subarray(0, length) };
}

/**
 * Folds a text: lower case, and one kind of space. The length does not change, and the result of a
 * letter does not depend on the letters beside it.
 */
export const fold = (text: string): string =>
	text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ').replaceAll('\u00A0', ' ');
