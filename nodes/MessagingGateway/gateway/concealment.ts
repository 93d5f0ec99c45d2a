const MASK = '***';

/**
 * Makes a function that takes a secret out of a text, in whatever encoding each of its characters
 * stands there: as itself, percent-encoded once or twice, as an XML or HTML entity, or escaped as in
 * JSON.
 */
export function concealing(secret: string): (text: string) => string {
	if (secret === '') return (text) => text;
	const pattern = new RegExp(Array.from(secret, formsOf).join(''), 'gi');
	const encoded = Buffer.from(secret).toString('base64');
	return (text) => text.replace(pattern, MASK).replaceAll(encoded, MASK);
}

const NAMED_ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** A pattern for one character in every form it may take. */
function formsOf(character: string): string {
	const point = character.codePointAt(0) as number;
	const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
	const named = NAMED_ENTITIES[character];
	const forms = [
		...(named === undefined ? [] : [`&${named};`]),
		`&#0*${point};`,
		`&#x0*${point.toString(16)};`,
		bytes.map((byte) => `%(?:25)?${byte}`).join(''),
		`\\\\u${point.toString(16).padStart(4, '0')}`,
		`\\\\?${literal(character)}`,
		...(character === ' ' ? ['\\+'] : []),
	];
	return `(?:${forms.join('|')})`;
}

const literal = (character: string): string => character.replace(/[$()*+.?[\\\]^{|}/-]/, '\\$&');
