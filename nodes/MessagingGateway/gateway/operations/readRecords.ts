import { failureOfAnswer } from '../exchange/answers';
import { failed, success, type Answer, type Connection, type Result } from '../exchange/exchange';
import { failure, failureOfStatus, type Failure } from '../exchange/failures';
import type { Mask } from '../exchange/mask';
import type {
	Leftover,
	NamedValue,
	RawEntry,
	RecordCall,
	RecordKind,
} from '../interfaces/interface';
import { isLeftover } from '../interfaces/readRecords';
import { TIMEOUTS } from '../specification/limits';
import { groupBy } from '../specification/lists';
import { checkLogin } from './account';

export interface GatewayRecord {
	/** International digits; a name unchanged, or '' if the gateway names no sender. */
	from: string;
	/** ISO 8601, or as the gateway wrote it if it cannot be read. */
	receivedAt: string;
	text: string;
	/** Null if the gateway gave none; short-code messages never have one. */
	sentMessageId: string | null;
	/** The short code a message was sent to; null for the other kinds. */
	shortCode: string | null;
	/** Fields that the protocol does not name, by their names; absent if there are none. */
	other?: Record<string, string | string[]>;
}

/** Everything that arrived, in its order, and what failed as well, such as the connection. */
export interface ReadRecords {
	entries: Array<GatewayRecord | Leftover>;
	failure: Failure | null;
}

/**
 * Reads replies, short-code messages or opt-outs in one request. Replies and short-code messages are
 * returned once (protocol, "Common conventions"), so nothing that arrived is dropped: text that is no
 * record becomes a leftover, and of an answer that broke off the part before the break is kept. Opt-outs
 * can be read again: a list without any readable record is a failure, and an empty list counts only if a
 * second request finds the login valid.
 *
 * @returns a failure only if nothing at all arrived
 */
export async function readRecords(
	connection: Connection,
	kind: RecordKind,
	{ request, read }: RecordCall,
): Promise<Result<ReadRecords>> {
	const { exchange, mask } = connection;
	const timeout = kind === 'optOut' ? TIMEOUTS.read : TIMEOUTS.take;
	const answered = await exchange(request(), timeout);
	if (!answered.ok) return answered;
	const answer = answered.value;
	const { entries: found, reason } = read(answer);
	const entries = found && isNoOptOutList(kind, found) ? undefined : found;
	const isComplete =
		entries && !reason && answer.cut === undefined && failureOfStatus(answer) === null;
	const problem = isComplete ? null : failureOfAnswer(answer, mask, reason);
	if (entries && entries.length > 0) {
		return success({ entries: entries.map((one) => toRecord(connection, one)), failure: problem });
	}
	if (problem) return failed(unlessFromOthers(problem, answer));
	const loginFailure = kind === 'optOut' ? await failureOfLogin(connection) : null;
	return loginFailure ? failed(loginFailure) : success({ entries: [], failure: null });
}

/** Opt-outs can be read again, so text that holds none of them is no list. */
const isNoOptOutList = (kind: RecordKind, entries: RawEntry[]): boolean =>
	kind === 'optOut' && entries.length > 0 && entries.every(isLeftover);

/** Records may be lost with an answer, unless it was another server's or the gateway was not running. */
function unlessFromOthers(problem: Failure, { status, byProxy, body, cut }: Answer): Failure {
	const endsAsPage = /<\/html>\s*$/i.test(body.slice(-200));
	const isWholePage = endsAsPage && !byProxy && cut === undefined && status < 500;
	return isWholePage || status === 503 ? { ...problem, mayHaveTakenEffect: false } : problem;
}

/** Checks that an empty list is really the account's: otherwise people who opted out could get messages. */
async function failureOfLogin(connection: Connection): Promise<Failure | null> {
	const checked = await checkLogin(connection);
	if (!checked.ok) return checked.failure;
	if (checked.value === 'OK') return null;
	return failure(checked.value === 'FAIL' ? 'wrongLogin' : 'accountLocked');
}

function toRecord({ clock, mask }: Connection, entry: RawEntry): GatewayRecord | Leftover {
	// Text that is no record may repeat the request with its password.
	if (isLeftover(entry)) return { raw: mask(entry.raw) };
	const { text, known, other } = entry;
	const { from = '', receivedAt = '', sentMessageId = '', shortCode = '' } = known;
	return {
		// Without `+` or `00`, as a reply needs it.
		from: unlessDigits(mask, from).replace(/^(?:\+|00)(?=\d+$)/, ''),
		receivedAt: clock.read(receivedAt) ?? mask(receivedAt),
		text,
		sentMessageId: sentMessageId === '' ? null : unlessDigits(mask, sentMessageId),
		shortCode: shortCode === '' ? null : unlessDigits(mask, shortCode),
		...(other.length > 0 && { other: readOther(other, mask) }),
	};
}

/** A value that does not follow the protocol may repeat the request too. */
const unlessDigits = (mask: Mask, value: string): string =>
	/^\+?\d+$/.test(value) ? value : mask(value);

function readOther(other: NamedValue[], mask: Mask): Record<string, string | string[]> {
	const byName = groupBy(other, ([name]) => mask(name));
	return Object.fromEntries(
		[...byName].map(([name, fields]) => {
			const values = fields.map(([, value]) => mask(value));
			return [name, values.length > 1 ? values : (values[0] as string)];
		}),
	);
}
