import { searchFor, type PhraseSearch } from './phraseSearch';
import { formsOfLogin, formsOfPassword, type SecretForm } from './secretForms';
import { readings } from './unescaping';

const MASK = '***';

/**
 * Makes a function that removes login name and password from a text, in whatever form they occur: as
 * they are; escaped as in addresses, XML, HTML or JSON, up to three times and each character in a
 * different way; in hexadecimal digits or Base64; read in a wrong charset; in other capitals. If the
 * text ends in the middle of the password, that part is removed too. A login name is removed only where
 * it is a word by itself.
 *
 * The function takes time linear in the text, whatever the secrets are.
 */
export function concealing(credentials: {
	user?: unknown;
	password?: unknown;
}): (text: string) => string {
	const login = String(credentials.user ?? '').trim();
	const password = String(credentials.password ?? '');
	let search: SecretSearch | undefined;
	return (text) => {
		// Most answers are never shown: the search is built when the first one is.
		search ??= searchForSecrets(login, password);
		return mask(text, search);
	};
}

interface SecretSearch {
	find: PhraseSearch<SecretForm>;
	/** UTF-16 units that are searched together. */
	stretchLength: number;
	/** Units that two stretches share: no secret is longer, in whatever form it is written. */
	overlap: number;
}

const STRETCH_LENGTH = 65_536;

/** Units that one unit of a secret may take after it was escaped three times. */
const ESCAPED_LENGTH = 64;

function searchForSecrets(login: string, password: string): SecretSearch {
	const forms = [...formsOfPassword(password, login), ...formsOfLogin(login)];
	const different = new Map(forms.map((form) => [`${form.extent} ${form.text}`, form]));
	const overlap = ESCAPED_LENGTH * Math.max(0, ...forms.map(({ text }) => text.length));
	return {
		find: searchFor([...different.values()]),
		stretchLength: Math.max(STRETCH_LENGTH, 4 * overlap),
		overlap,
	};
}

function mask(text: string, search: SecretSearch): string {
	const hidden = findHidden(text, search);
	const pieces: string[] = [];
	let shown = 0;
	for (let start = hidden.indexOf(1); start >= 0; start = hidden.indexOf(1, shown)) {
		pieces.push(text.slice(shown, start), MASK);
		const end = hidden.indexOf(0, start);
		shown = end < 0 ? text.length : end;
	}
	return pieces.join('') + text.slice(shown);
}

/** Part of a text: the readings of a whole long text would take many times its memory. */
interface Stretch {
	text: string;
	isFirst: boolean;
	isLast: boolean;
}

/** Marks each unit of a text that must be hidden. */
function findHidden(text: string, { find, stretchLength, overlap }: SecretSearch): Uint8Array {
	const hidden = new Uint8Array(text.length);
	for (let start = 0, end = 0; end < text.length; start = end - overlap) {
		end = Math.min(start + stretchLength, text.length);
		const stretch = {
			text: text.slice(start, end),
			isFirst: start === 0,
			isLast: end === text.length,
		};
		markHidden(hidden.subarray(start, end), stretch, find);
	}
	return hidden;
}

function markHidden(hidden: Uint8Array, stretch: Stretch, find: SecretSearch['find']): void {
	// Thousands of spans may overlap, so their starts and ends are counted instead.
	const covering = new Int32Array(hidden.length + 1);
	for (const { text, positions } of readings(stretch.text)) {
		const add = (position: number, count: number): void => {
			const at = positions[position] ?? hidden.length;
			covering[at] = (covering[at] ?? 0) + count;
		};
		findSpans(text, stretch, find, (start, end) => {
			add(start, 1);
			add(end, -1);
		});
	}
	let spans = 0;
	for (let at = 0; at < hidden.length; at += 1) {
		spans += covering[at] ?? 0;
		if (spans > 0) hidden[at] = 1;
	}
}

/** The stretch may hold half an escape after the last unit of a reading. */
const TO_THE_END = Infinity;

/** Finds the spans of one reading of a stretch that must be hidden. */
function findSpans(
	text: string,
	stretch: Stretch,
	find: SecretSearch['find'],
	found: (start: number, end: number) => void,
): void {
	const isWord = wordsOf(text, stretch);
	const codeAround = codesOf(text);
	const whole = ({ extent }: SecretForm, start: number, end: number): void => {
		const span = extent === 'code' ? codeAround(start, end) : { start, end };
		if (extent !== 'word' || isWord(start, end)) found(span.start, span.end);
	};
	const begun = ({ telling }: SecretForm, start: number, end: number): void => {
		if (stretch.isLast && end - start >= telling) found(start, TO_THE_END);
	};
	find(text, whole, begun);
}

/** Makes a function that checks whether a span of a text is a word by itself. */
function wordsOf(
	text: string,
	{ isFirst, isLast }: Stretch,
): (start: number, end: number) => boolean {
	// A word at the edge of a stretch is seen whole in the neighbouring stretch.
	const endsWord = (at: number): boolean => {
		const character = text[at];
		if (character === undefined) return at < 0 ? isFirst : isLast;
		return !/[\p{L}\p{N}]/u.test(character);
	};
	return (start, end) => endsWord(start - 1) && endsWord(end);
}

/** Makes a function that returns the run of Base64 characters around a span of a text. */
function codesOf(text: string): (start: number, end: number) => { start: number; end: number } {
	let last = { start: 0, end: 0 };
	return (start, end) => {
		// A run may hold thousands of spans, so it is measured once.
		if (start >= last.start && end <= last.end) return last;
		last = { start, end };
		while (/[\w+/-]/.test(text[last.start - 1] ?? '')) last.start -= 1;
		while (/[\w+/-]/.test(text[last.end] ?? '')) last.end += 1;
		while (text[last.end] === '=') last.end += 1;
		if (last.end === text.length) last.end = TO_THE_END;
		return last;
	};
}
