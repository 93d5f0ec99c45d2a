import { searchFor, type PhraseSearch } from './phraseSearch';
import { formsOfLogin, formsOfPassword, type SecretForm } from './secretForms';
import { readings } from './unescaping';

const MASK = '***';

/**
 * Makes a function that takes login name and password out of a text, in whatever way they stand there:
 * as they are or escaped as in addresses, XML, HTML or JSON, up to three times and each character in
 * its own way, in hexadecimal digits or Base64, read in a wrong charset, and in other capitals. Where
 * the text ends in the middle of the password, what there is of it goes too. A login name goes only
 * where it is a word by itself.
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
		// Most answers are never shown: the search is made for the first that is.
		search ??= searchForSecrets(login, password);
		return mask(text, search);
	};
}

interface SecretSearch {
	find: PhraseSearch<SecretForm>;
	/** UTF-16 units that are looked at together. */
	stretchLength: number;
	/** Units that two stretches have in common: no secret takes more, in whatever way it is written. */
	overlap: number;
}

const STRETCH_LENGTH = 65_536;

/** Units that one of a secret may take, escaped three times. */
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

/** Part of a text: the readings of all of a long one would take many times its room. */
interface Stretch {
	text: string;
	isFirst: boolean;
	isLast: boolean;
}

/** Tells of each unit of a text whether it is to be hidden. */
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
	// Spans may lie over each other by the thousand: where they begin and end is counted instead.
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

/** Behind the last unit of a reading the stretch may hold half an escape more. */
const TO_THE_END = Infinity;

/** Finds what of one reading of a stretch is to be hidden. */
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

/** Whether a span of a text stands there as a word by itself. */
function wordsOf(
	text: string,
	{ isFirst, isLast }: Stretch,
): (start: number, end: number) => boolean {
	// What stands at the edge of a stretch inside the text is seen whole in the stretch beside it.
	const endsWord = (at: number): boolean => {
		const character = text[at];
		if (character === undefined) return at < 0 ? isFirst : isLast;
		return !/[\p{L}\p{N}]/u.test(character);
	};
	return (start, end) => endsWord(start - 1) && endsWord(end);
}

/** The run of letters, digits and signs of Base64 around a span of a text. */
function codesOf(text: string): (start: number, end: number) => { start: number; end: number } {
	let last = { start: 0, end: 0 };
	return (start, end) => {
		// A run may hold thousands of spans: it is measured once.
		if (start >= last.start && end <= last.end) return last;
		last = { start, end };
		while (/[\w+/-]/.test(text[last.start - 1] ?? '')) last.start -= 1;
		while (/[\w+/-]/.test(text[last.end] ?? '')) last.end += 1;
		while (text[last.end] === '=') last.end += 1;
		if (last.end === text.length) last.end = TO_THE_END;
		return last;
	};
}
