import type { Answer } from '../../exchange/exchange';
import type { RawEntry, RecordCall, RecordKind } from '../interface';
import { endsWhole, refusalOf } from './pairs';
import { get } from './request';

/** Makes the call for records of a kind. Their texts are not encoded and may hold anything. */
const recordCall = (
	kind: RecordKind,
	path: string,
	parameters: Record<string, string> = {},
): RecordCall => ({
	request: () => get(path, parameters),
	read: (answer) => {
		const refusal = refusalOf(answer);
		if (refusal || isPage(answer)) return { entries: [], refusal, recognized: false };
		const entries = readEntries(kind, answer);
		const recognized = kind !== 'optOut' || entries.length > 0 || isEmptyList(answer);
		return { entries, recognized };
	},
});

/** Replies (protocol, "GET /httpgetreplies.asp"). */
export const reply = recordCall('reply', '/httpgetreplies.asp');
export const replyWithoutShortCode = recordCall('reply', '/httpgetreplies.asp', {
	excludesc: 'true',
});

/** Short-code messages (protocol, "GET /httpgetscmessages.asp"). */
export const shortCodeMessage = recordCall('shortCodeMessage', '/httpgetscmessages.asp');

/** Opt-outs (protocol, "GET /listoptouts.asp"). */
export const optOut = recordCall('optOut', '/listoptouts.asp');

/** Whether it is a web page or another server's answer, which holds no records. */
const isPage = ({ status, body }: Answer): boolean =>
	!/\bCLI=|;DateReceived=/i.test(body) &&
	(status >= 300 || /^\s*<(?:!doctype|html|\?xml)/i.test(body));

/** Only a whole answer is an empty list: otherwise people who opted out could get messages. */
const isEmptyList = ({ status, body, cut, hasKnownLength }: Answer): boolean =>
	status === 200 && cut === undefined && hasKnownLength && ['', '&'].includes(body.trim());

/** A number, a name or nothing. Its limits keep a text from passing for the start of a record. */
const VALUE = '[^;&=\\r\\n]{0,64}';
const START = `CLI=(?<from>${VALUE});DateReceived=(?<receivedAt>\\d{12});Message=`;

/** The start of a record: at the start of the answer or after an ampersand. */
const REPLY_START = new RegExp(`(?:^|&)\\s*${START}`, 'g');

const STARTS: Record<RecordKind, RegExp> = {
	optOut: REPLY_START,
	reply: REPLY_START,
	shortCodeMessage: new RegExp(`(?:^|&)\\s*SC=(?<shortCode>${VALUE});${START}`, 'g'),
};

/** Splits an answer into records: each lasts from its start to the next start. */
function readEntries(kind: RecordKind, answer: Answer): RawEntry[] {
	const { body } = answer;
	const entries: RawEntry[] = [];
	let start: RegExpExecArray | undefined;
	let done = 0;
	const finish = (end: number, position: Position): void => {
		const content = body.slice(done, end);
		entries.push(...(start ? readEntry(kind, start, content, position) : leftover(content)));
	};
	for (const next of body.matchAll(STARTS[kind])) {
		finish(next.index, 'inside');
		start = next;
		done = next.index + next[0].length;
	}
	finish(body.length, endOf(answer));
	return entries;
}

/** The end of a record: another one follows, the answer is complete, it may be cut, or it is cut. */
type Position = 'inside' | 'last' | 'open' | 'cut';

function endOf(answer: Answer): Position {
	if (answer.cut !== undefined) return 'cut';
	return endsWhole(answer) ? 'last' : 'open';
}

function readEntry(
	kind: RecordKind,
	start: RegExpExecArray,
	written: string,
	position: Position,
): RawEntry[] {
	const { from = '', receivedAt = '', shortCode = '' } = start.groups ?? {};
	const read = READERS[kind](written, position);
	if (!read) return leftover((start[0] + written).replace(/^&/, ''));
	const { rest, ...content } = read;
	const record = { from: from.trim(), receivedAt, shortCode: shortCode.trim(), ...content };
	return [record, ...leftover(rest)];
}

const SENT_MESSAGE_ID = ';SentMessageID=';

/** Text that does not contain the end of another record. */
const WITHIN_RECORD = `(?:(?!${SENT_MESSAGE_ID})[^]){0,100}?`;

/** Reads the text after the start of a record, and what is left of it; undefined if it has no end. */
type Reader = (
	content: string,
	position: Position,
) => { text: string; sentMessageId: string; rest: string } | undefined;

/**
 * The start of a damaged record, e.g. after a lost character. Otherwise it would be read as part of the
 * text before it, as the words of the wrong person. At least two of its fixed parts must be there in
 * order. Everything is bounded, so that the search takes time linear in the text.
 */
const DAMAGED_REPLY = [
	`[^]?\\s{0,8}CLI=${WITHIN_RECORD};(?:DateReceived|Message)=`,
	`${WITHIN_RECORD};DateReceived=\\d{12};Message=`,
].join('|');

const DAMAGED_SHORT_CODE_MESSAGE = new RegExp(
	[
		`(?:&[^]?)?\\s{0,8}SC=[^;=]{0,80};CLI=[^]{0,100}?;(?:DateReceived|Message)=`,
		`(?:&[^]?)?\\s{0,8}SC=(?:(?!SC=)[^]){0,180}?;DateReceived=\\d{12};Message=`,
		`&(?:(?:[^]?C=|S[^]?C?=|SC[^]?=?)${VALUE}|[^;&]{0,80});CLI=${VALUE};DateReceived=\\d{12};Message=`,
	].join('|'),
);

/** Most texts hold no part of a damaged start, and need no search. */
const searchDamaged = (content: string, pattern: RegExp): number =>
	content.includes('CLI=') || content.includes(';DateReceived=') ? content.search(pattern) : -1;

/** The end of a record before another one whose start is damaged. */
const endBefore = (damaged: string): RegExp =>
	new RegExp(`${SENT_MESSAGE_ID}\\d{0,64}(?!\\d)(?=${damaged})`);

/** Reads a reply or opt-out, which ends with its message ID; text that is no record may follow. */
const withMessageId =
	(hiddenEnd: RegExp): Reader =>
	(content, position) => {
		const hidden = searchDamaged(content, hiddenEnd);
		const end = hidden >= 0 ? hidden : content.lastIndexOf(SENT_MESSAGE_ID);
		if (end < 0) return undefined;
		const behind = content.slice(end + SENT_MESSAGE_ID.length);
		const [sentMessageId = ''] = /^\d*/.exec(behind) ?? [];
		const rest = behind.slice(sentMessageId.length);
		// A cut ID looks like a complete one.
		const isHalf = (position === 'cut' || position === 'open') && rest === '';
		return {
			text: content.slice(0, end),
			sentMessageId: isHalf ? '' : sentMessageId,
			// It may also be part of a text that was cut.
			rest: isHalf ? SENT_MESSAGE_ID + sentMessageId : rest,
		};
	};

/** Reads a short-code message, which ends with its text. */
const withoutMessageId: Reader = (content, position) => {
	const hidden = searchDamaged(content, DAMAGED_SHORT_CODE_MESSAGE);
	if (hidden < 0 && position === 'cut') return undefined;
	const end = hidden < 0 ? content.length : hidden;
	const text = content.slice(0, end);
	return {
		text: hidden < 0 && position !== 'inside' ? text.replace(/&\s*$/, '') : text,
		sentMessageId: '',
		rest: content.slice(end),
	};
};

const READERS: Record<RecordKind, Reader> = {
	reply: withMessageId(endBefore(DAMAGED_REPLY)),
	/** Stricter than for replies: an opt-out hidden in another would let somebody still get messages. */
	optOut: withMessageId(endBefore(`\\s{0,8}&?\\s{0,8}CLI=|${DAMAGED_REPLY}`)),
	shortCodeMessage: withoutMessageId,
};

const leftover = (raw: string): RawEntry[] =>
	/^[\s&]*$/.test(raw) ? [] : [{ raw: raw.replace(/^&/, '') }];
