import type { Answer } from '../../exchange/exchange';
import type { RawEntry, RawRecord, RecordCall, RecordKind } from '../interface';
import { refusalOf } from './refusal';
import { get } from './request';

/** Records of a kind: their texts are not encoded and may hold anything. */
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

/** Spec, "GET /httpgetreplies.asp". */
export const reply = recordCall('reply', '/httpgetreplies.asp');

export const replyWithoutShortCode = recordCall('reply', '/httpgetreplies.asp', {
	excludesc: 'true',
});

/** Spec, "GET /httpgetscmessages.asp". */
export const shortCodeMessage = recordCall('shortCodeMessage', '/httpgetscmessages.asp');

/** Spec, "GET /listoptouts.asp". */
export const optOut = recordCall('optOut', '/listoptouts.asp');

/** A web page, or the answer of a server that never got to the gateway, holds nobody's words. */
const isPage = ({ status, body }: Answer): boolean =>
	!/\bCLI=|;DateReceived=/i.test(body) &&
	(status >= 300 || /^\s*<(?:!doctype|html|\?xml)/i.test(body));

/** An answer without opt-outs that certainly ended there: by mistake, everybody could be written to. */
const isEmptyList = ({ status, body, cut, framed }: Answer): boolean =>
	status === 200 && cut === undefined && framed && ['', '&'].includes(body.trim());

/** A number, a name or nothing; what ends it keeps texts from passing for the start of a record. */
const VALUE = '[^;&=\\r\\n]{0,64}';

const START = `CLI=(?<from>${VALUE});DateReceived=(?<receivedAt>\\d{12});Message=`;

/** How each record starts: at the start of the answer or behind an ampersand. */
const REPLY_START = new RegExp(`(?:^|&)\\s*${START}`, 'g');

const STARTS: Record<RecordKind, RegExp> = {
	optOut: REPLY_START,
	reply: REPLY_START,
	shortCodeMessage: new RegExp(`(?:^|&)\\s*SC=(?<shortCode>${VALUE});${START}`, 'g'),
};

/** A record lasts from its start to the next one's, whatever stands between. */
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

/** Whether another record follows, the answer ends well, it may have broken off, or it did. */
type Position = 'inside' | 'last' | 'open' | 'cut';

/** Without a length, only an ampersand says that the answer is whole. */
function endOf({ body, cut, framed }: Answer): Position {
	if (cut !== undefined) return 'cut';
	return framed || body.trimEnd().endsWith('&') ? 'last' : 'open';
}

function readEntry(
	kind: RecordKind,
	start: RegExpExecArray,
	content: string,
	position: Position,
): RawEntry[] {
	const { from = '', receivedAt = '', shortCode = '' } = start.groups ?? {};
	const fields = { from: from.trim(), receivedAt, sentMessageId: '', shortCode: shortCode.trim() };
	return (
		READERS[kind](fields, content, position) ?? leftover((start[0] + content).replace(/^&/, ''))
	);
}

type Fields = Omit<RawRecord, 'text'>;

const SENT_MESSAGE_ID = ';SentMessageID=';

/** Something that another end of a record does not stand in. */
const WITHIN_RECORD = `(?:(?!${SENT_MESSAGE_ID})[^]){0,100}?`;

/** Takes a record from what stands behind its start; undefined where that has no end. */
type Reader = (fields: Fields, content: string, position: Position) => RawEntry[] | undefined;

/**
 * Where a record begins that has not quite the form of one, as after a lost character. It would pass
 * for the end of the text before it: somebody's words in another's name. Of its fixed parts at least two
 * stand in their order; everything is bounded, so that no text takes longer than its length.
 */
const DAMAGED_REPLY = [
	`[^]?\\s{0,8}CLI=${WITHIN_RECORD};(?:DateReceived|Message)=`,
	`${WITHIN_RECORD};DateReceived=\\d{12};Message=`,
].join('|');

const DAMAGED_SHORT_CODE_MESSAGE = new RegExp(
	[
		`(?:&[^]?)?\\s{0,8}SC=[^;]{0,80};CLI=[^]{0,100}?;(?:DateReceived|Message)=`,
		`(?:&[^]?)?\\s{0,8}SC=[^]{0,180}?;DateReceived=\\d{12};Message=`,
		`&(?:(?:[^]?C=|S[^]?C?=|SC[^]?=?)${VALUE}|[^;&]{0,80});CLI=${VALUE};DateReceived=\\d{12};Message=`,
	].join('|'),
);

/** The end of a record that another one follows of which the start is not right. */
const endBefore = (damaged: string): RegExp =>
	new RegExp(`${SENT_MESSAGE_ID}\\d{0,64}(?!\\d)(?=${damaged})`);

/** A reply or opt-out lasts to its message ID; behind that something may stand that is no record. */
const withMessageId =
	(hiddenEnd: RegExp): Reader =>
	(fields, content, position) => {
		const hidden = content.search(hiddenEnd);
		const end = hidden >= 0 ? hidden : content.lastIndexOf(SENT_MESSAGE_ID);
		if (end < 0) return undefined;
		const behind = content.slice(end + SENT_MESSAGE_ID.length);
		const [sentMessageId = ''] = /^\d*/.exec(behind) ?? [];
		const rest = behind.slice(sentMessageId.length);
		// Half an ID looks like a whole one.
		const isHalf = (position === 'cut' || position === 'open') && rest === '';
		const record = {
			...fields,
			text: content.slice(0, end),
			sentMessageId: isHalf ? '' : sentMessageId,
		};
		return [record, ...leftover(rest)];
	};

/** A short-code message has nothing behind its text. */
const withoutMessageId: Reader = (fields, content, position) => {
	const hidden = content.search(DAMAGED_SHORT_CODE_MESSAGE);
	if (hidden >= 0) {
		return [{ ...fields, text: content.slice(0, hidden) }, ...leftover(content.slice(hidden))];
	}
	if (position === 'cut') return undefined;
	const text = position === 'inside' ? content : content.replace(/&\s*$/, '');
	return [{ ...fields, text }];
};

const READERS: Record<RecordKind, Reader> = {
	reply: withMessageId(endBefore(DAMAGED_REPLY)),
	/** A reply may say such a thing; an opt-out that hid another would let somebody be written to. */
	optOut: withMessageId(endBefore(`\\s{0,8}&?\\s{0,8}CLI=|${DAMAGED_REPLY}`)),
	shortCodeMessage: withoutMessageId,
};

const leftover = (raw: string): RawEntry[] =>
	/^[\s&]*$/.test(raw) ? [] : [{ raw: raw.replace(/^&/, '') }];
