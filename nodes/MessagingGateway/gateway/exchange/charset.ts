/**
 * Decodes the bytes of an answer: by a byte order mark or the zero bytes of UTF-16, by the charset of
 * its Content-Type header, by its XML declaration, else as UTF-8. Bytes that are not valid UTF-8,
 * declared or not, are read as Windows-1252, only in the record that holds them. Takes time linear in
 * the bytes.
 *
 * @param whole false when the answer was cut: half a character at its end then does not point to
 * another charset
 */
export function decode(bytes: Uint8Array, contentType: string | undefined, whole = true): string {
	const decoder = decoderFor(charsetOf(bytes, contentType));
	if (decoder.encoding === 'windows-1252') return decodeWindows1252(bytes);
	try {
		return decoder.decode(bytes, { stream: !whole });
	} catch {
		return decodeDamaged(bytes, whole);
	}
}

function decoderFor(charset: string) {
	try {
		const { encoding } = new TextDecoder(charset);
		return new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
	} catch {
		return new TextDecoder('utf-8', { fatal: true });
	}
}

/** Number of bytes at the start of an answer that are examined for its charset. */
const START_LENGTH = 200;

function charsetOf(bytes: Uint8Array, contentType: string | undefined): string {
	const start = bytes.subarray(0, START_LENGTH);
	const evident = byteOrderMark(start) ?? utf16WithoutMark(start);
	if (evident !== undefined) return evident;
	const claimed = charsetOfHeader(contentType) ?? declaredCharset(start) ?? 'utf-8';
	return decoderFor(claimed).encoding.startsWith('utf-16') ? utf16Claimed(start) : claimed;
}

const charsetOfHeader = (contentType = ''): string | undefined =>
	/charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];

/** The declaration is plain ASCII in every charset that servers use, except UTF-16. */
const declaredCharset = (start: Uint8Array): string | undefined =>
	/^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(String.fromCharCode(...start))?.[1];

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	return undefined;
}

const UTF8_MARK_LENGTH = 3;

/** Every answer begins with plain ASCII characters; in UTF-16 every second byte of those is zero. */
function utf16WithoutMark([first, second, third, fourth]: Uint8Array): string | undefined {
	if (first && second === 0 && third && fourth === 0) return 'utf-16le';
	if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
	return undefined;
}

/** Text without any zero byte is not UTF-16, even if it says so. */
function utf16Claimed(start: Uint8Array): string {
	const zeros = [0, 1].map((side) => start.filter((byte, at) => byte === 0 && at % 2 === side));
	const [inFirstBytes = 0, inSecondBytes = 0] = zeros.map(({ length }) => length);
	if (inFirstBytes + inSecondBytes === 0) return 'utf-8';
	return inFirstBytes > inSecondBytes ? 'utf-16be' : 'utf-16le';
}

/** The characters of Windows-1252 at 0x80 to 0x9F, where Latin-1 has control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/**
 * The UTF-8 bytes for each byte of Windows-1252. The decoder of some Node.js versions treats
 * Windows-1252 as Latin-1.
 */
const FROM_WINDOWS_1252 = Array.from({ length: 0x100 }, (_, byte) =>
	Buffer.from(WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte)),
);

/** UTF-8 that is being written. The buffer is always large enough. */
interface Output {
	bytes: Buffer;
	length: number;
}

/** A byte of Windows-1252 takes up to three in UTF-8. */
const outputFor = (bytes: Uint8Array): Output => ({
	bytes: Buffer.allocUnsafe(bytes.length + 2 * countHigh(bytes)),
	length: 0,
});

function countHigh(bytes: Uint8Array): number {
	let count = 0;
	for (let at = 0; at < bytes.length; at += 1) if (byteAt(bytes, at) >= 0x80) count += 1;
	return count;
}

const textOf = ({ bytes, length }: Output): string =>
	new TextDecoder().decode(bytes.subarray(0, length));

function decodeWindows1252(bytes: Uint8Array): string {
	const output = outputFor(bytes);
	addWindows1252(output, bytes, 0, bytes.length);
	return textOf(output);
}

/**
 * Decodes UTF-8 that is not valid everywhere. Each stretch between two separators is judged on its own.
 * If it has more multi-byte UTF-8 characters than faults, it is damaged UTF-8, and only its invalid
 * bytes are Windows-1252. Otherwise all of it is Windows-1252, as its letters may form a UTF-8 character
 * by chance.
 */
function decodeDamaged(bytes: Uint8Array, whole: boolean): string {
	const output = outputFor(bytes);
	const end = whole ? bytes.length : endOfCharacters(bytes);
	for (let start = byteOrderMark(bytes) ? UTF8_MARK_LENGTH : 0; start < end;) {
		const next = endOfStretch(bytes, start, end);
		if (isUtf8(bytes, start, next)) addUtf8(output, bytes, start, next);
		else addWindows1252(output, bytes, start, next === end ? bytes.length : next);
		start = next;
	}
	return textOf(output);
}

/** Bytes that end a record, a field or a line. */
const SEPARATORS = new Uint8Array(0x100);
for (const byte of Buffer.from('&<\r\n')) SEPARATORS[byte] = 1;

/** The position of the next separator after the start. */
function endOfStretch(bytes: Uint8Array, start: number, end: number): number {
	let at = start + 1;
	while (at < end && !SEPARATORS[byteAt(bytes, at)]) at += 1;
	return at;
}

/** The position where an incomplete character at the end of a cut answer begins. */
function endOfCharacters(bytes: Uint8Array): number {
	const { length } = bytes;
	const last = [1, 2, 3].find((count) => !isContinuation(bytes, length - count)) ?? 0;
	const end = lengthByLead(byteAt(bytes, length - last)) > last ? length - last : length;
	return isSurrogate(bytes, end - 3, HIGH) ? end - 3 : end;
}

function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
	let characters = 0;
	let faults = 0;
	for (let at = start; at < end;) {
		const length = characterLength(bytes, at, end);
		if (length > 1) characters += 1;
		if (length === 0) faults += 1;
		at += length || 1;
		// The rest of a broken character is not counted as another fault.
		while (length === 0 && at < end && isContinuation(bytes, at)) at += 1;
	}
	return faults === 0 || characters > faults;
}

function addUtf8(output: Output, bytes: Uint8Array, start: number, end: number): void {
	for (let at = start; at < end;) {
		const length = characterLength(bytes, at, end);
		if (length === 0) addByWindows1252(output, byteAt(bytes, at));
		else if (length === PAIR_LENGTH) addPair(output, bytes, at);
		else addBytes(output, bytes, at, length);
		at += length || 1;
	}
}

function addWindows1252(output: Output, bytes: Uint8Array, start: number, end: number): void {
	for (let at = start; at < end; at += 1) addByWindows1252(output, byteAt(bytes, at));
}

function addByWindows1252(output: Output, byte: number): void {
	const character = FROM_WINDOWS_1252[byte] as Buffer;
	addBytes(output, character, 0, character.length);
}

function addBytes(output: Output, bytes: Uint8Array, start: number, length: number): void {
	for (let at = start; at < start + length; at += 1) {
		output.bytes[output.length] = byteAt(bytes, at);
		output.length += 1;
	}
}

/** Adds the character that two surrogates stand for. */
function addPair(output: Output, bytes: Uint8Array, at: number): void {
	const pair = String.fromCharCode(surrogateAt(bytes, at), surrogateAt(bytes, at + 3));
	output.length += output.bytes.write(pair, output.length);
}

const surrogateAt = (bytes: Uint8Array, at: number): number =>
	0xd000 | ((byteAt(bytes, at + 1) & 0x3f) << 6) | (byteAt(bytes, at + 2) & 0x3f);

/** Length in bytes of two surrogates, each encoded like a character (CESU-8). */
const PAIR_LENGTH = 6;

/** Length in bytes of the character that starts there; 0 if none does. */
function characterLength(bytes: Uint8Array, at: number, end: number): number {
	const lead = byteAt(bytes, at);
	const length = lengthByLead(lead);
	if (length <= 1) return length;
	if (at + length > end) return 0;
	for (let next = at + 1; next < at + length; next += 1) {
		if (!isContinuation(bytes, next)) return 0;
	}
	if (isSurrogate(bytes, at, HIGH) && at + PAIR_LENGTH <= end && isSurrogate(bytes, at + 3, LOW)) {
		return PAIR_LENGTH;
	}
	const [least = 0x80, most = 0xbf] = SECOND_BYTES[lead] ?? [];
	const second = byteAt(bytes, at + 1);
	return second >= least && second <= most ? length : 0;
}

function lengthByLead(lead: number): number {
	if (lead < 0x80) return 1;
	if (lead < 0xc2 || lead > 0xf4) return 0;
	if (lead < 0xe0) return 2;
	return lead < 0xf0 ? 3 : 4;
}

/** First bytes after which only some second bytes are valid. */
const SECOND_BYTES: Partial<Record<number, [least: number, most: number]>> = {
	0xe0: [0xa0, 0xbf],
	0xed: [0x80, 0x9f],
	0xf0: [0x90, 0xbf],
	0xf4: [0x80, 0x8f],
};

/** The second byte of a surrogate, without its last four bits. */
const [HIGH, LOW] = [0xa0, 0xb0];

const isSurrogate = (bytes: Uint8Array, at: number, half: number): boolean =>
	bytes[at] === 0xed && (byteAt(bytes, at + 1) & 0xf0) === half && isContinuation(bytes, at + 2);

const isContinuation = (bytes: Uint8Array, at: number): boolean =>
	(byteAt(bytes, at) & 0xc0) === 0x80;

/** The byte there; 0 before the start and after the end. */
const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
