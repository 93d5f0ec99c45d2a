import { failureOfAnswer } from './answers';
import type { Answer, Exchange, GatewayInterface, GatewayRequest } from './exchange';
import type { Failure } from './failures';
import { queryRecords } from './query/records';
import { failed, success, type Result } from './result';
import { readWireMinute } from './time';
import { documentRecords } from './xml/records';

/** The kinds of records the gateway keeps for an account (spec, "Resources and their fields"). */
export type RecordKind = 'optOut' | 'reply' | 'shortCodeMessage';

/** One reply, short-code message or opt-out. */
export interface GatewayRecord {
	/** International digits. */
	from: string;
	/** ISO 8601, or as the gateway wrote it if it cannot be read. */
	receivedAt: string;
	text: string;
	/** Null where the gateway gave none; short-code messages never have one. */
	sentMessageId: string | null;
	/** The short code a message was sent to; null for the other kinds. */
	shortCode: string | null;
}

/** Text of an answer that no record could be made of. It may hold somebody's words. */
export interface Leftover {
	raw: string;
}

/** A record's fields as they stand in an answer. */
export interface RawRecord {
	from: string;
	receivedAt: string;
	text: string;
	sentMessageId: string;
	shortCode: string;
}

export type RawEntry = RawRecord | Leftover;

export const isLeftover = (entry: object): entry is Leftover => 'raw' in entry;

/** How an interface is asked for records, and how its answer is read. */
export interface RecordReader {
	request: (kind: RecordKind, excludeShortCode: boolean) => GatewayRequest;
	read: (kind: RecordKind, answer: Answer) => RawReading;
}

export interface RawReading {
	entries: RawEntry[];
	refusal?: Failure | undefined;
	/** Whether the answer has the form of the operation's, even if it holds no record. */
	recognized: boolean;
}

/** Everything that arrived, in its order. */
export interface RecordReading {
	entries: Array<GatewayRecord | Leftover>;
	/** What went wrong beside it, such as a broken connection. */
	failure: Failure | null;
}

const READERS: Record<GatewayInterface, RecordReader> = {
	query: queryRecords,
	xml: documentRecords,
};

/**
 * Reads replies, short-code messages or opt-outs in one request (spec, "GET /httpgetreplies.asp",
 * "GET /httpgetscmessages.asp", "GET /listoptouts.asp", "POST /xmlgetreplies.asp", "POST
 * /xmlgetscmessages.asp"). Replies and short-code messages are handed out once, so nothing that
 * arrived is dropped: what is no record comes as a leftover, and of an answer that broke what came
 * before the break.
 *
 * @param excludeShortCode whether replies come without messages to short codes
 * @returns a failure only where nothing at all arrived
 */
export async function readRecords(
	exchange: Exchange,
	kind: RecordKind,
	chosen: GatewayInterface = 'xml',
	excludeShortCode = false,
): Promise<Result<RecordReading>> {
	const excludes = excludeShortCode && kind === 'reply';
	// Opt-outs, and replies without short-code messages, are the query interface's alone.
	const reader = READERS[kind === 'optOut' || excludes ? 'query' : chosen];
	const answered = await exchange(reader.request(kind, excludes));
	if (!answered.ok) return answered;
	const answer = answered.value;
	const { entries, refusal, recognized } = reader.read(kind, answer);
	if (refusal) return failed(refusal);
	const problem = failureOfAnswer(answer);
	// Opt-outs can be had again: a list of which nothing can be read holds no words to save.
	if (kind === 'optOut' && entries.length > 0 && entries.every(isLeftover)) return failed(problem);
	const isWhole = problem.kind === 'unreadable' || problem.kind === 'empty';
	if (entries.length > 0 || (recognized && isWhole)) {
		return success({
			entries: entries.map((entry) => understand(answer, entry)),
			failure: isWhole ? null : problem,
		});
	}
	return failed(problem);
}

function understand({ conceal }: Answer, entry: RawEntry): GatewayRecord | Leftover {
	// A text that is no record may repeat the request, password and all.
	if (isLeftover(entry)) return { raw: conceal(entry.raw) };
	const { from, receivedAt, text, sentMessageId, shortCode } = entry;
	return {
		from: from.replace(/^(?:\+|00)/, ''),
		receivedAt: readWireMinute(receivedAt, conceal),
		text,
		sentMessageId: sentMessageId === '' ? null : sentMessageId,
		shortCode: shortCode === '' ? null : shortCode,
	};
}

/** The text that the gateway gives a number that was added by hand (spec, "Opt-out entry"). */
export const MANUAL_OPT_OUT = '* MANUALLY ADDED BY USER *';
