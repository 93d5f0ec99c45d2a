/** Replaces the password of the account in a text by `***`. */
export type Mask = (text: string) => string;

/**
 * Makes the mask of a password. It finds the password in any capitals, each character as it is,
 * percent-encoded as in an address, or as a reference of XML or HTML, and the whole as in JSON. A password
 * of digits is only found as a whole number: within a longer one it is part of a phone number, a date or
 * an ID.
 */
export function maskOf(password: string): Mask {
	if (password === '') return (text) => text;
	const written = Array.from(password, formsOf).join('');
	const inJson = Array.from(JSON.stringify(password).slice(1, -1), literal).join('');
	const isNumber = /^\d+$/.test(password);
	// An encoded character before it may end with a digit.
	const pattern = isNumber
		? `(?:(?<!\\d)|(?<=%[\\da-f]{2}))${written}(?!\\d)`
		: `${written}|${inJson}`;
	const found = new RegExp(pattern, 'giu');
	return (text) => text.replace(found, '***');
}

const literal = (character: string): string =>
	`\\u{${(character.codePointAt(0) as number).toString(16)}}`;

/** The pattern of one character. Any name of a reference fits a sign, as HTML has thousands. */
function formsOf(character: string): string {
	const point = character.codePointAt(0) as number;
	const hexadecimal = point.toString(16);
	const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	const name = /[a-z\d]/i.test(character) ? '' : '|[a-z]\\w{1,30}';
	const space = character === ' ' ? '|\\+' : '';
	// Older servers write it as one byte.
	const byte = point > 0x7f && point < 0x100 ? `|%${hexadecimal}` : '';
	return `(?:${literal(character)}|${encoded}|&(?:#0*${point}|#x0*${hexadecimal}${name});${space}${byte})`;
}
