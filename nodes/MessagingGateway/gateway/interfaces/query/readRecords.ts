import type { Answer } from '../../exchange/exchange';
import { get } from '../../exchange/request';
import { isLeftover, type RawEntry, type RecordCall, type RecordKind } from '../interface';
import { sortFields, toRecord, type NamedValue, type SortedFields } from '../readRecords';
import { endsWhole, mayBeCut, refusalOf } from './pairs';

/** Makes the call for records of a kind. Their texts are not encoded and may hold anything. */
const recordCall = (
	kind: RecordKind,
	path: string,
	parameters: Record<string, string> = {},
): RecordCall => ({
	request: () => get(path, parameters),
	read: (answer) => {
		const refusal = refusalOf(answer);
		if (refusal || isPage(answer)) return { reason: refusal };
		const entries = readEntries(kind, answer);
		const endsInRecord = entries.slice(-1).every((entry) => !isLeftover(entry));
		return { entries, reason: !endsInRecord && mayBeCut(answer) ? 'mayBeCut' : undefined };
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

/** The fields of a start; undefined unless a sender and a date are among them. */
function fieldsOf(kind: RecordKind, written: string): SortedFields | undefined {
	const fields = written
		.slice(0, -1)
		.split(';')
		.map((field): NamedValue => {
			const equals = field.indexOf('=');
			return [field.slice(0, equals), field.slice(equals + 1).trim()];
		});
	const sorted = sortFields(kind, fields);
	const { from, receivedAt } = sorted.known;
	return from === undefined || receivedAt === undefined ? undefined : sorted;
}

/** Splits an answer into records: each lasts from its start to the next start. */
function readEntries(kind: RecordKind, answer: Answer): RawEntry[] {
	const { body } = answer;
	const read = kind === 'shortCodeMessage' ? readShortCodeMessage : readReply;
	const entries: RawEntry[] = [];
	let start = 0;
	let content = 0;
	let fields: SortedFields | undefined;
	const finish = (end: number, last?: Answer): void => {
		const record = fields && read(fields, body.slice(content, end), last);
		entries.push(...(record ?? leftover(body.slice(start, end))));
	};
	for (const found of body.matchAll(START)) {
		const next = fieldsOf(kind, found[1] as string);
		if (!next) continue;
		finish(found.index);
		start = found.index;
		content = start + found[0].length;
		fields = next;
	}
	finish(body.length, answer);
	return entries;
}

const SENT_MESSAGE_ID = ';SentMessageID=';

/**
 * Reads a reply or an opt-out, which ends with a message ID. Its text may hold the same words.
 *
 * @param last the answer, if the record is the last of it
 * @returns undefined if the record has no end
 */
function readReply(fields: SortedFields, content: string, last?: Answer): RawEntry[] | undefined {
	const end = content.lastIndexOf(SENT_MESSAGE_ID);
	if (end < 0) return undefined;
	const behind = content.slice(end + SENT_MESSAGE_ID.length);
	const [id = ''] = /^\d*/.exec(behind) ?? [];
	const { known, other } = fields;
	// An ID that was cut looks like another one, so it is kept apart.
	const isUncertain = last && !endsWhole(last) && id !== '' && id === behind;
	const all = isUncertain
		? { known, other: [...other, ['SentMessageID', id] satisfies NamedValue] }
		: { known: { ...known, sentMessageId: id }, other };
	return [toRecord(all, content.slice(0, end)), ...leftover(behind.slice(id.length))];
}

/** Reads a short-code message, which ends with its text; otherwise as above. */
function readShortCodeMessage(
	fields: SortedFields,
	content: string,
	last?: Answer,
): RawEntry[] | undefined {
	if (last?.cut) return undefined;
	return [toRecord(fields, last ? content.replace(/&\s*$/, '') : content)];
}

const leftover = (raw: string): RawEntry[] =>
	/^[\s&]*$/.test(raw) ? [] : [{ raw: raw.replace(/^&/, '') }];
