import fc from 'fast-check';
import { concealing } from '../../nodes/MessagingGateway/gateway/exchange/concealment';

const PASSWORD = 'p&ss "w<rd>é\'+/$';

describe('concealing the password', () => {
	const conceal = concealing(PASSWORD);

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
	])('finds it %s', (_, form) => {
		expect(conceal(`before ${form} after`)).toBe('before *** after');
	});

	it('takes out its longest run of letters and digits too', () => {
		expect(concealing('Ünm1stakable!')('so Xnm1stakable? it is')).toBe('so X***? it is');
	});

	it('leaves a text without it alone', () => {
		expect(conceal('p&s "w<rd>')).toBe('p&s "w<rd>');
	});

	it('leaves everything alone where there is no password', () => {
		expect(concealing('')('any text')).toBe('any text');
	});

	it('finds any password, raw or percent-encoded', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (password) => {
				const hidden = concealing(password);
				expect(hidden(password)).toBe('***');
				expect(hidden(encodeURIComponent(password))).toBe('***');
			}),
		);
	});
});
