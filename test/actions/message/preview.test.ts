import { execute } from '../../support/context';
import { failing } from '../../support/parameters';
import { testServer } from '../../support/server';

const server = testServer();

describe('Message: Preview', () => {
	it('measures each text without a request', async () => {
		server.answer('');
		const { json } = await execute(server.url, 'message', 'preview', [
			{ text: 'Hello\r\n€ 日 “ê” 😀' },
			{ text: 'a'.repeat(919) },
			{ text: ' ' },
		]);
		expect(json).toEqual([
			{
				text: 'Hello\n€ 日 "e"',
				encodedLength: 14,
				parts: 1,
				maxLength: 918,
				unsupportedCharacters: ['日'],
				sendable: true,
			},
			expect.objectContaining({ encodedLength: 919, parts: 7, sendable: false }),
			expect.objectContaining({ encodedLength: 1, parts: 0, sendable: false }),
		]);
		expect(server.requests).toHaveLength(0);
	});

	// The link has 126 characters, and the line break one.
	it('counts a text and the link of a question apart', async () => {
		const { json } = await execute(server.url, 'message', 'preview', [
			{ text: 'Can you drive? €', includeLink: true },
			{ text: 'a'.repeat(791) },
			{ text: 'a'.repeat(792) },
			{ text: ' ' },
		]);
		expect(json[0]).toEqual({
			text: 'Can you drive? €',
			encodedLength: 144,
			textLength: 17,
			linkLength: 127,
			parts: 1,
			maxLength: 918,
			unsupportedCharacters: [],
			sendable: true,
		});
		expect(json.slice(1)).toMatchObject([
			{ encodedLength: 918, textLength: 791, parts: 6, sendable: true },
			{ encodedLength: 919, textLength: 792, parts: 7, sendable: false },
			{ parts: 0, sendable: false },
		]);
	});
});

it('tells of a text that cannot be read as that item only', async () => {
	const text = failing();
	const { items } = await execute(server.url, 'message', 'preview', [{ text: 'Hi' }, { text }], {
		node: { onError: 'continueRegularOutput' },
	});
	expect(items?.map(({ json, pairedItem }) => [json.parts ?? json.error, pairedItem])).toEqual([
		[1, { item: 0 }],
		['The parameters of this item cannot be read: The expression failed', { item: 1 }],
	]);
});

it('fails with On Error set to stop if a text is none', async () => {
	const { error } = await execute(server.url, 'message', 'preview', [{ text: { a: 1 } }]);
	expect(error).toMatchObject({
		message:
			"'Text' is no text, or holds an object: an expression in it gives an object, a list, true or false. Choose one of its values",
		description: "Nothing was measured. Correct the expression in 'Text'",
	});
});
