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

test.each([
	['<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;</a>', '&<>"\'AB'],
	['<a>x<![CDATA[<b>&amp;]]>y</a>', 'x<b>&amp;y'],
	['<a>x<!-- <b> & -->y</a>', 'xy'],
	['<a>one\r\ntwo\rthree</a>', 'one\ntwo\nthree'],
	['\ufeff<a>x</a>', 'x'],
	['<a>&#128512;</a>', '😀'],
])('%j holds its text', (source, text) => expect(readDocument(source).text).toBe(text));

const MALFORMED = `
text
<a>
</a>
<a></b>
<a/><b/>
<a/>text
<a>&</a>
<a>&nbsp;</a>
<a x="1" x="2"/>
<a>&#0;</a>
<a>&#x110000;</a>
<a>&#xD800;</a>
<a>\u0001</a>
<a>]]></a>
<a b></a>
<a b=1></a>
<a><![CDATA[x</a>
<a><!-- x</a>
 <?xml version="1.0"?><a/>
<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`;

test.each([...MALFORMED.split('\n'), '<a>'.repeat(300) + '</a>'.repeat(300)])(
	'%j is not well-formed',
	(source) => expect(() => readDocument(source)).toThrow(NotWellFormed),
);

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
