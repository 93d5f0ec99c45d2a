import fc from 'fast-check';
import { decode } from '../../../nodes/MessagingGateway/gateway/exchange/charset';
import { growsTooFast } from '../../support/growth';
import { anyText } from '../../support/anyText';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('decoding an answer', () => {
	const MARKED = Uint8Array.of(0xef, 0xbb, 0xbf, 0x41);
	const NOT_UTF8 = Uint8Array.of(0x80, 0xe9);
	const xmlIn = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é</a>`;

	it.each([
		['goes by the header', latin1('é'), 'text/html; charset=iso-8859-1', 'é'],
		['knows a name in quotes', utf8('é€'), 'text/html; charset="UTF-8"', 'é€'],
		['knows UTF-8 by other names', latin1('hé'), 'text/html; charset=unicode-1-1-utf-8', 'hé'],
		['knows no other charset', Uint8Array.of(0x8a), 'text/html; Charset=cp437-unknown', 'Š'],
		['goes by the XML else', latin1(xmlIn('ISO-8859-1')), 'text/xml', xmlIn('ISO-8859-1')],
		['reads a declaration as ASCII', utf8(xmlIn('utf-16')), 'text/xml', xmlIn('utf-16')],
		['takes other bytes for Windows-1252', NOT_UTF8, undefined, '€é'],
		['believes no header about them', NOT_UTF8, 'text/html; charset=utf-8', '€é'],
		['believes no XML about them', latin1(xmlIn('utf-8')), undefined, xmlIn('utf-8')],
		['leaves a byte order mark out', MARKED, undefined, 'A'],
		['in any charset', MARKED, 'text/html; charset=latin1', 'A'],
	])('%s', (_, bytes, type, text) => {
		expect(decode(bytes, type)).toBe(text);
	});

	it('is not misled by half a character at the end of a cut answer', () => {
		const bytes = utf8('é€').subarray(0, 4);
		expect(decode(bytes, undefined, false)).toBe('é');
	});

	it('gives back any text sent as UTF-8, and never throws on any bytes', () => {
		fc.assert(
			fc.property(anyText(), fc.boolean(), (text, whole) => {
				fc.pre(!text.startsWith('\uFEFF') && !text.includes('\0'));
				expect(decode(utf8(text), undefined, whole)).toBe(text);
			}),
		);
		fc.assert(
			fc.property(fc.uint8Array(), fc.string(), fc.boolean(), (bytes, type, whole) => {
				expect(typeof decode(bytes, type, whole)).toBe('string');
			}),
		);
	});
});

describe('decoding an answer that is not valid UTF-8 everywhere', () => {
	const reply = (text: Uint8Array): Uint8Array =>
		Buffer.concat([
			utf8('CLI=27821111111;DateReceived=202611200815;Message='),
			text,
			utf8(';SentMessageID=77&'),
		]);
	const asReply = (text: string): string =>
		`CLI=27821111111;DateReceived=202611200815;Message=${text};SentMessageID=77&`;
	const element = (text: Uint8Array): Uint8Array =>
		Buffer.concat([utf8('<Reply><Message>'), text, utf8('</Message></Reply>')]);
	const asElement = (text: string): string => `<Reply><Message>${text}</Message></Reply>`;

	it.each<[string, number[], string]>([
		['a letter of Windows-1252', [0x63, 0x61, 0x66, 0xe9], 'café'],
		['a euro sign of Windows-1252', [0x35, 0x80], '5€'],
		['letters of Windows-1252 that form one of UTF-8', [0xc9, 0x94, 0x20, 0xe9], 'É” é'],
		['half a character', [0xc3, 0xa9, 0xc3, 0xa8, 0x20, 0xc3], 'éè \uFFFD'],
		['half an emoji', [0xc3, 0xa9, 0xc3, 0xa8, 0x20, 0xf0, 0x9f, 0x98], 'éè \uFFFD'],
		['an overlong slash', [0xc0, 0xaf], 'À¯'],
		['a character beyond the last', [0xf4, 0x90, 0x80, 0x80], 'ô\u0090€€'],
	])('reads %s without a change to other records', (_, bytes, text) => {
		const bad = Uint8Array.from(bytes);
		const answer = Buffer.concat([reply(utf8('Grüße 😀')), reply(bad), reply(utf8('Привет'))]);
		expect(decode(answer, 'text/plain; charset=utf-8')).toBe(
			asReply('Grüße 😀') + asReply(text) + asReply('Привет'),
		);
		const xml = Buffer.concat([element(utf8('Grüße 😀')), element(bad), element(utf8('Привет'))]);
		expect(decode(xml, 'text/xml')).toBe(
			asElement('Grüße 😀') + asElement(text) + asElement('Привет'),
		);
		const lines = Buffer.concat([utf8('ü\n'), bad, utf8('\r\nü')]);
		expect(decode(lines, undefined)).toBe(`ü\n${text}\r\nü`);
	});

	it('takes no notice of a byte order mark there', () => {
		expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41, 0xe9), undefined)).toBe('Aé');
	});

	it('is not misled by half a character at the end of a cut answer', () => {
		const cut = (...end: number[]): string =>
			decode(Uint8Array.from([0xe9, 0x26, 0xc3, 0xa9, ...end]), undefined, false);
		expect(cut(0xc3)).toBe('é&é');
		expect(cut(0xf0, 0x9f, 0x98)).toBe('é&é');
	});

	it('keeps a letter of Windows-1252 at the end of a cut answer', () => {
		expect(decode(latin1('thé & thé, café'), undefined, false)).toBe('thé & thé, café');
	});

	it('gives valid records unchanged, whatever stands between them', () => {
		const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^\uFEFF/.test(value));
		const damaged = fc.uint8Array().map((bytes) => Buffer.concat([bytes, latin1('é.')]));
		fc.assert(
			fc.property(text, damaged, text, (first, bytes, last) => {
				const answer = Buffer.concat([reply(utf8(first)), reply(bytes), reply(utf8(last))]);
				const decoded = decode(answer, undefined);
				expect(decoded.startsWith(asReply(first))).toBe(true);
				expect(decoded.endsWith(`&${asReply(last)}`)).toBe(true);
			}),
		);
	});

	it('gives back any text of accented words sent as Windows-1252', () => {
		const word = fc.tuple(
			fc.constantFrom(...'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÉÖÜ€Šš'),
			fc.constantFrom(...'abcxyz ,.!'),
		);
		fc.assert(
			fc.property(fc.array(word, { minLength: 1 }), (words) => {
				const text = words.flat().join('');
				const bytes = latin1(
					text.replaceAll('€', '\x80').replaceAll('Š', '\x8A').replaceAll('š', '\x9A'),
				);
				expect(decode(bytes, undefined)).toBe(text);
			}),
		);
	});

	it.each<[string, number[]]>([
		['valid text', [0x41]],
		['bytes without meaning', [0xff]],
		['stray second bytes', [0x80]],
		['half emojis', [0xf0, 0x9f, 0x98]],
		['separators', [0x26]],
		['records with a bad byte each', [0x26, 0xe9]],
		['letters, each followed by half a letter', [0xc3, 0xa9, 0xc3]],
	])('takes a time in proportion to the length of %s', (_, bytes) => {
		const answerOf = (length: number): Buffer =>
			Buffer.concat([Buffer.alloc(length, Uint8Array.from(bytes)), latin1('é')]);
		expect(growsTooFast((answer) => decode(answer, undefined), answerOf)).toBe(false);
		const declared = 'text/plain; charset=windows-1252';
		expect(growsTooFast((answer) => decode(answer, declared), answerOf)).toBe(false);
	});
});
