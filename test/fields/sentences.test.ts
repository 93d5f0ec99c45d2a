import { quoted } from '../../nodes/MessagingGateway/fields/sentences';

it.each([
	['a'.repeat(60), `"${'a'.repeat(60)}"`],
	[`b${'a'.repeat(60)}`, `"b${'a'.repeat(59)}…"`],
	[['a'], '"["a"]"'],
	['', 'empty'],
])('%j is %s in a sentence', (value, words) => {
	expect(quoted(value)).toBe(words);
});
