import fc from 'fast-check';
import {
	isOptOut,
	isTooLong,
	measure,
	normalizeText,
} from '../../../nodes/MessagingGateway/gateway/specification/text';
import { anyText } from '../../support/anyText';

/** GSM 03.38, written out: the basic alphabet without its escape, and the extension. */
const BASIC =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

describe('measuring a text', () => {
	it('counts each of the 127 characters of the basic alphabet once', () => {
		expect([...BASIC]).toHaveLength(127);
		for (const character of BASIC) {
			expect(measure(character)).toEqual({
				encodedLength: 1,
				parts: 1,
				unsupportedCharacters: [],
			});
		}
	});

	it('counts each character of the extension twice', () => {
		for (const character of EXTENSION) {
			expect(measure(character)).toEqual({
				encodedLength: 2,
				parts: 1,
				unsupportedCharacters: [],
			});
		}
	});

	it('counts a character outside GSM 7-bit once and names it once', () => {
		expect(measure('“Hi” 😀“ç')).toEqual({
			encodedLength: 8,
			parts: 1,
			unsupportedCharacters: ['“', '”', '😀', 'ç'],
		});
	});

	it.each([
		[0, 1],
		[160, 1],
		[161, 2],
		[306, 2],
		[307, 3],
		[918, 6],
		[919, 7],
	])('takes %i characters for %i parts', (length, parts) => {
		expect(measure('a'.repeat(length)).parts).toBe(parts);
	});

	it('fits 80 extended characters into one part', () => {
		expect(measure('€'.repeat(80))).toMatchObject({ encodedLength: 160, parts: 1 });
	});

	it('counts the parts by the length, so that what can be sent never takes more than six', () => {
		const longest = measure('€'.repeat(459));
		expect(longest).toMatchObject({ encodedLength: 918, parts: 6 });
		expect(isTooLong(longest)).toBe(false);
	});

	it.each([
		[918, false],
		[919, true],
	])('says of %i characters that being too long is %s', (length, tooLong) => {
		expect(isTooLong(measure('a'.repeat(length)))).toBe(tooLong);
	});
});

describe('normalizing a text', () => {
	it('makes every kind of line break a line feed', () => {
		expect(normalizeText('a\r\nb\rc\nd\u2028e\u2029f\u0085g\vh')).toBe('a\nb\nc\nd\ne\nf\ng\nh');
	});

	it('keeps two carriage returns two lines', () => {
		expect(normalizeText('a\r\rb\n\r\nc')).toBe('a\n\nb\n\nc');
	});

	it('gives a text that can be percent-encoded, whatever it is given', () => {
		fc.assert(
			fc.property(anyText(), (text) => {
				expect(() => encodeURIComponent(normalizeText(text))).not.toThrow();
			}),
		);
		expect(normalizeText('a\uD83Db\uDE00c😀')).toBe('a\uFFFDb\uFFFDc😀');
	});
});

describe('opt-out trigger words', () => {
	it.each([
		['Stop', true],
		['STOP', true],
		[' stop\n', true],
		['End', true],
		['Cancel', true],
		['Unsubscribe', true],
		['quit', true],
		['Stop sending me this', true],
		['stop send', true],
		['Opt out please', true],
		['opt-out', true],
		['OPT_OUT', true],
		['Opt😀out', true],
		['Opt😀😀out', false],
		['optout', false],
		['opt  out', false],
		['Stop it', false],
		['Please stop', false],
		['The end', false],
		['', false],
	])('%j: %s', (text, optOut) => {
		expect(isOptOut(text)).toBe(optOut);
	});
});
