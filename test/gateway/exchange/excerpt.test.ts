import fc from 'fast-check';
import { failureOfAnswer } from '../../../nodes/MessagingGateway/gateway/exchange/answers';
import {
	excerpt as excerptOf,
	shown as shownOf,
} from '../../../nodes/MessagingGateway/gateway/exchange/excerpt';
import { maskOf } from '../../../nodes/MessagingGateway/gateway/exchange/mask';
import { answer } from '../../support/answers';
import { runs } from '../../support/runs';

/** What the node shows is 120 characters and an ellipsis. */
const MAX_LENGTH = 121;

const NO_MASK = maskOf('');
const excerpt = (body: string, mask = NO_MASK) => excerptOf(body, mask);
const shown = (text: string, mask = NO_MASK) => shownOf(text, mask);

/** A tag, the start of a reference, and what is not seen or turns the direction of writing. */
const NOT_PLAIN = /[<>]|&[#\w]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;

describe('the excerpt of an answer', () => {
	it.each([
		[
			'<html><head><title>Welcome to nginx!</title></head><body>Hi</body></html>',
			'Welcome to nginx!',
		],
		['<TITLE lang="en">\n Not\tFound </TITLE>', 'Not Found'],
		['<title> </title><h1>Not Found</h1>', 'Not Found'],
		['<h1>Not Found</h1><p>No such page</p>', 'Not Found No such page'],
		['<style>p { color: red }</style><p>Red</p>', 'Red'],
		['<script>if (a < b) c("</p>")</script>Text', 'Text'],
		['<script>if (a</script>One<SCRIPT>b</SCRIPT>Two', 'OneTwo'],
		['<!-- <b>hidden</b> -->seen', 'seen'],
		['<!-->seen', 'seen'],
		['<!-- never closed', '‹!-- never closed'],
		['<?xml version="1.0"?><a>Some <![CDATA[text]]></a>', 'Some text'],
		['Tom &amp; Jerry&#39;s &lt;caf&#xE9;&gt;', "Tom & Jerry's ‹café›"],
		['a < b and b > c', 'a ‹ b and b › c'],
		['<html></html>', '‹html›‹/html›'],
		['<script>never closed', '‹script›never closed'],
		['', ''],
	])('of %j is %j', (body, text) => {
		expect(excerpt(body)).toBe(text);
	});

	it('holds no part of a password that stands where the examined part of a page ends', () => {
		const page = `<style>${'x'.repeat(19_960)}</style>password=Summer2026! is wrong`;
		expect(excerpt(page, maskOf('Summer2026!'))).toMatch(/^password=\*\*\* is/);
	});

	it('is part of the sentence on an answer that cannot be read', () => {
		expect(failureOfAnswer(answer('<p>Sorry</p>'), NO_MASK).message).toBe(
			'The answer is not one a messaging gateway gives: "Sorry"',
		);
	});
});

describe('text of the gateway that is shown', () => {
	it.each([
		['No such user', 'No such user'],
		['  two\r\nlines\u2028more\u00A0', 'two lines more'],
		['<a href="https://evil.example">click</a>', 'click'],
		['<a href="https://evil.example"', '‹a href="https://evil.example"'],
		['<<b>a href=x>click', '‹ a href=x›click'],
		['&lt;a href=x&gt;click&lt;/a&gt;', '‹a href=x›click‹/a›'],
		['&amp;lt;a href=x&amp;gt;', '& lt;a href=x& gt;'],
		['&amp;#60;a&amp;#x3e;', '& #60;a& #x3e;'],
		['user=a&lt=b&copy=c', 'user=a& lt=b& copy=c'],
		['&#60;b&#62;', '‹b›'],
		['a&#0;b&#8238;c\u202Ed\u2066e\uFEFFf', 'a& #0;bcdef'],
		['soft\u00ADhyphen', 'softhyphen'],
		['half \uD83D a character', 'half a character'],
		['FAIL&', 'FAIL&'],
	])('of %j is %j', (text, plain) => {
		expect(shown(text)).toBe(plain);
	});

	it('has at most 120 characters and an ellipsis', () => {
		expect(shown('x'.repeat(120))).toBe('x'.repeat(120));
		expect(shown('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`);
		expect(shown(`${'x'.repeat(119)}😀😀`)).toBe(`${'x'.repeat(119)}…`);
	});

	it('is plain and short, whatever the gateway wrote', () => {
		const pieces = fc.constantFrom(
			'<',
			'>',
			'&',
			'#',
			';',
			'lt',
			'&lt;',
			'&#60',
			'&amp;',
			'<a href=x>',
			'</',
			'<!--',
			'-->',
			'<script>',
			'</script>',
			'<![CDATA[',
			']]>',
			'<title>',
			'\u202E',
			'\u200B',
			'\0',
			'\uD800',
			'😀',
			' ',
			'a',
			'\n',
		);
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 200 }), (all) => {
				for (const text of [excerpt(all.join('')), shown(all.join(''))]) {
					expect(text).not.toMatch(NOT_PLAIN);
					expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
				}
			}),
			{ numRuns: runs(500) },
		);
	});
});

describe('the password in a text that is shown', () => {
	const mask = maskOf('zQ7#<b>x&amp;kW9');

	it.each([
		['zQ7#<b>x&amp;kW9', '***'],
		['<p>Not zQ7#&lt;b&gt;x&amp;amp;kW9!</p>', 'Not ***!'],
		['<title>user nathan, zQ7%23%3Cb%3Ex%26amp%3BkW9</title>', 'user nathan, ***'],
		[`${'word '.repeat(23)}zQ7#<b>x&amp;kW9 ends`, `${'word '.repeat(23)}*** e…`],
	])('is masked: %j', (text, plain) => {
		expect(excerpt(text, mask)).toBe(plain);
		expect(shown(text, mask)).toBe(plain);
	});

	it.each(['tr&\u200Bub4\u00ADdor', 'tr<!-- -->&ub4<style></style>dor', 'tr&am&#112;;ub4dor'])(
		'is masked where something that is left out stood within it: %j',
		(text) => {
			expect(shown(text, maskOf('tr&ub4dor'))).toBe('***');
		},
	);
});
