import type { Reason } from '../exchange/answers';
import type { Answer, GatewayRequest, Result } from '../exchange/exchange';
import type { DeleteResult, LoginResult, SendResult, TransferResult } from '../specification/codes';

export interface Call<Asked, Reading> {
	request: (asked: Asked) => GatewayRequest;
	read: (answer: Answer, asked: Asked) => Reading;
}

/** An interface of the service. Operations that only some interfaces offer are optional. */
export interface GatewayInterface {
	/** The value in a saved workflow. */
	name: string;
	label: string;
	send: SendCall;
	getStatus: IdCall<RawStatus>;
	deleteScheduled?: IdCall<RawDeletion>;
	reply?: RecordCall;
	shortCodeMessage?: RecordCall;
	/** Replies without the messages to short codes, which are otherwise among them. */
	replyWithoutShortCode?: RecordCall;
	optOut?: RecordCall;
	getBalance?: Call<void, ValueReading<number>>;
	checkLogin?: Call<void, ValueReading<LoginResult>>;
	transferCredits?: Call<Transfer, ValueReading<TransferResult>>;
}

/** The value in an answer; absent if there is none. */
export interface ValueReading<Value> {
	value?: Value;
	reason?: Reason | undefined;
}

/** One message to one number, ready for the wire. */
export interface OutgoingMessage {
	/** International digits. */
	number: string;
	text: string;
	/** The minute at which to send, ISO 8601; null to send at once. */
	schedule: string | null;
	/** The name under which it is sent only once, if that is asked for. */
	key?: string | undefined;
}

/** A call that sends messages with one schedule. */
export interface SendCall {
	/** Splits messages into those of as few requests as can be. `read` must tell two to one number apart. */
	split: (messages: OutgoingMessage[]) => OutgoingMessage[][];
	/**
	 * Returns a failure if the messages do not fit into any request.
	 *
	 * @param schedule on the gateway's clock; absent to send at once
	 */
	request: (messages: OutgoingMessage[], schedule?: string) => Result<GatewayRequest>;
	read: (answer: Answer, messages: OutgoingMessage[]) => SendReading;
}

/** The value for each message of a request; undefined if the answer does not mention it. */
export interface SendReading {
	values: Array<SendValue | undefined>;
	reason: Reason | undefined;
}

export interface SendValue {
	/** REJECTED for a word that the interface does not have. */
	result: SendResult;
	/** Null unless the message was accepted. */
	messageId: string | null;
	/** The word or the ID as the gateway wrote it. */
	written: string;
}

export interface IdCall<Row> extends Call<IdQuestion[], IdReading<Row>> {
	limit: number;
}

/** A message to ask about, and the text that the XML interface echoes in the answer. */
export interface IdQuestion {
	id: string;
	reference: string | null;
}

export interface IdReading<Row> {
	rows: Row[];
	reason: Reason | undefined;
}

export interface RawStatus {
	messageId: string;
	status: string;
	/** `ccyy/mm/dd HH:mm:ss`, or ''. */
	dateTime: string;
	code: number | null;
}

export interface RawDeletion {
	messageId: string;
	/** Undefined for a word that the interface does not have. */
	result: DeleteResult | undefined;
	written: string;
}

export interface Transfer {
	/** Digits, without a W. */
	fromAccountId: string;
	toAccountId: string;
	quantity: number;
}

export type RecordCall = Call<void, RecordReading>;

/** The kinds of records the gateway keeps for an account (protocol, "Resources and their fields"). */
export type RecordKind = 'optOut' | 'reply' | 'shortCodeMessage';

/** The records of an answer in their order; absent if it is no list of records. */
export interface RecordReading {
	entries?: RawEntry[];
	reason?: Reason | undefined;
}

export type RawEntry = RawRecord | Leftover;

export interface RawRecord {
	text: string;
	/** The other fields that the protocol names for its kind. The sender may be a name, or ''. */
	known: { from?: string; receivedAt?: string; sentMessageId?: string; shortCode?: string };
	/** Fields that the protocol does not name, and repetitions. */
	other: NamedValue[];
}

export type NamedValue = [name: string, value: string];

/** Text of an answer that could not be read as a record. It may hold a person's message. */
export interface Leftover {
	raw: string;
}
