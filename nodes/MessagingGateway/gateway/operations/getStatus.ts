import {
	failureOfAnswer,
	failureFor,
	failureIn,
	reasonForMissingResult,
	type Refusal,
} from '../exchange/answers';
import { failed, success, type Answer, type Connection, type Result } from '../exchange/exchange';
import { failure, type Failure } from '../exchange/failures';
import { shown } from '../exchange/excerpt';
import type { Mask } from '../exchange/mask';
import type { IdCall, IdQuestion, IdReading, RawStatus } from '../interfaces/interface';
import {
	DELIVERY_STATUSES,
	readStatus,
	SKIPPED_CODE,
	WRONG_LOGIN_CODE,
	type Phase,
} from '../specification/codes';
import type { Clock } from '../specification/time';
import { TIMEOUTS } from '../specification/limits';

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
	{ request, read, limit }: IdCall<RawStatus>,
	isCancelled: () => boolean = () => false,
): Promise<StatusReading> {
	const { exchange, clock, mask } = connection;
	const statuses = new Map<string, MessageStatus>();
	let minutesAhead: number | undefined;
	let open = questions;
	while (open.length > 0) {
		if (isCancelled()) return { statuses, failure: failure('stopped') };
		const asked = open.slice(0, limit);
		const answered = await exchange(request(asked), TIMEOUTS.read);
		if (!answered.ok) return { statuses, failure: answered.failure };
		const reading = read(answered.value, asked);
		const refusal = refusalIn(reading);
		if (refusal) return { statuses, failure: failureFor(answered.value, refusal, mask) };
		minutesAhead ??= minutesAheadIn(reading.rows, clock);
		const rows = reading.rows.filter(({ code }) => code !== SKIPPED_CODE);
		const known = new Map(rows.map((row) => [row.messageId, row]));
		for (const { id } of asked) {
			const row = known.get(id);
			if (row) statuses.set(id, toMessageStatus(row, connection));
		}
		const unanswered = asked.filter(({ id }) => !statuses.has(id));
		if (unanswered.length === asked.length) {
			return { statuses, failure: reasonWithoutStatus(answered.value, mask, reading) };
		}
		open = [...unanswered, ...open.slice(limit)];
	}
	return { statuses, failure: null, minutesAhead };
}

/** The gateway's refusal of a request, which may stand as a code in the status of a message. */
function refusalIn({ rows, reason }: IdReading<RawStatus>): Refusal | undefined {
	const isWrongLogin =
		reason === 'wrongLogin' || rows.some(({ code }) => code === WRONG_LOGIN_CODE);
	if (isWrongLogin) return 'wrongLogin';
	return Array.isArray(reason) ? reason : undefined;
}

/** The reason why an answer brought no status at all. */
function reasonWithoutStatus(
	answer: Answer,
	mask: Mask,
	{ rows, reason }: IdReading<RawStatus>,
): Failure {
	const isSkipped = rows.length > 0 && rows.every(({ code }) => code === SKIPPED_CODE);
	return isSkipped
		? failureIn(answer, 'skipped')
		: reasonForMissingResult(answer, mask, reason, rows.length > 0);
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
	{ exchange, clock, mask }: Connection,
	{ request, read }: IdCall<RawStatus>,
): Promise<Result<number | undefined>> {
	const answered = await exchange(request([NO_MESSAGE]), TIMEOUTS.read);
	if (!answered.ok) return answered;
	const answer = answered.value;
	const reading = read(answer, [NO_MESSAGE]);
	const refusal = refusalIn(reading);
	if (refusal) return failed(failureFor(answer, refusal, mask));
	if (reading.rows.length === 0) return failed(failureOfAnswer(answer, mask));
	return success(minutesAheadIn(reading.rows, clock));
}

function minutesAheadIn(rows: RawStatus[], clock: Clock): number | undefined {
	const unknown = rows.find(({ status, code }) => !readStatus(status, code).dated);
	const time = unknown && clock.read(unknown.dateTime);
	return time === undefined ? undefined : (Date.parse(time) - Date.now()) / 60_000;
}
