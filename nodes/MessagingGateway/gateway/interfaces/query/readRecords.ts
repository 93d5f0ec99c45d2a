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
		return { entries: readEntries(kind, answer), recognized: true };
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
	!/\bCLI=/i.test(body) && (status >= 300 || /^\s*<(?:!doctype|html|\?xml)/i.test(body));

/** How each record starts: at the start of the answer or behind an ampersand. */
const REPLY_START = /(?:^|&)\s*CLI=(?<from>\+?\d+);DateReceived=(?<receivedAt>\d{12});Message=/g;

const STARTS: Record<RecordKind, RegExp> = {
	optOut: REPLY_START,
	reply: REPLY_START,
	shortCodeMessage:
		/(?:^|&)\s*SC=(?<shortCode>[^;&]*);CLI=(?<from>\+?\d+);DateReceived=(?<receivedAt>\d{12});Message=/g,
};

/** A record lasts from its start to the next one's, whatever stands between. */
function readEntries(kind: RecordKind, { body, cut }: Answer): RawEntry[] {
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
	finish(body.length, cut ? 'cut' : 'last');
	return entries;
}

/** Whether another record follows, the answer ends well, or it broke off. */
type Position = 'inside' | 'last' | 'cut';

function readEntry(
	kind: RecordKind,
	start: RegExpExecArray,
	content: string,
	position: Position,
): RawEntry[] {
	const { from = '', receivedAt = '', shortCode = '' } = start.groups ?? {};
	const fields = { from, receivedAt, text: content, sentMessageId: '', shortCode };
	if (kind !== 'shortCodeMessage') {
		const read = readEnding(kind, fields, content, position === 'cut');
		if (read) return read;
	} else if (position !== 'cut') {
		return [{ ...fields, text: position === 'last' ? content.replace(/&\s*$/, '') : content }];
	}
	return leftover((start[0] + content).replace(/^&/, ''));
}

const SENT_MESSAGE_ID = ';SentMessageID=';

/**
 * Where an opt-out ends and another begins that has not the form of one. A reply may say such a thing;
 * an opt-out that hid another would let somebody be written to who must not be.
 */
const HIDDEN_OPT_OUT = /;SentMessageID=\d*\s*&?\s*CLI=/;

/** The end of a reply or opt-out, and what may stand behind it before the next record starts. */
function readEnding(
	kind: RecordKind,
	fields: RawRecord,
	content: string,
	mayBeCut: boolean,
): RawEntry[] | undefined {
	const hidden = kind === 'optOut' ? content.search(HIDDEN_OPT_OUT) : -1;
	const ending = hidden >= 0 ? hidden : content.lastIndexOf(SENT_MESSAGE_ID);
	if (ending < 0) return undefined;
	const behind = content.slice(ending + SENT_MESSAGE_ID.length);
	const [sentMessageId = ''] = /^\d*/.exec(behind) ?? [];
	const rest = behind.slice(sentMessageId.length);
	// Half an ID looks like a whole one.
	const isHalf = mayBeCut && rest === '';
	const record = {
		...fields,
		text: content.slice(0, ending),
		sentMessageId: isHalf ? '' : sentMessageId,
	};
	return rest === '' ? [record] : [record, ...leftover(rest.replace(/^&/, ''))];
}

const leftover = (raw: string): RawEntry[] => (/^[\s&]*$/.test(raw) ? [] : [{ raw }]);
