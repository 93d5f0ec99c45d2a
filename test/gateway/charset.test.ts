import fc from 'fast-check';
import { decode } from '../../nodes/MessagingGateway/gateway/exchange/charset';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('decoding an answer', () => {
	it('goes by the charset of the Content-Type header', () => {
		expect(decode(latin1('é'), 'text/html; charset=iso-8859-1')).toBe('é');
		expect(decode(utf8('é€'), 'text/html; charset="UTF-8"')).toBe('é€');
		expect(decode(Uint8Array.of(0x8a), 'text/html; Charset=cp437-unknown')).toBe('Š');
	});

	it('goes by the XML declaration where the header names none', () => {
		const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
		expect(decode(latin1(xml), 'text/xml')).toBe(xml);
	});

	it('takes what is not valid UTF-8 for Windows-1252, even when it claims to be UTF-8', () => {
		expect(decode(Uint8Array.of(0x80, 0xe9), undefined)).toBe('€é');
		expect(decode(Uint8Array.of(0x80, 0xe9), 'text/html; charset=utf-8')).toBe('€é');
		const xml = '<?xml version="1.0" encoding="utf-8"?><a>é</a>';
		expect(decode(latin1(xml), undefined)).toBe(xml);
	});

	it('knows UTF-8 by its other names', () => {
		expect(decode(latin1('hé'), 'text/html; charset=unicode-1-1-utf-8')).toBe('hé');
	});

	it('is not misled by half a character at the end of a cut answer', () => {
		const bytes = utf8('é€').subarray(0, 4);
		expect(decode(bytes, undefined, false)).toBe('é');
	});

	it('takes no notice of a byte order mark', () => {
		expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41), undefined)).toBe('A');
		expect(decode(Uint8Array.of(0xff, 0xfe, 0x41, 0x00), undefined)).toBe('A');
	});

	it('does not believe in UTF-16 what it could read as ASCII', () => {
		expect(decode(utf8('CLI=1'), 'text/html; charset=utf-16')).toBe('CLI=1');
		expect(decode(Uint8Array.of(0x41, 0), 'text/html; charset=utf-16le')).toBe('A');
		const xml = '<?xml version="1.0" encoding="utf-16"?><a>A</a>';
		expect(decode(utf8(xml), 'text/xml')).toBe(xml);
	});

	it('gives back any text sent as UTF-8, and never throws on any bytes', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				fc.pre(!text.startsWith('\uFEFF'));
				expect(decode(utf8(text), undefined)).toBe(text);
			}),
		);
		fc.assert(
			fc.property(fc.uint8Array(), fc.string(), fc.boolean(), (bytes, type, whole) => {
				expect(typeof decode(bytes, type, whole)).toBe('string');
			}),
		);
	});
});
