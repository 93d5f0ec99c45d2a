import { prepareText } from '../../../nodes/MessagingGateway/actions/message/text';

/** A link of 133 characters. */
const LINK = `https://n8n.example.com/${'x'.repeat(109)}`;

const problemOf = (text: string, options = {}, link?: string) => {
	const { problem } = prepareText(text, options, link);
	return problem && [problem.result, problem.description];
};

describe('a text that is too long', () => {
	it.each([
		['a'.repeat(918), undefined],
		['a'.repeat(919), 'The text has 919 characters. At most 918 can be sent'],
		['€'.repeat(459), undefined],
		['€'.repeat(460), 'The text has 920 characters. At most 918 can be sent'],
	])('is one of more than 918 characters: %#', (text, description) => {
		expect(problemOf(text)).toEqual(description && ['TOO_LONG', description]);
	});

	it.each([
		[160, 1, undefined],
		[161, 1, "The text takes 2 parts, and 'Max Messages per Text' allows 1"],
		[306, 2, undefined],
		[307, 2, "The text takes 3 parts, and 'Max Messages per Text' allows 2"],
	])('is one of %d characters where %d parts are allowed', (length, maxParts, description) => {
		const problem = problemOf('a'.repeat(length), { maxParts });
		expect(problem).toEqual(description && ['TOO_LONG', description]);
	});

	it('is measured with its link and the line break before it, and the two are counted apart', () => {
		expect(problemOf('a'.repeat(784), {}, LINK)).toBeUndefined();
		expect(problemOf('€'.repeat(393), {}, LINK)).toEqual([
			'TOO_LONG',
			'The text has 786 characters and its link 134. At most 918 can be sent',
		]);
		expect(problemOf('a'.repeat(26), { maxParts: 1 }, LINK)).toBeUndefined();
		expect(problemOf('a'.repeat(27), { maxParts: 1 }, LINK)).toEqual([
			'TOO_LONG',
			"The text has 27 characters and its link 134. Together they take 2 parts, and 'Max Messages per Text' allows 1",
		]);
	});
});

it('the link stands on a line of its own', () => {
	expect(prepareText('Now?', {}, LINK).text).toBe(`Now?\n${LINK}`);
});

it('the words before the link are prepared as the text is', () => {
	const { text, replaced } = prepareText('Now – “here”?', {}, `“Answer”\r\nhere: ${LINK}`);
	expect(text).toBe(`Now - "here"?\n"Answer"\nhere: ${LINK}`);
	expect(replaced).toEqual(['–', '“', '”', '“', '”']);
});

it.each(['', ' \n', '\u00A0'])(
	'a text without words is no message, with a link too: %j',
	(text) => {
		expect(problemOf(text, {}, LINK)).toEqual(['NO_MESSAGE', 'There is no message text']);
	},
);

it.each([
	[{}, '"It\'s" more 日', ['“', '’', '”', 'ô'], undefined],
	[{ onUnsupportedCharacters: 'replace' }, '"It\'s" more 日', ['“', '’', '”', 'ô'], undefined],
	[{ onUnsupportedCharacters: 'send' }, '“It’s” môre 日', [], undefined],
	[{ onUnsupportedCharacters: 'refuse' }, '“It’s” môre 日', [], 'UNSUPPORTED_CHARACTERS'],
])('characters that SMS cannot carry: %j', (options, text, replaced, result) => {
	const read = prepareText('“It’s” môre 日', options);
	expect([read.text, read.replaced, read.problem?.result]).toEqual([text, replaced, result]);
});

it('a refused text names its characters', () => {
	expect(problemOf('“môre', { onUnsupportedCharacters: 'refuse' })).toEqual([
		'UNSUPPORTED_CHARACTERS',
		'The text holds characters that SMS cannot carry: “ ô',
	]);
});
