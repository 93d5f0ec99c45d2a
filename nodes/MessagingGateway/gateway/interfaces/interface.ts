import type { Answer, GatewayRequest } from '../exchange/exchange';
import type { Failure } from '../exchange/failures';
import type { Result } from '../exchange/result';
import type { LoginResult, TransferResult } from '../spec/codes';

/** How an interface asks for one thing, and how it reads the answer. */
export interface Call<Asked, Reading> {
	request: (asked: Asked) => GatewayRequest;
	read: (answer: Answer, asked: Asked) => Reading;
}

/**
 * An interface of the service. What the service does not offer on every interface is optional: nothing
 * can ask for it without having looked.
 */
export interface GatewayInterface {
	/** What a saved workflow holds. */
	name: string;
	/** What the editor shows. */
	label: string;
	/**
	 * Plans as few requests as the interface allows.
	 *
	 * @param messages of one schedule, in order
	 */
	send: (messages: OutgoingMessage[]) => SendBatch[];
	/** Most sends that may be under way together; one where absent. */
	requestsAtOnce?: number;
	getStatus: IdCall<RawStatus>;
	deleteScheduled: IdCall<RawDeletion>;
	reply: RecordCall;
	shortCodeMessage: RecordCall;
	/** Replies without the messages to short codes, which replies hold as well. */
	replyWithoutShortCode?: RecordCall;
	optOut?: RecordCall;
	getBalance?: Call<void, Result<number>>;
	checkLogin?: Call<void, Result<LoginResult>>;
	/** Reads what became of the transfer; undefined where the answer does not say. */
	transferCredits?: Call<Transfer, TransferResult | undefined>;
}

/** One message to one number, ready for the wire. */
export interface OutgoingMessage {
	/** International digits. */
	number: string;
	text: string;
	/** CCYYMMDDHHmm in GMT, or null to send at once. */
	schedule: string | null;
	via: GatewayInterface;
}

/** Messages that go out in one request, and how to read what is answered to it. */
export interface SendBatch {
	rows: OutgoingMessage[];
	/** Made when its turn comes. A failure where the messages do not fit into any request. */
	request: () => Result<GatewayRequest>;
	read: (answer: Answer) => SendReading;
}

/**
 * The values for each message of a batch, in its order: usually one, none where the answer does not
 * mention it, and message IDs before anything else. Or why the gateway refused all of them.
 */
export interface SendReading {
	values: string[][];
	refusal?: Failure | undefined;
}

/** A call about many message IDs at once. */
export interface IdCall<Row> extends Call<IdQuestion[], IdReading<Row>> {
	/** Most IDs in one request. */
	limit: number;
}

/** A message to ask about, and the text that the XML interface is to echo with the answer. */
export interface IdQuestion {
	messageId: string;
	reference: string | null;
}

/** What an answer says of IDs, or why the gateway refused the request. */
export interface IdReading<Row> {
	rows: Row[];
	refusal?: Failure | undefined;
}

/** What the gateway says of the status of one ID, before it is understood. */
export interface RawStatus {
	messageId: string;
	status: string;
	/** `ccyy/mm/dd HH:mm:ss`, or ''. */
	dateTime: string;
	code: number | null;
}

/** What the gateway says of the deletion of one ID, before it is understood. */
export interface RawDeletion {
	messageId: string;
	result: string;
}

/** A transfer of credits between a main account and its sub accounts, ready for the wire. */
export interface Transfer {
	/** Digits, without a W. */
	fromAccountId: string;
	toAccountId: string;
	quantity: number;
}

/** A call for all records of a kind. */
export type RecordCall = Call<void, RecordReading>;

/** The kinds of records the gateway keeps for an account (spec, "Resources and their fields"). */
export type RecordKind = 'optOut' | 'reply' | 'shortCodeMessage';

/** The records of an answer in their order, or why the gateway refused the request. */
export interface RecordReading {
	entries: RawEntry[];
	refusal?: Failure | undefined;
	/** Whether the answer has the form of the operation's, even if it holds no record. */
	recognized: boolean;
}

export type RawEntry = RawRecord | Leftover;

/** A record's fields as they stand in an answer. */
export interface RawRecord {
	/** A number, a name, or '' where the gateway names no sender. */
	from: string;
	receivedAt: string;
	text: string;
	sentMessageId: string;
	shortCode: string;
	/** Fields that the spec does not name, or names once only; absent where there are none. */
	other?: Array<[name: string, value: string]>;
}

/** Text of an answer that no record could be made of. It may hold somebody's words. */
export interface Leftover {
	raw: string;
}

export const isLeftover = (entry: object): entry is Leftover => 'raw' in entry;
