import fc from 'fast-check';
import { encodedLength, partsOf } from '../../simulator/textLength';

describe('the GSM 7-bit encoded length', () => {
	test.each([
		['', 0],
		['Hello', 5],
		['@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà\n\r', 44],
		['€', 2],
		['^{}\\[~]|\f', 18],
		['[€]', 6],
	])('of %j is %i', (text, length) => {
		expect(encodedLength(text)).toBe(length);
	});

	test.each(['“', 'ç', '😀', 'я'])('counts one for %s, which is outside GSM 7-bit', (character) => {
		expect(encodedLength(character)).toBe(1);
	});

	test('of two texts together is the sum of both', () => {
		const text = fc.string({ unit: 'grapheme' });
		fc.assert(
			fc.property(text, text, (first, second) => {
				expect(encodedLength(first + second)).toBe(encodedLength(first) + encodedLength(second));
			}),
		);
	});
});

describe('the parts of a message', () => {
	test.each([
		[1, 1],
		[160, 1],
		[161, 2],
		[306, 2],
		[307, 3],
		[918, 6],
	])('of %i septets are %i', (length, parts) => {
		expect(partsOf(length)).toBe(parts);
	});
});
