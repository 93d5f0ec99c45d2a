import fc from 'fast-check';

/** Any characters of Unicode. The one of fast-check lists them all first, which takes a second. */
export const anyText = (maxLength = 20): fc.Arbitrary<string> =>
	fc
		.array(fc.oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })), {
			maxLength,
		})
		.map((codePoints) => String.fromCodePoint(...codePoints));
