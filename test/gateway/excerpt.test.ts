import fc from 'fast-check';
import { failureOfAnswer } from '../../nodes/MessagingGateway/gateway/exchange/answers';
import {
	excerpt as excerptOf,
	shown as shownOf,
} from '../../nodes/MessagingGateway/gateway/exchange/excerpt';
import { passwordGate } from '../../nodes/MessagingGateway/gateway/exchange/passwordGate';
import { answer } from '../support/answers';
import { growsTooFast, repeated } from '../support/growth';
import { runs } from '../support/runs';

/** What the node shows is 120 characters and an ellipsis. */
const MAX_LENGTH = 121;

const OPEN = passwordGate({ password: '' });
const excerpt = (body: string, gate = OPEN) => excerptOf(body, gate);
const shown = (text: string, gate = OPEN) => shownOf(text, gate);

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

	it('is part of the sentence on an answer that cannot be read', () => {
		expect(failureOfAnswer(answer('<p>Sorry</p>')).message).toBe(
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

describe('a text that may repeat the password', () => {
	const NOT_SHOWN = '(not shown, as it may repeat the password)';
	const gate = passwordGate({ password: 'zQ7#<b>x&amp;kW9' });

	it.each([
		['zQ7#<b>x&amp;kW9'],
		['<p>zQ7#&lt;b&gt;x&amp;amp;kW9</p>'],
		['<title>user nathan, zQ7%23%3Cb%3Ex%26amp%3BkW9</title>'],
		[`${'word '.repeat(22)}zQ7#<b>x&amp;kW9 more words`],
	])('is not shown: %j', (text) => {
		expect(excerpt(text, gate)).toBe(NOT_SHOWN);
	});

	it('is shown where only its markup repeats it', () => {
		expect(excerpt('<a href="?password=zQ7#&lt;b">again</a>', gate)).toBe('again');
	});

	it('is not shown where only what is left out stood between the letters', () => {
		const other = passwordGate({ password: 'tr&ub4dor' });
		expect(shown('tr&\u200Bub4\u00ADdor', other)).toBe(NOT_SHOWN);
		expect(shown('tr&am&#112;;ub4dor', other)).toBe(NOT_SHOWN);
	});

	it.each([
		['as it is', 'zQ7#xkW9pass'],
		['percent-encoded three times', 'zQ7%252523xkW9pass'],
		['letter by letter', '%7A%51%37%23%78%6B%57%39%70%61%73%73'],
		['in Base64', 'elE3I3hrVzlwYXNz'],
	])('shows at most four letters where it was cut: %s', (_, written) => {
		const other = passwordGate({ password: 'zQ7#xkW9pass' });
		for (let before = 19_000; before <= 20_000; before += 1) {
			const text = excerpt(' '.repeat(before) + written, other);
			expect(text).not.toMatch(/zQ7#xk|zQ7%252523xk|7A%51%37%23%78%6B|elE3I3hrV/);
		}
		for (let before = 0; before <= 120; before += 1) {
			const text = excerpt(`<p>${'.'.repeat(before)}${written}`, other);
			expect(text === NOT_SHOWN || text.length < before + 5).toBe(true);
		}
	});

	it.each(['Invalid', 'Valid', 'numbers', 'FAIL', 'Username', 'e'])(
		'is shown if it is a sentence of the specification, though the password is %j',
		(password) => {
			const other = passwordGate({ password });
			for (const sentence of [
				'No message given',
				'No numbers supplied',
				'Not Valid XML Document',
				'Invalid Username or Password',
				'Invalid Date',
			]) {
				expect(shown(sentence, other)).toBe(sentence);
			}
			expect(shown('Invalid numbers', other)).toBe(
				password === 'Username' ? 'Invalid numbers' : NOT_SHOWN,
			);
		},
	);
});

describe('the time that an excerpt takes', () => {
	it.each([
		'<',
		'<a',
		'<a ',
		'<title',
		'<title>',
		'<script>',
		'<style',
		'<!--',
		'>',
		'&',
		'&lt;',
		' ',
		'\0',
		'a',
		'<![CDATA[',
	])('does not grow with the length of %j again and again', (piece) => {
		const gate = passwordGate({ password: 's3cr3t&Pass' });
		const bodyOf = (length: number): string => repeated(piece, length);
		expect(growsTooFast((body) => excerpt(body, gate), bodyOf)).toBe(false);
		expect(growsTooFast((body) => shown(body, gate), bodyOf)).toBe(false);
		expect(growsTooFast((body) => failureOfAnswer(answer(body, { gate })), bodyOf)).toBe(false);
	});
});
