import { failureIn, failureOfAnswer } from '../exchange/answers';
import { failed, success, type Connection, type Result } from '../exchange/exchange';
import { failure, type Failure } from '../exchange/failures';
import { shown } from '../exchange/excerpt';
import type { IdCall, IdQuestion, RawStatus } from '../interfaces/interface';
import {
	DELIVERY_STATUSES,
	readStatus,
	SKIPPED_CODE,
	WRONG_LOGIN_CODE,
	type StatusMeaning,
} from '../specification/codes';
import { TIMEOUTS } from '../specification/limits';
import type { Clock } from '../specification/time';

export interface MessageStatus extends Omit<StatusMeaning, 'dated'> {
	/** The gateway's own word, in capitals. */
	status: string;
	/** Null if the query interface gives none: with NOTFOUND. */
	statusCode: number | null;
	/** ISO 8601, or as the gateway wrote it if it cannot be read; null if the gateway gives no time. */
	statusAt: string | null;
}

export interface StatusReading {
	/** By message ID, as asked. */
	statuses: Map<string, MessageStatus>;
	/** The reason why IDs without a status have none. */
	failure: Failure | null;
	/** How far the gateway's clock is ahead, in minutes; undefined if no answer has its time. */
	minutesAhead?: number | undefined;
}

/**
 * Asks for the delivery status of messages, in as few requests as the interface allows (protocol, "GET
 * /requestbatch.asp", "POST /xmlgetstatus.asp"). IDs that an answer left out are asked for again as long
 * as each request brings at least one status.
 *
 * @param questions each ID once
 */
export async function getStatus(
	connection: Connection,
	questions: IdQuestion[],
	call: IdCall<RawStatus>,
	isCancelled?: () => boolean,
): Promise<StatusReading> {
	const statuses = new Map<string, MessageStatus>();
	let minutesAhead: number | undefined;
	let waiting = questions;
	while (waiting.length > 0) {
		if (isCancelled?.()) return { statuses, failure: failure('stopped') };
		const asked = waiting.slice(0, call.limit);
		const { rows, missing } = await ask(connection, call, asked);
		minutesAhead ??= minutesAheadIn(rows, connection.clock);
		const known = new Map(rows.map((row) => [row.messageId, row]));
		const unanswered = asked.filter(({ id }) => !known.has(id));
		if (unanswered.length === asked.length) return { statuses, failure: missing };
		for (const { id } of asked) {
			const row = known.get(id);
			if (row) statuses.set(id, toMessageStatus(row, connection));
		}
		waiting = [...unanswered, ...waiting.slice(call.limit)];
	}
	return { statuses, failure: null, minutesAhead };
}

/** Asks once. Returns the rows with a status, and the failure of an ID without one. */
async function ask(
	{ exchange, mask }: Connection,
	{ request, read }: IdCall<RawStatus>,
	questions: IdQuestion[],
): Promise<{ rows: RawStatus[]; missing: Failure }> {
	const answered = await exchange(request(questions), TIMEOUTS.read);
	if (!answered.ok) return { rows: [], missing: answered.failure };
	const answer = answered.value;
	const { rows, reason } = read(answer, questions);
	// A refused login may stand as a code in the status of a message.
	const refused = rows.some(({ code }) => code === WRONG_LOGIN_CODE);
	if (refused) return { rows: [], missing: failureIn(answer, 'wrongLogin') };
	const known = rows.filter(({ code }) => code !== SKIPPED_CODE);
	const isSkipped = rows.length > 0 && known.length === 0;
	return {
		rows: known,
		missing: isSkipped
			? failureIn(answer, 'skipped')
			: failureOfAnswer(answer, mask, reason, rows.length > 0),
	};
}

function toMessageStatus(
	{ status, dateTime, code }: RawStatus,
	{ clock, mask }: Connection,
): MessageStatus {
	const { dated, ...meaning } = readStatus(status, code);
	return {
		status: status in DELIVERY_STATUSES ? status : shown(status, mask),
		statusCode: code,
		...meaning,
		statusAt: dated && dateTime !== '' ? (clock.read(dateTime) ?? shown(dateTime, mask)) : null,
	};
}

/** An ID that no message has. Asking for its status changes nothing. */
const NO_MESSAGE = { id: '0', reference: null };

/**
 * Reads how far the gateway's clock is ahead of this machine's, in minutes. The gateway repeats its present
 * time as the time of an unknown message (protocol, "POST /xmlgetstatus.asp").
 *
 * @returns undefined if the answer has no such time
 */
export async function readClock(
	connection: Connection,
	call: IdCall<RawStatus>,
): Promise<Result<number | undefined>> {
	const { rows, missing } = await ask(connection, call, [NO_MESSAGE]);
	return rows.length > 0 ? success(minutesAheadIn(rows, connection.clock)) : failed(missing);
}

function minutesAheadIn(rows: RawStatus[], clock: Clock): number | undefined {
	const unknown = rows.find(({ status, code }) => !readStatus(status, code).dated);
	const time = unknown && clock.read(unknown.dateTime);
	return time === undefined ? undefined : (Date.parse(time) - Date.now()) / 60_000;
}
