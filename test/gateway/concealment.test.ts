import fc from 'fast-check';
import { concealing } from '../../nodes/MessagingGateway/gateway/exchange/concealment';
import { growsTooFast, repeated } from '../support/growth';
import { runs } from '../support/runs';

const PASSWORD = 'p&ss "w<rd>é\'+/$';

describe('concealing the password', () => {
	const conceal = concealing({ password: PASSWORD });

	it.each([
		['as it is', PASSWORD],
		['percent-encoded', encodeURIComponent(PASSWORD)],
		['with every character percent-encoded', '%70%26%73%73%20%22%77%3C%72%64%3E%C3%A9%27%2B%2F%24'],
		['percent-encoded in lower case', encodeURIComponent(PASSWORD).toLowerCase()],
		['encoded as a form', new URLSearchParams({ p: PASSWORD }).toString().slice(2)],
		['percent-encoded twice', encodeURIComponent(encodeURIComponent(PASSWORD))],
		['in XML', 'p&amp;ss &quot;w&lt;rd&gt;é&apos;+/$'],
		['in HTML', 'p&#38;ss &#x22;w&lt;rd&gt;&#233;&#39;+/$'],
		['in JSON', JSON.stringify(PASSWORD).slice(1, -1)],
		['in JSON of pure ASCII', 'p\\u0026ss \\"w<rd>\\u00e9\'+\\/$'],
		['percent-encoded in a single-byte charset', 'p%26ss%20%22w%3Crd%3E%e9%27%2B%2F%24'],
		['percent-encoded as old scripts do', 'p%u0026ss%20%22w%3Crd%3E%u00E9%27+%2F$'],
		['in XML, escaped twice', 'p&amp;amp;ss &amp;quot;w&amp;lt;rd&amp;gt;é&amp;apos;+/$'],
		['with a named entity', 'p&amp;ss "w<rd>&eacute;\'+/$'],
		['read in the wrong charset', 'p&ss "w<rd>Ã©\'+/$'],
		['in Base64', Buffer.from(PASSWORD).toString('base64')],
		[
			'with every punctuation mark named',
			'p&amp;ss &quot;w&lt;rd&gt;&eacute;&apos;&plus;&sol;&dollar;',
		],
		['in other capitals', 'P&SS "W<RD>É\'+/$'],
		['with spaces that do not break', 'p&ss\u00A0"w<rd>é\'+/$'],
		['as bytes in program code', 'p\\x26ss \\x22w\\x3crd\\x3e\\xc3\\xa9\\x27+/$'],
		['as characters in program code', 'p\\u{26}ss \\"w<rd>\\xe9\\\'+/$'],
		['as octal numbers in program code', 'p\\046ss \\042w\\074rd\\076\\303\\251\\047+/$'],
		[
			'with each letter in its own way',
			'%70%26amp;s\\u0073 &#34;w&#x3C;r\\x64&gt;%C3%A9%27%2B\\/$',
		],
		['percent-encoded, in XML', 'p%26amp%3Bss%20%26quot%3Bw%26lt%3Brd%26gt%3B%C3%A9%27%2B%2F%24'],
		[
			'in XML, percent-encoded',
			'p&#37;26ss&#37;20&#37;22w&#37;3Crd&#37;3E&#37;C3&#37;A9&#37;27&#37;2B/$',
		],
		[
			'in XML, then in JSON',
			'p\\u0026amp;ss \\u0026quot;w\\u0026lt;rd\\u0026gt;é\\u0026apos;+\\/$',
		],
		['in JSON, then in JSON', 'p&ss \\\\\\"w<rd>é\'+\\\\/$'],
		[
			'percent-encoded three times',
			'p%252526ss%252520%252522w%25253Crd%25253E%2525C3%2525A9%252527%25252B%25252F%252524',
		],
	])('finds it %s', (_, form) => {
		expect(conceal(`before ${form} after`)).toBe('before *** after');
	});

	it('takes out its longest run of letters and digits too', () => {
		expect(concealing({ password: 'Ünm1stakable!' })('so Xnm1stakable? it is')).toBe(
			'so X***? it is',
		);
	});

	it('finds it without the blanks around it', () => {
		expect(concealing({ password: ' p@ss! ' })('<p>p@ss!</p>')).toBe('<p>***</p>');
	});

	it('hides but the first letters where a stray sign makes an escape of them', () => {
		const hidden = concealing({ password: 'abc&defgh' });
		expect(hidden('100%abc%26defgh')).toBe('100%ab***');
	});

	it('leaves a text without it alone', () => {
		expect(conceal('p&s "w<rd>')).toBe('p&s "w<rd>');
	});

	it('leaves everything alone where there is no password', () => {
		expect(concealing({ password: '' })('any text')).toBe('any text');
		expect(concealing({})('any text')).toBe('any text');
		expect(concealing({ password: null })('null')).toBe('null');
	});

	it('takes any value for the text that it is sent as', () => {
		expect(concealing({ password: 12345678 })('password=12345678')).toBe('password=***');
	});

	it('finds any password, raw or percent-encoded', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (password) => {
				const hidden = concealing({ password });
				expect(hidden(password)).toBe('***');
				expect(hidden(encodeURIComponent(password))).toBe('***');
			}),
		);
	});

	it('never throws, whatever secrets and text are', () => {
		const anything = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
		const signs = fc.string({ unit: fc.constantFrom(...'%&\\#xu{};0a') });
		fc.assert(
			fc.property(fc.anything(), anything, signs, (user, password, text) => {
				fc.pre(isConvertible(user));
				expect(typeof concealing({ user, password })(text + password)).toBe('string');
			}),
		);
	});
});

/** What `String` takes. */
function isConvertible(value: unknown): boolean {
	try {
		return typeof String(value) === 'string';
	} catch {
		return false;
	}
}

describe('concealing the password in codes', () => {
	const conceal = concealing({ user: 'demo', password: 's3cr3t&Pass' });

	it.each([
		['in hexadecimal digits', '7333637233742650617373'],
		['in Base64', 'czNjcjN0JlBhc3M='],
		['in Base64 without padding', 'czNjcjN0JlBhc3M'],
		['in Base64 behind the login', 'ZGVtbzpzM2NyM3QmUGFzcw=='],
		['in Base64 behind three letters and a colon', 'ZGVtOnMzY3IzdCZQYXNz'],
		['in Base64 behind two letters and a colon', 'ZGU6czNjcjN0JlBhc3M='],
		['percent-encoded, in Base64', 'czNjcjN0JTI2UGFzcw=='],
		['percent-encoded, in hexadecimal digits', '73336372337425323650617373'],
		['in Base64, percent-encoded', 'czNjcjN0JlBhc3M%3D'],
		['in Base64 twice', 'Y3pOamNqTjBKbEJoYzNNPQ=='],
	])('finds it %s', (_, form) => {
		expect(conceal(`before ${form} after`)).toBe('before *** after');
	});

	it('finds it in Base64 for addresses', () => {
		const hidden = concealing({ password: 'a>b?c~d>e?' });
		expect(hidden('before YT5iP2N+ZD5lPw== after')).toBe('before *** after');
		expect(hidden('before YT5iP2N-ZD5lPw after')).toBe('before *** after');
	});

	it('does not look for codes of something short', () => {
		expect(concealing({ password: 'abc' })('616263 YWJj')).toBe('616263 YWJj');
	});
});

describe('concealing a password that the end of the text cut off', () => {
	const conceal = concealing({ user: 'demo', password: 's3cr3t&Pass' });

	it.each([
		['s3cr3t&Pas', '***'],
		['s3cr', '***'],
		['s3c', 's3c'],
		['s3cr3t%26P', '***'],
		['s3cr3t%2', '***'],
		['s3cr3t%', '***'],
		['s3cr3t&am', '***'],
		['s3cr3t&#3', '***'],
		['s3cr3t\\u00', '***'],
		['s3cr3t\\x2', '***'],
		['s3cr3t\\u{2', '***'],
		['s3cr3t\\', '***'],
		['%73%33%63%72', '***'],
		['73336372', '***'],
		['czNjcjN', '***'],
		['ZGVtbzpzM2Ny', '***'],
		['%257333%256', '%257333%256'],
	])('hides %j there: %j', (end, shown) => {
		expect(conceal(`before ${end}`)).toBe(`before ${shown}`);
		if (shown === '***') expect(conceal(`before ${end} after`)).not.toBe('before *** after');
	});

	it('hides most of a short one', () => {
		const hidden = concealing({ password: 'a1b2' });
		expect(hidden('before a1b')).toBe('before ***');
		expect(hidden('before a1')).toBe('before a1');
	});
});

describe('concealing the login name', () => {
	const conceal = concealing({ user: ' demo ', password: 's3cr3t&Pass' });

	it.each([
		['user=demo&password=s3cr3t%26Pass', 'user=***&password=***'],
		['<User>demo</User>', '<User>***</User>'],
		['{"user":"demo"}', '{"user":"***"}'],
		['No account DEMO', 'No account ***'],
		['user%3Ddemo%26p', 'user%3D***%26p'],
		['user=d%65mo', 'user=***'],
		['a demonstration of democracy', 'a demonstration of democracy'],
		['mydemo and demo2 and démo', 'mydemo and demo2 and démo'],
		['user=dem', 'user=dem'],
	])('makes %j %j', (text, shown) => {
		expect(conceal(text)).toBe(shown);
	});

	it('leaves a short one, which would be found everywhere', () => {
		expect(concealing({ user: 'to', password: '' })('sent to you')).toBe('sent to you');
	});

	it('knows a word where it looks at a long text part by part', () => {
		const [letters, words] = ['x', ' demo'].map((piece) => repeated(piece, 300_000));
		expect(conceal(`${letters}demo${letters}`)).toBe(`${letters}demo${letters}`);
		expect(conceal(`${words} `)).toBe(`${repeated(' ***', 240_000)} `);
	});
});

describe('no way to write a secret down', () => {
	const inHex = (text: string): string => Buffer.from(text).toString('hex');
	const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	const escapes: Array<(text: string) => string> = [
		(text) => text,
		encodeURIComponent,
		(text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
		(text) => new URLSearchParams({ p: text }).toString().slice(2),
		(text) => inHex(text).replace(/../g, '%$&'),
		(text) => text.replace(/[&<>"']/g, (character) => NAMES[character] ?? '&#39;'),
		(text) => text.replace(/[^]/gu, (character) => `&#${character.codePointAt(0)};`),
		(text) => text.replace(/[^]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16)};`),
		(text) => JSON.stringify(text).slice(1, -1),
		(text) =>
			text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
		(text) => inHex(text).replace(/../g, '\\x$&'),
		(text) => Buffer.from(text).toString('latin1'),
	];
	const codes: Array<(text: string) => string> = [
		inHex,
		(text) => inHex(text).toUpperCase(),
		(text) => Buffer.from(text).toString('base64'),
		(text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
		(text) => Buffer.from(text).toString('base64url'),
		(text) => Buffer.from(`some:${text}`).toString('base64'),
		(text) => Buffer.from(`one:${text}!`).toString('base64'),
		(text) => Buffer.from(`a:${text}!!`).toString('base64url'),
	];
	const password = fc
		.string({ unit: 'grapheme', minLength: 6, maxLength: 20 })
		.filter((text) => /^(?![\s*]*$)/.test(text));
	const writing = fc.constantFrom(...escapes, ...codes);

	it('gets past the concealment, nor two of them one after the other', () => {
		fc.assert(
			fc.property(password, writing, writing, (secret, first, second) => {
				const written = second(first(secret));
				expect(concealing({ password: secret })(`Sorry: ${written} .`)).toBe('Sorry: *** .');
			}),
			{ numRuns: runs(150) },
		);
	});

	it('gets past it for the text around it', () => {
		const before = fc.string().filter((text) => !/[%&\\]/.test(text));
		const around = fc.tuple(before, fc.string());
		fc.assert(
			fc.property(password, writing, writing, around, (secret, first, second, [start, end]) => {
				const written = second(first(secret));
				const shown = concealing({ password: secret })(start + written + end);
				expect(shown).not.toContain(written);
				expect(shown).toContain('***');
			}),
			{ numRuns: runs(150) },
		);
	});

	it('gets past it where the end of the text cut it off, but for three letters', () => {
		const escape = fc.constantFrom(...escapes);
		const cut = fc.double({ min: 0, max: 1, noNaN: true });
		fc.assert(
			fc.property(password, escape, escape, cut, (secret, first, second, part) => {
				fc.pre(secret.trim() === secret);
				const start = second(first(Array.from(secret).slice(0, 4).join('')));
				const whole = second(first(secret));
				fc.pre(whole.startsWith(start));
				const end = start.length + Math.floor(part * (whole.length - start.length));
				expect(concealing({ password: secret })(`Sorry: ${whole.slice(0, end)}`)).toBe(
					'Sorry: ***',
				);
			}),
			{ numRuns: runs(150) },
		);
	});

	it('gets past it where a long text is looked at part by part', () => {
		const secret = 'p&ss "w<rd>é\'+/$';
		const conceal = concealing({ password: secret });
		const written = encodeURIComponent(encodeURIComponent(secret));
		for (let before = 60_000; before < 66_000; before += 97) {
			const [start, end] = ['x'.repeat(before), 'y'.repeat(5000)];
			expect(conceal(start + written + end)).toBe(`${start}***${end}`);
		}
	});
});

describe('the time that concealing takes', () => {
	const password = 'p&ss "w<rd>é\'+/$';

	it.each<[string, string, string]>([
		['plain text', password, 'Hello world '],
		['a password but for its last letter', password, 'p&ss "w<rd>é\'+/'],
		[
			'a password but for its last letter, encoded',
			password,
			'p%26ss%20%22w%3Crd%3E%C3%A9%27%2B%2F',
		],
		['28 ampersands but for the last', '&'.repeat(28), `${'&amp;'.repeat(27)}x`],
		['ampersands', '&'.repeat(28), '&'],
		['one letter', `${'a'.repeat(100)}b`, 'a'],
		['a password of one letter', 'a', 'a'],
		['a very long password', 'a'.repeat(5000), 'a'],
		['percent signs', password, '%'],
		['percent signs, encoded', password, '%25'],
		['beginnings of references', password, '&#'],
		['one long reference', password, '0'],
		['names of references', password, '&a'],
		['backslashes', password, '\\'],
		['escapes of all kinds', password, '%25&amp;\\u0025\\\\%5c&#92;&#x25;'],
		['the password in Base64', 's3cr3tPass', 'czNjcjN0UGFzcw'],
		['the password in hexadecimal digits', 's3cr3tPass', '73336372337450617373'],
	])('is in proportion to the length of %s', (_, secret, piece) => {
		const conceal = concealing({ user: 'demo', password: secret });
		expect(growsTooFast(conceal, (length) => `&#${repeated(piece, length)}`)).toBe(false);
	});
});
