import { Duration } from 'luxon';
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
	failure: Failure | null;
	clockProblem?: string | undefined;
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
	let clockProblem: string | undefined;
	let waiting = questions;
	while (waiting.length > 0) {
		if (isCancelled?.()) return { statuses, failure: failure('stopped') };
		const asked = waiting.slice(0, call.limit);
		const answered = await ask(connection, call, asked);
		if (!answered.ok) return { statuses, failure: answered.failure };
		const rows = answered.value;
		clockProblem ??= clockProblemIn(rows, connection.clock);
		const known = new Map(rows.map((row) => [row.messageId, row]));
		const unanswered = asked.filter(({ id }) => !known.has(id));
		if (unanswered.length === asked.length) return { statuses, failure: failure('notMentioned') };
		for (const { id } of asked) {
			const row = known.get(id);
			if (row) statuses.set(id, toMessageStatus(row, connection));
		}
		waiting = [...unanswered, ...waiting.slice(call.limit)];
	}
	return { statuses, failure: null, clockProblem };
}

/** Asks once. Returns the rows with a status, at least one. */
async function ask(
	{ exchange, mask }: Connection,
	{ request, read }: IdCall<RawStatus>,
	questions: IdQuestion[],
): Promise<Result<RawStatus[]>> {
	const answered = await exchange(request(questions), TIMEOUTS.read);
	if (!answered.ok) return answered;
	const answer = answered.value;
	const { rows, reason } = read(answer, questions);
	// A refused login may stand as a code in the status of a message.
	const isRefused = rows.some(({ code }) => code === WRONG_LOGIN_CODE);
	if (isRefused) return failed(failureIn(answer, 'wrongLogin'));
	const known = rows.filter(({ code }) => code !== SKIPPED_CODE);
	if (known.length > 0) return success(known);
	return failed(
		rows.length > 0 ? failureIn(answer, 'skipped') : failureOfAnswer(answer, mask, reason),
	);
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
 * Compares the gateway's clock with this machine's. The gateway repeats its present time as the time of an
 * unknown message (protocol, "POST /xmlgetstatus.asp").
 *
 * @returns the sentence on a clock that is wrong; undefined if it is right, or the answer has no such time
 */
export async function checkClock(
	connection: Connection,
	call: IdCall<RawStatus>,
): Promise<Result<string | undefined>> {
	const answered = await ask(connection, call, [NO_MESSAGE]);
	return answered.ok ? success(clockProblemIn(answered.value, connection.clock)) : answered;
}

/** All time zones differ by multiples of it. */
const QUARTER_OF_AN_HOUR = 15;

/** Scheduled messages would leave at another time if the clock is a quarter of an hour or more off. */
function clockProblemIn(rows: RawStatus[], clock: Clock): string | undefined {
	const unknown = rows.find(({ status, code }) => !readStatus(status, code).dated);
	const time = unknown && clock.read(unknown.dateTime);
	if (time === undefined) return undefined;
	const minutesAhead = (Date.parse(time) - Date.now()) / 60_000;
	const minutes = Math.abs(minutesAhead);
	if (minutes < QUARTER_OF_AN_HOUR) return undefined;
	const rounded = Math.round(minutes / QUARTER_OF_AN_HOUR) * QUARTER_OF_AN_HOUR;
	const difference = Duration.fromObject({ hours: 0, minutes: rounded }).rescale().toHuman();
	const direction = minutesAhead > 0 ? 'ahead of' : 'behind';
	return `the gateway's clock is ${difference} ${direction} 'Gateway Time Zone'. Choose the zone of the gateway, such as Africa/Johannesburg. If it is chosen, one of the clocks is wrong`;
}
