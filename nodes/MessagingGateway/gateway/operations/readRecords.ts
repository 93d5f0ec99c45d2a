import { failureOfAnswer } from '../exchange/answers';
import type { Answer, Exchange } from '../exchange/exchange';
import type { Failure } from '../exchange/failures';
import { failed, success, type Result } from '../exchange/result';
import {
	isLeftover,
	type Leftover,
	type RawEntry,
	type RecordCall,
	type RecordKind,
} from '../interfaces/interface';
import { readWireMinute } from '../spec/time';
import { TIMEOUTS } from './timeouts';

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

/** Everything that arrived, in its order. */
export interface ReadRecords {
	entries: Array<GatewayRecord | Leftover>;
	/** What went wrong beside it, such as a broken connection. */
	failure: Failure | null;
}

/**
 * Reads replies, short-code messages or opt-outs in one request. Replies and short-code messages are
 * handed out once (spec, "Common conventions"), so nothing that arrived is dropped: what is no record
 * comes as a leftover, and of an answer that broke off what came before the break.
 *
 * @param call the interface's call for records of this kind
 * @returns a failure only where nothing at all arrived
 */
export async function readRecords(
	exchange: Exchange,
	kind: RecordKind,
	{ request, read }: RecordCall,
): Promise<Result<ReadRecords>> {
	const answered = await exchange(request(), TIMEOUTS.read);
	if (!answered.ok) return answered;
	const answer = answered.value;
	const { entries, refusal, recognized } = read(answer);
	if (refusal) return failed(refusal);
	const problem = failureOfAnswer(answer);
	// Opt-outs can be read again: a list of which nothing can be read holds no words to save.
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
