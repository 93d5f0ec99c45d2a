import fc from 'fast-check';
import { excerpt, shown } from '../../../nodes/MessagingGateway/gateway/exchange/excerpt';
import { maskOf } from '../../../nodes/MessagingGateway/gateway/exchange/mask';
import { runs } from '../../support/runs';

const PASSWORD = 'p&ss "w<rd>é\'+/$';

describe('the mask of a password', () => {
	it.each([
		['as it is', PASSWORD],
		['in other capitals', 'P&SS "W<RD>É\'+/$'],
		['percent-encoded', "p%26ss%20%22w%3Crd%3E%C3%A9'%2B%2F%24"],
		['percent-encoded in lower case', "p%26ss%20%22w%3crd%3e%c3%a9'%2b%2f%24"],
		['percent-encoded letter by letter', '%70%26%73%73%20%22%77%3C%72%64%3E%C3%A9%27%2B%2F%24'],
		['percent-encoded byte by byte', "p%26ss%20%22w%3Crd%3E%E9'%2B%2F%24"],
		['encoded as a form', 'p%26ss+%22w%3Crd%3E%C3%A9%27%2B%2F%24'],
		['in XML', 'p&amp;ss &quot;w&lt;rd&gt;é&apos;+/$'],
		['in the XML of a request', 'p&amp;ss "w&lt;rd&gt;&#233;\'+/$'],
		['in HTML', 'p&amp;ss &quot;w&lt;rd&gt;&eacute;&#39;&plus;&sol;&dollar;'],
		['in JSON', 'p&ss \\"w<rd>é\'+/$'],
		['in hexadecimal references', 'p&#x26;ss "w&#x3C;rd>&#x0E9;\'+/$'],
	])('finds it %s', (_, written) => {
		expect(maskOf(PASSWORD)(`before ${written} after, ${written}`)).toBe('before *** after, ***');
	});

	it.each([
		['1234', 'user=demo&password=1234&message=1234', 'user=demo&password=***&message=***'],
		[
			'1234',
			'CLI=27821234567;DateReceived=202612341234',
			'CLI=27821234567;DateReceived=202612341234',
		],
		['1234', 'password%3D1234 password=%201234', 'password%3D*** password=%20***'],
		['27821111111', '<CLI>27821111111</CLI> 278211111110', '<CLI>***</CLI> 278211111110'],
	])('finds a password of digits only as a whole number: %j', (password, text, masked) => {
		expect(maskOf(password)(text)).toBe(masked);
	});

	it('changes nothing else', () => {
		const others = 'demo p&ss cDZzcw== p&amp;ss <b> %26 &#38;';
		expect(maskOf(PASSWORD)(others)).toBe(others);
		expect(maskOf('')('any text')).toBe('any text');
		expect(maskOf('word')('w&lt;rd')).toBe('w&lt;rd');
	});

	it('keeps any password out of what is shown, in each of these forms', () => {
		const references = (text: string, write: (point: number) => string): string =>
			Array.from(text, (sign) => (/\w/.test(sign) ? sign : write(sign.codePointAt(0) ?? 0))).join(
				'',
			);
		const forms: Array<(password: string) => string> = [
			(password) => password,
			encodeURIComponent,
			(password) => JSON.stringify(password),
			(password) => new URLSearchParams({ password }).toString(),
			(password) => references(password, (point) => `&#${point};`),
			(password) => references(password, (point) => `&#x${point.toString(16).toUpperCase()};`),
		];
		const passwords = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 30 });
		fc.assert(
			fc.property(
				passwords.filter((password) => /[^\d\s*]/.test(password)),
				fc.constantFrom('', ' ', 'password=', '<p>', 'x'.repeat(90)),
				fc.constantFrom('', ' ', '</p>', '&', ';'),
				(password, before, after) => {
					const mask = maskOf(password);
					for (const write of forms) {
						const text = before + write(password) + after;
						for (const seen of [mask(text), shown(text, mask), excerpt(text, mask)]) {
							expect(seen).not.toContain(password);
							expect(seen).not.toContain(write(password));
						}
					}
				},
			),
			{ numRuns: runs(500) },
		);
	});
});
