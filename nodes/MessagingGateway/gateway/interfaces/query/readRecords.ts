import type { Answer } from '../../exchange/exchange';
import type { NamedValue, RawEntry, RawRecord, RecordCall, RecordKind } from '../interface';
import { sortFields } from '../readRecords';
import { get, refusalIn } from './pairs';

/** Makes the call for records of a kind. Their texts are not encoded and may hold anything. */
const recordCall = (
	kind: RecordKind,
	path: string,
	parameters: Record<string, string> = {},
): RecordCall => ({
	request: () => get(path, parameters),
	read: (answer) => {
		const reason = refusalIn(answer);
		return reason || isPage(answer) ? { reason } : { entries: readEntries(kind, answer) };
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

/**
 * The start of a record, at the start of the answer or of a line, or after an ampersand: its fields before
 * the text. Services may add fields and leave a date empty. The limits keep a text from passing for a start.
 */
const START = /(?:^\s*|&\s*|\n)((?:\w{1,32}=[^;=\r\n]{0,64};){2,8}?)Message=/g;

function readEntries(kind: RecordKind, answer: Answer): RawEntry[] {
	const { body } = answer;
	const readRecord = kind === 'shortCodeMessage' ? readShortCodeMessage : readReply;
	const starts = [...body.matchAll(START)].flatMap(({ 0: whole, 1: written = '', index }) => {
		const fields = fieldsOf(kind, written);
		return fields ? [{ fields, start: index, content: index + whole.length }] : [];
	});
	const records = starts.flatMap(({ fields, start, content }, index) => {
		const end = starts[index + 1]?.start;
		const last = end === undefined ? answer : undefined;
		const record = readRecord(fields, body.slice(content, end), last);
		return record ?? leftover(body.slice(start, end));
	});
	return [...leftover(body.slice(0, starts[0]?.start)), ...records];
}

type Fields = Omit<RawRecord, 'text'>;

/** The fields of a start; undefined unless a sender and a date are among them. */
function fieldsOf(kind: RecordKind, written: string): Fields | undefined {
	const fields = [...written.matchAll(/(\w+)=([^;]*);/g)];
	const sorted = sortFields(
		kind,
		fields.map(([, name = '', value = '']): NamedValue => [name, value.trim()]),
	);
	const { from, receivedAt } = sorted.known;
	return from === undefined || receivedAt === undefined ? undefined : sorted;
}

const SENT_MESSAGE_ID = ';SentMessageID=';

/**
 * Reads a reply or an opt-out, which ends with a message ID. Its text may hold the same words.
 *
 * @param last the answer, if the record is the last of it
 * @returns undefined if the record has no end
 */
function readReply({ known, other }: Fields, content: string, last?: Answer) {
	const end = content.lastIndexOf(SENT_MESSAGE_ID);
	if (end < 0) return undefined;
	const text = content.slice(0, end);
	const behind = content.slice(end + SENT_MESSAGE_ID.length);
	const [id = ''] = /^\d*/.exec(behind) ?? [];
	// An ID that was cut looks like another one, so it is kept apart.
	const isUncertain = last?.cut && id !== '' && id === behind;
	const record: RawRecord = isUncertain
		? { text, known, other: [...other, ['SentMessageID', id]] }
		: { text, known: { ...known, sentMessageId: id }, other };
	return [record, ...leftover(behind.slice(id.length))];
}

/** Reads a short-code message, which ends with its text; otherwise as above. */
function readShortCodeMessage(fields: Fields, content: string, last?: Answer) {
	if (last?.cut) return undefined;
	return [{ ...fields, text: last ? content.replace(/&\s*$/, '') : content }];
}

const leftover = (raw: string): RawEntry[] =>
	/^[\s&]*$/.test(raw) ? [] : [{ raw: raw.replace(/^&/, '') }];
