import fc from 'fast-check';
import { encodedLength, partsOf } from '../../simulator/textLength';

test.each([
	['', 0],
	['Hello', 5],
	['@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà\n\r', 44],
	['€', 2],
	['^{}\\[~]|\f', 18],
	['“ç😀я', 4],
])('the GSM 7-bit encoded length of %j is %i; a character outside counts one', (text, length) => {
	expect(encodedLength(text)).toBe(length);
});

test('the length of two texts together is the sum of both', () => {
	const text = fc.string({ unit: 'grapheme' });
	fc.assert(
		fc.property(text, text, (first, second) => {
			expect(encodedLength(first + second)).toBe(encodedLength(first) + encodedLength(second));
		}),
	);
});

test.each([
	[1, 1],
	[160, 1],
	[161, 2],
	[306, 2],
	[307, 3],
	[918, 6],
])('%i septets are %i parts', (length, parts) => expect(partsOf(length)).toBe(parts));
