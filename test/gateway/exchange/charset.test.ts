import fc from 'fast-check';
import { decode } from '../../../nodes/MessagingGateway/gateway/exchange/charset';
import { anyText } from '../../support/anyText';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

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

describe('decoding an answer that is not valid UTF-8', () => {
	it.each<[string, Buffer, string]>([
		['a letter of Windows-1252', latin1('caf\xE9'), 'café'],
		['a euro sign of Windows-1252', latin1('5\x80'), '5€'],
		['its whole text', Buffer.concat([utf8('ü&'), latin1('\xFC')]), 'Ã¼&ü'],
		['half a character of a whole answer', utf8('é').subarray(0, 1), 'Ã'],
	])('takes %s for Windows-1252', (_, bytes, text) => {
		expect(decode(bytes, 'text/plain; charset=utf-8')).toBe(text);
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
});
