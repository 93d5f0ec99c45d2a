import { failureIn, reasonForMissingResult } from '../exchange/answers';
import type { Answer, Exchange } from '../exchange/exchange';
import { failure, type Failure } from '../exchange/failures';
import { shown } from '../exchange/excerpt';
import type { IdCall, IdQuestion, RawStatus } from '../interfaces/interface';
import {
	DELIVERY_STATUSES,
	QUEUED_CODE,
	SKIPPED_CODE,
	STATUS_CODES,
	UNKNOWN_STATUS,
	WRONG_LOGIN_CODE,
	type Phase,
} from '../specification/codes';
import { plainId } from '../specification/messageIds';
import { TIMEOUTS } from './timeouts';

export interface MessageStatus {
	/** The gateway's own word, in capitals. */
	status: string;
	/** Null if the query interface gives none: with NOTFOUND. */
	statusCode: number | null;
	phase: Phase;
	description: string;
	/** Whether the status will not change any more. */
	final: boolean;
	delivered: boolean;
	/** ISO 8601, or as the gateway wrote it if it cannot be read; null if the gateway gives no time. */
	statusAt: string | null;
}

export interface StatusReading {
	/** By message ID, as asked. */
	statuses: Map<string, MessageStatus>;
	/** The reason why IDs without a status have none. */
	failure: Failure | null;
}

/**
 * Asks for the delivery status of messages, in as few requests as the interface allows (protocol, "GET
 * /requestbatch.asp", "POST /xmlgetstatus.asp"). IDs that an answer left out are asked for again as long
 * as each request brings at least one status.
 *
 * @param questions each ID once
 * @param isCancelled called before each request
 */
export async function getStatus(
	exchange: Exchange,
	questions: IdQuestion[],
	{ request, read, limit }: IdCall<RawStatus>,
	isCancelled: () => boolean = () => false,
): Promise<StatusReading> {
	const statuses = new Map<string, MessageStatus>();
	let open = questions;
	while (open.length > 0) {
		if (isCancelled()) return { statuses, failure: failure('stopped') };
		const asked = open.slice(0, limit);
		const answered = await exchange(request(asked), TIMEOUTS.read);
		if (!answered.ok) return { statuses, failure: answered.failure };
		const { rows, refusal } = read(answered.value, asked);
		const isWrongLogin = rows.some(({ code }) => code === WRONG_LOGIN_CODE);
		const refused = refusal ?? (isWrongLogin ? failureIn(answered.value, 'wrongLogin') : undefined);
		if (refused) return { statuses, failure: refused };
		const known = new Map(
			rows.filter(isAnswered).map((entry) => [plainId(entry.messageId), entry]),
		);
		for (const { messageId } of asked) {
			const entry = known.get(plainId(messageId));
			if (entry) statuses.set(messageId, toMessageStatus(entry, answered.value));
		}
		const unanswered = asked.filter(({ messageId }) => !statuses.has(messageId));
		if (unanswered.length === asked.length) {
			return {
				statuses,
				failure: reasonForMissingResult(answered.value, undefined, rows.length > 0),
			};
		}
		open = [...unanswered, ...open.slice(limit)];
	}
	return { statuses, failure: null };
}

const isAnswered = ({ code }: RawStatus): boolean => code !== SKIPPED_CODE;

function toMessageStatus(
	{ status, dateTime, code }: RawStatus,
	{ clock, gate }: Answer,
): MessageStatus {
	const described = DELIVERY_STATUSES[status];
	const ofCode = STATUS_CODES[code ?? Number.NaN];
	// A code says more than a word that the protocol does not have.
	const known = described ?? { ...UNKNOWN_STATUS, ...ofCode };
	return {
		status: described ? status : shown(status, gate),
		statusCode: code,
		phase: code === QUEUED_CODE ? 'queued' : known.phase,
		description: ofCode?.description ?? known.description,
		final: known.final,
		delivered: known.phase === 'delivered',
		statusAt:
			known.dated && dateTime !== '' ? (clock.read(dateTime) ?? shown(dateTime, gate)) : null,
	};
}
