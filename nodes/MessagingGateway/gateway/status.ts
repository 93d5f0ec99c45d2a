import { reasonForSilence } from './answers';
import {
	DELIVERY_STATUSES,
	QUEUED_CODE,
	SKIPPED_CODE,
	STATUS_CODES,
	UNKNOWN_STATUS,
	WRONG_LOGIN_CODE,
	type Phase,
} from './codes';
import type { Answer, Exchange, GatewayInterface, GatewayRequest } from './exchange';
import { failure, type Failure } from './failures';
import { MAX_IDS_PER_DOCUMENT, MAX_IDS_PER_QUERY } from './limits';
import { plainId, type IdQuestion } from './messageIds';
import { queryStatusReader } from './query/status';
import { readWireSecond } from './time';
import { documentStatusReader } from './xml/status';

export interface MessageStatus {
	/** The gateway's own word, in capitals. */
	status: string;
	/** Null where the query interface gives none: with NOTFOUND. */
	statusCode: number | null;
	phase: Phase;
	description: string;
	/** Whether the status will not change any more. */
	final: boolean;
	delivered: boolean;
	/** ISO 8601, or as the gateway wrote it if it cannot be read; null where it says nothing. */
	statusAt: string | null;
}

/** What the gateway says of one ID, before it is understood. */
export interface RawStatus {
	messageId: string;
	status: string;
	/** `ccyy/mm/dd HH:mm:ss`, or ''. */
	dateTime: string;
	code: number | null;
}

/** How an interface asks for statuses and reads the answers. */
export interface StatusReader {
	request: (questions: IdQuestion[]) => GatewayRequest;
	read: (answer: Answer, asked: number) => { statuses: RawStatus[]; refusal?: Failure | undefined };
	/** IDs in one request. */
	limit: number;
}

const READERS: Record<GatewayInterface, StatusReader> = {
	query: { ...queryStatusReader, limit: MAX_IDS_PER_QUERY },
	xml: { ...documentStatusReader, limit: MAX_IDS_PER_DOCUMENT },
};

export interface StatusReading {
	/** By message ID, as asked. */
	statuses: Map<string, MessageStatus>;
	/** Why IDs without a status have none. */
	failure: Failure | null;
}

/**
 * Asks for the delivery status of messages, in as few requests as the interface allows (spec, "GET
 * /requestbatch.asp", "POST /xmlgetstatus.asp"). What a request left out is asked for again as long
 * as each brings at least one status.
 *
 * @param questions each ID once
 */
export async function readStatuses(
	exchange: Exchange,
	questions: IdQuestion[],
	via: GatewayInterface,
): Promise<StatusReading> {
	const { request, read, limit } = READERS[via];
	const statuses = new Map<string, MessageStatus>();
	let open = questions;
	while (open.length > 0) {
		const asked = open.slice(0, limit);
		const answered = await exchange(request(asked));
		if (!answered.ok) return { statuses, failure: answered.failure };
		const { statuses: raw, refusal } = read(answered.value, asked.length);
		const wrongLogin = raw.some(({ code }) => code === WRONG_LOGIN_CODE);
		if (refusal || wrongLogin) return { statuses, failure: refusal ?? failure('wrongLogin') };
		const known = new Map(raw.filter(isAnswered).map((entry) => [plainId(entry.messageId), entry]));
		for (const { messageId } of asked) {
			const entry = known.get(plainId(messageId));
			if (entry) statuses.set(messageId, understand(entry, answered.value));
		}
		const unanswered = asked.filter(({ messageId }) => !statuses.has(messageId));
		if (unanswered.length === asked.length) {
			return {
				statuses,
				failure: reasonForSilence(answered.value, undefined, raw.length > 0),
			};
		}
		open = [...unanswered, ...open.slice(limit)];
	}
	return { statuses, failure: null };
}

const isAnswered = ({ code }: RawStatus): boolean => code !== SKIPPED_CODE;

function understand({ status, dateTime, code }: RawStatus, { conceal }: Answer): MessageStatus {
	const described = DELIVERY_STATUSES[status];
	const known = described ?? UNKNOWN_STATUS;
	return {
		status: described ? status : conceal(status),
		statusCode: code,
		phase: code === QUEUED_CODE ? 'queued' : known.phase,
		description: STATUS_CODES[code ?? Number.NaN] ?? known.description,
		final: known.final,
		delivered: status === 'DELIVERED',
		statusAt: known.dated && dateTime !== '' ? readWireSecond(dateTime, conceal) : null,
	};
}
