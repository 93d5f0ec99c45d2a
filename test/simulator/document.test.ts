import fc from 'fast-check';
import { XMLBuilder } from 'fast-xml-parser';
import { NotWellFormed, readDocument } from '../../simulator/xml/document';
import { leaf } from '../../simulator/xml/writing';

test('an XML document is read with its elements in order and its texts as they are', () => {
	expect(readDocument('<?xml version="1.0"?>\n<a> <b> 1 </b><c x="1"/><b>2</b></a>\n')).toEqual({
		name: 'a',
		text: ' ',
		children: [
			{ name: 'b', text: ' 1 ', children: [] },
			{ name: 'c', text: '', children: [] },
			{ name: 'b', text: '2', children: [] },
		],
	});
});

test('the text of an element is read over references, CDATA and comments', () => {
	const source = '\ufeff<a>&amp;&#65;<![CDATA[<b>&amp;]]><!-- <b> & -->\r\ny</a>';
	expect(readDocument(source).text).toBe('&A<b>&amp;\ny');
});

test.each([
	'',
	'text',
	'<a>',
	'<a/><b/>',
	'<a>&nbsp;</a>',
	'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
	'<a>'.repeat(300) + '</a>'.repeat(300),
])('%j is refused', (source) => expect(() => readDocument(source)).toThrow(NotWellFormed));

test('a text is read as an independent program wrote it, and as it was written here', () => {
	const builder = new XMLBuilder();
	const text = fc
		.string({ unit: 'grapheme' })
		.filter((candidate) => !/\p{Cc}|\p{Cs}|[\ufffe\uffff]/u.test(candidate));
	fc.assert(
		fc.property(text, (written) => {
			expect(readDocument(builder.build({ a: { b: written } })).children[0]?.text).toBe(written);
			expect(readDocument(leaf('a', written)).text).toBe(written);
		}),
	);
});

test('reading is linear: a hostile document of a million characters takes no time', () => {
	const hostile = [
		'<a ' + ' '.repeat(1_000_000),
		'<a>' + '<'.repeat(1_000_000),
		'<a>' + '&'.repeat(1_000_000) + '</a>',
		'<a>'.repeat(300_000),
		'<a>' + '<!--'.repeat(250_000),
	];
	const begin = performance.now();
	for (const source of hostile) expect(() => readDocument(source)).toThrow(NotWellFormed);
	expect(performance.now() - begin).toBeLessThan(5000);
});
