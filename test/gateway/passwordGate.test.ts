import fc from 'fast-check';
import { passwordGate } from '../../nodes/MessagingGateway/gateway/exchange/passwordGate';
import { growsTooFast, repeated } from '../support/growth';

const PASSWORD = 'p&ss "w<rd>é\'+/$';

describe('a text may repeat the password', () => {
	const { mayRepeat } = passwordGate({ password: PASSWORD });

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
		['percent-encoded as old scripts do', 'p%u0026ss%20%22w%3Crd%3E%u00E9%27+%2F$'],
		['in XML, escaped twice', 'p&amp;amp;ss &amp;quot;w&amp;lt;rd&amp;gt;é&amp;apos;+/$'],
		['with a named entity', 'p&amp;ss "w<rd>&eacute;\'+/$'],
		['read in the wrong charset', 'p&ss "w<rd>Ã©\'+/$'],
		['in Base64', Buffer.from(PASSWORD).toString('base64')],
		['in hexadecimal digits', Buffer.from(PASSWORD).toString('hex')],
		[
			'with every punctuation mark named',
			'p&amp;ss &quot;w&lt;rd&gt;&eacute;&apos;&plus;&sol;&dollar;',
		],
		['in other capitals', 'P&SS "W<RD>É\'+/$'],
		['with spaces that do not break', 'p&ss\u00A0"w<rd>é\'+/$'],
		['in pieces', 'p-s-s-w-r-d'],
		['letter by letter on lines', 'p\ns\ns\nw\nr\nd'],
		['as bytes in program code', 'p\\x26ss \\x22w\\x3crd\\x3e\\xc3\\xa9\\x27+/$'],
		['as characters in program code', 'p\\u{26}ss \\"w<rd>\\xe9\\\'+/$'],
		['as octal numbers in program code', 'p\\046ss \\042w\\074rd\\076\\303\\251\\047+/$'],
		[
			'with each letter in its own way',
			'%70%26amp;s\\u0073 &#34;w&#x3C;r\\x64&gt;%C3%A9%27%2B\\/$',
		],
		['percent-encoded, in XML', 'p%26amp%3Bss%20%26quot%3Bw%26lt%3Brd%26gt%3B%C3%A9%27%2B%2F%24'],
		[
			'percent-encoded three times',
			'p%252526ss%252520%252522w%25253Crd%25253E%2525C3%2525A9%252527%25252B%25252F%252524',
		],
	])('%s', (_, written) => {
		expect(mayRepeat(`before ${written} after`)).toBe(true);
	});

	it.each([
		['in hexadecimal digits', '7333637233742650617373'],
		['in hexadecimal digits with colons', '73:33:63:72:33:74:26:50:61:73:73'],
		['in Base64', 'czNjcjN0JlBhc3M='],
		['in Base64 without padding', 'czNjcjN0JlBhc3M'],
		['in Base64 on two lines', 'czNjcjN\n0JlBhc3M='],
		['in Base64 behind the login', 'ZGVtbzpzM2NyM3QmUGFzcw=='],
		['in Base64 behind three letters and a colon', 'ZGVtOnMzY3IzdCZQYXNz'],
		['in Base64 behind two letters and a colon', 'ZGU6czNjcjN0JlBhc3M='],
		['percent-encoded, in Base64', 'czNjcjN0JTI2UGFzcw=='],
		['percent-encoded, in hexadecimal digits', '73336372337425323650617373'],
		['in Base64, percent-encoded', 'czNjcjN0JlBhc3M%3D'],
		['in Base64 twice', 'Y3pOamNqTjBKbEJoYzNNPQ=='],
		['after its first letters', 'r3t&Pass'],
		['without its last letters', 's3cr3'],
		['behind a stray percent sign', '%s3cr3t'],
	])('%s', (_, written) => {
		const gate = passwordGate({ password: 's3cr3t&Pass' });
		expect(gate.mayRepeat(`before ${written} after`)).toBe(true);
		expect(gate.mayRepeat(`before/${written}`)).toBe(true);
	});

	it('finds its signs too where it was cut', () => {
		const gate = passwordGate({ password: 'ab!@#$%^&*()cde' });
		expect(gate.mayRepeat('password=ab!@#')).toBe(true);
	});

	it.each(['Welcome to nginx!', 's3cr', 'No such account: demo', 'HTTP 404 at 2026-11-20', ''])(
		'but %j does not',
		(text) => {
			expect(passwordGate({ password: 's3cr3t&Pass' }).mayRepeat(text)).toBe(false);
		},
	);

	it.each(['a', '1234', 'é', '!@#$%^&*()', 'пароль', '-a-b-c-d-'])(
		'if it has fewer than five letters and digits, as any text may: %j',
		(password) => {
			expect(passwordGate({ password }).mayRepeat('Welcome to nginx!')).toBe(true);
		},
	);

	it('if there is none, never', () => {
		expect(passwordGate({ password: '' }).mayRepeat('any text')).toBe(false);
		expect(passwordGate({}).mayRepeat('any text')).toBe(false);
		expect(passwordGate({ password: null }).mayRepeat('null')).toBe(false);
	});

	it('whatever it was typed as', () => {
		expect(passwordGate({ password: 12345678 }).mayRepeat('password=12345678')).toBe(true);
	});
});

describe('no way to write a password down', () => {
	const inHex = (text: string): string => Buffer.from(text).toString('hex');
	const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	const writings: Array<(text: string) => string> = [
		(text) => text,
		encodeURIComponent,
		(text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
		(text) => new URLSearchParams({ p: text }).toString().slice(2),
		(text) => inHex(text).replace(/../g, '%$&'),
		(text) => text.replace(/[&<>"']/g, (character) => NAMES[character] ?? '&#39;'),
		(text) => text.replace(/[^]/gu, (character) => `&#${character.codePointAt(0)};`),
		(text) => text.replace(/[^]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16)};`),
		(text) => text.replace(/[^]/gu, (character) => `&#${character.codePointAt(0)}`),
		(text) => JSON.stringify(text).slice(1, -1),
		(text) =>
			text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
		(text) => inHex(text).replace(/../g, '\\x$&'),
		(text) => Buffer.from(text).toString('latin1'),
		inHex,
		(text) => inHex(text).toUpperCase(),
		(text) => Buffer.from(text).toString('base64'),
		(text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
		(text) => Buffer.from(text).toString('base64url'),
		(text) => Buffer.from(`some:${text}`).toString('base64'),
		(text) => Buffer.from(`one:${text}!`).toString('base64'),
		(text) => Buffer.from(`a:${text}!!`).toString('base64url'),
	];
	const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
	const password = fc.string({
		unit: fc.constantFrom(...letters, ...letters, ...'é&<>"\'#%+/=- $ß€'),
		minLength: 6,
		maxLength: 24,
	});
	const writing = fc.constantFrom(...writings);

	it('gets past the gate, nor two of them one after the other', () => {
		fc.assert(
			fc.property(password, writing, writing, fc.string(), (secret, first, second, before) => {
				fc.pre(!/[%&\\]/.test(before));
				const { mayRepeat } = passwordGate({ password: secret });
				expect(mayRepeat(`${before} ${second(first(secret))} .`)).toBe(true);
			}),
			{ numRuns: 400 },
		);
	});

	it('makes the gate throw, whatever password and text are', () => {
		const anything = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
		const signs = fc.string({ unit: fc.constantFrom(...'%&\\#xu{};0a') });
		fc.assert(
			fc.property(anything, signs, (secret, text) => {
				const gate = passwordGate({ password: secret });
				expect(typeof gate.mayRepeat(text + secret)).toBe('boolean');
				expect(typeof gate.mask(text + secret)).toBe('string');
			}),
		);
	});
});

describe('masking the password in the words of others', () => {
	it.each([
		['as it is', PASSWORD],
		['percent-encoded', encodeURIComponent(PASSWORD)],
		['percent-encoded in lower case', encodeURIComponent(PASSWORD).toLowerCase()],
		['letter by letter', '%70%26%73%73%20%22%77%3C%72%64%3E%C3%A9%27%2B%2F%24'],
		['in XML', 'p&amp;ss &quot;w&lt;rd&gt;é&apos;+/$'],
		['in the XML of a request', 'p&amp;ss "w&lt;rd&gt;&#233;\'+/$'],
		['in hexadecimal references', 'p&#x26;ss "w&#x3C;rd>&#xE9;\'+/$'],
		['in other capitals', 'P&SS "W<RD>É\'+/$'],
	])('happens %s', (_, written) => {
		const { mask } = passwordGate({ password: PASSWORD });
		expect(mask(`before ${written} after, ${written}`)).toBe('before *** after, ***');
	});

	it.each([
		['1234', 'CLI=27821234567;DateReceived=202612341234;Message=1234;SentMessageID=1234'],
		['27821111111', '<CLI>27821111111</CLI><Message>Call 27821111111</Message>'],
		['2026-11-20', 'at 2026-11-20'],
		['CLI=', 'CLI=27821111111;DateReceived=202611200815;Message='],
		['Yes', 'Yes, yes'],
		['a', 'a word'],
	])('leaves senders, dates, numbers and short words alone: %j', (password, text) => {
		expect(passwordGate({ password }).mask(text)).toBe(text);
	});

	it.each([
		['1234', 'user=demo&password=1234&message=1234', 'user=demo&password=***&message=1234'],
		['1234', '<Password>1234</Password>', '<Password>***</Password>'],
		['1234', '{"password": "1234"}', '{"password": "***"}'],
		['pass', '<Password>pass</Password>', '<Password>***</Password>'],
		['1234', 'password&quot;&gt;1234', 'password&quot;&gt;***'],
		['27821111111', 'PASSWORD%3D27821111111', 'PASSWORD%3D***'],
	])('but not behind the word password: %j', (password, text, masked) => {
		expect(passwordGate({ password }).mask(text)).toBe(masked);
	});

	it('changes nothing else', () => {
		const { mask } = passwordGate({ password: PASSWORD });
		const others = 'demo p&ss cDZzcw== p&amp;ss <b> %26 &#38;';
		expect(mask(others)).toBe(others);
		expect(passwordGate({ password: '' }).mask('any text')).toBe('any text');
	});
});

describe('the time that masking takes', () => {
	it.each([
		['plain text', PASSWORD, 'Hello world '],
		['a password but for its last letter', PASSWORD, 'p&ss "w<rd>é\'+/'],
		['one letter', `${'a'.repeat(20)}b`, 'a'],
		['a password of one letter', 'a', 'a'],
		['the word password', '1234', 'password'],
		['percent signs', '%%%%%%a', '%25'],
		['ampersands', '&amp;&amp;&amp;', '&amp;'],
	])('is in proportion to the length of %s', (_, password, piece) => {
		const { mask } = passwordGate({ password });
		expect(growsTooFast(mask, (length) => repeated(piece, length))).toBe(false);
	});
});
