import { decode } from './charset';

const MASK = '***';

/** A run of letters and digits that says too much of a secret even by itself. */
const TELLING_RUN = /[A-Za-z0-9]{6,}/g;

/**
 * Makes a function that takes a secret out of a text, in whatever encoding each of its characters
 * stands there: as itself, percent-encoded in UTF-8 or a single byte, as an XML or HTML entity, escaped
 * as in JSON, any of them more than once, or read in the wrong charset. Its longest run of letters and
 * digits goes too, in case the rest is written in yet another way.
 */
export function concealing(password: unknown): (text: string) => string {
	const secret = String(password ?? '');
	if (secret === '') return (text) => text;
	const runs = (secret.match(TELLING_RUN) ?? []).sort((one, other) => other.length - one.length);
	const forms = [
		Array.from(secret, formsOf).join(''),
		...runs.slice(0, 1),
		literal(Buffer.from(secret).toString('base64')),
	];
	const pattern = new RegExp(forms.join('|'), 'gi');
	return (text) => text.replace(pattern, MASK);
}

const NAMED_ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** An ampersand that may itself have been written as an entity, several times over. */
const AMPERSAND = '&(?:amp;)*';

/** A pattern for one character in every form it may take. */
function formsOf(character: string): string {
	const point = character.codePointAt(0) as number;
	const bytes = Buffer.from(character);
	const isAscii = point < 0x80;
	// Beyond ASCII entities have names by the hundred.
	const name = isAscii ? NAMED_ENTITIES[character] : '\\w+';
	const forms = [
		...(name === undefined ? [] : [`${AMPERSAND}${name};`]),
		`${AMPERSAND}#0*${point};`,
		`${AMPERSAND}#x0*${point.toString(16)};`,
		[...bytes].map(percentEncoded).join(''),
		...(point < 0x100 ? [percentEncoded(point)] : []),
		...(isAscii ? [] : [literal(bytes.toString('latin1')), literal(misread(bytes))]),
		Array.from(
			{ length: character.length },
			(_, index) => `(?:%|\\\\)u${hex(character.charCodeAt(index), 4)}`,
		).join(''),
		character === '&' ? AMPERSAND : `\\\\?${literal(character)}`,
		...(character === ' ' ? ['\\+'] : []),
	];
	return `(?:${forms.join('|')})`;
}

/** The bytes as a reader takes them that does not expect UTF-8. */
const misread = (bytes: Uint8Array): string => decode(bytes, 'text/plain; charset=windows-1252');

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const percentEncoded = (byte: number): string => `%(?:25)*${hex(byte, 2)}`;

const literal = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');
