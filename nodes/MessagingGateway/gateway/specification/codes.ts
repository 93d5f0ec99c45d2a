/** Whether something was done, was not done, need not be done, repeats another row, or this is unknown. */
export type Certainty = 'done' | 'notDone' | 'unneeded' | 'repeated' | 'unknown';

/** The results of an operation, by their words, which are the same over each interface. */
export type Results<Result extends string> = Record<
	Result,
	{ description: string; certainty: Certainty }
>;

const row = (certainty: Certainty) => (description: string) => ({ description, certainty });

const done = row('done');
const notDone = row('notDone');
const unneeded = row('unneeded');
const repeated = row('repeated');
const unknown = row('unknown');

/** The results for one recipient (protocol, "GET /batchmessage.asp", "POST /xmlsendsmsmulti.asp"). */
export const SEND_RESULTS = {
	ACCEPTED: done('Accepted for sending'),
	INSUFFICIENT_CREDITS: notDone('The account has not enough credits'),
	ACCOUNT_LOCKED: notDone('The gateway account is locked'),
	TRIAL_NOT_TO_SELF: notDone(
		"A trial account can only send to its owner's own number. The gateway provider can make it a full account",
	),
	TOO_LONG: notDone('The message is longer than can be sent'),
	BAD_DESTINATION: notDone('The number is not valid, or it is blacklisted'),
	OPTED_OUT: notDone(
		'The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it',
	),
	INDUSTRY_DNC: notDone(
		'The number is on the industry Do Not Contact list. For messages that are no marketing, ask the gateway provider to let the account bypass that list',
	),
	NO_MESSAGE: notDone('There is no message text'),
	NO_NUMBER: notDone('There is no number to send to'),
	INVALID_TIME: notDone('The scheduled time cannot be used'),
	UNSUPPORTED_CHARACTERS: notDone('The text holds characters that SMS cannot carry'),
	DUPLICATE: repeated('Not sent: the same text goes to this number already'),
	ALREADY_SENT: unneeded(
		'Not sent: a message with this reference was sent to this number before, or may have been',
	),
	DRY_RUN: unneeded('Dry run: would be sent'),
	NOT_SENT: notDone('Not sent'),
	UNCONFIRMED: unknown('It is not known whether the gateway accepted this message'),
	REJECTED: unknown('The gateway answered with a code that is not in its specification'),
};

export type SendResult = keyof typeof SEND_RESULTS;

type Phase = 'queued' | 'sent' | 'delivered' | 'failed' | 'unknown';

interface Meaning {
	phase: Phase;
	description: string;
}

const code = (phase: Phase, description: string): Meaning => ({ phase, description });

/** The table "Status codes" of the protocol. */
const STATUS_CODES: Record<number, Meaning> = {
	[-3]: code('unknown', 'Invalid username or password'),
	[-2]: code('unknown', 'Message not found'),
	[-1]: code('queued', 'Message in queue'),
	0: code('delivered', 'Delivered'),
	100: code('sent', 'Sent; no delivery report received'),
	101: code('failed', 'Undelivered: expired in transit'),
	102: code('failed', 'Undelivered: message was cancelled before being delivered'),
	103: code('failed', 'Message could not be delivered'),
	105: code('sent', 'Not yet delivered, but accepted for delivery'),
	106: code('sent', 'Sent; delivery status not known'),
	107: code('failed', 'Undelivered: message was rejected'),
	108: code('unknown', 'Skipped: too many IDs in one request'),
	111: code('failed', 'Message could not be sent'),
	201: code('failed', 'Account has insufficient credits'),
	202: code('failed', 'Account is locked'),
	211: code('failed', 'Message is too long to send by SMS'),
	212: code('failed', 'Recipient has opted out of receiving messages'),
	213: code('failed', 'Not sent or not delivered, for an unknown reason'),
	214: code('failed', 'Number is blacklisted'),
};

export const WRONG_LOGIN_CODE = -3;
export const SKIPPED_CODE = 108;

interface StatusWord extends Meaning {
	/** The phases of codes that say more than the word. Other codes contradict it, or say nothing. */
	refinedBy: Phase[];
	dated: boolean;
}

const word = (phase: Phase, description: string, refinedBy: Phase[], dated = true): StatusWord => ({
	phase,
	description,
	refinedBy,
	dated,
});

const FINAL: Phase[] = ['delivered', 'failed'];
const ANY: Phase[] = ['queued', 'sent', 'unknown', ...FINAL];

/** The table "Delivery status values" of the protocol. */
export const DELIVERY_STATUSES: Record<string, StatusWord> = {
	DELIVERED: word('delivered', 'Delivered to the recipient', ['delivered']),
	SENT: word('sent', 'Sent to the recipient, no delivery report received', [
		'queued',
		'sent',
		...FINAL,
	]),
	SENDINGFAILED: word('failed', 'Not delivered to the recipient', ['failed']),
	NOTFOUND: word(
		'unknown',
		'The message ID is wrong, or the message is still queued, or it was sent more than 90 days ago',
		['queued', 'unknown'],
		false,
	),
	FAIL: word('unknown', 'The gateway could not say', ANY, false),
};

const OTHER = word('unknown', 'A status that is not in the specification of the gateway', ANY);

export interface StatusMeaning extends Meaning {
	final: boolean;
	delivered: boolean;
	/** Whether the date with it is its own and not the current time. */
	dated: boolean;
}

/** Reads the word and the code of a status together, so that they cannot contradict each other. */
export function readStatus(status: string, statusCode: number | null): StatusMeaning {
	const ofWord = DELIVERY_STATUSES[status] ?? OTHER;
	const ofCode = statusCode === null ? undefined : STATUS_CODES[statusCode];
	const isRefined = ofCode !== undefined && ofWord.refinedBy.includes(ofCode.phase);
	const { phase, description } = isRefined ? ofCode : ofWord;
	const delivered = phase === 'delivered';
	return { phase, description, final: FINAL.includes(phase), delivered, dated: ofWord.dated };
}

/** The answers to a check of the login (protocol, "GET /auth.asp"). */
export type LoginResult = 'OK' | 'FAIL' | 'ACCOUNT_LOCKED';

/** The results for one scheduled message (protocol, "Delete result values"). */
export const DELETE_RESULTS = {
	DELETED: done('Removed from the queue, and its credits refunded'),
	SENT: notDone('Already sent, and cannot be deleted any more'),
	NOTFOUND: notDone('The message ID is wrong, or the message was already deleted'),
	NOT_SENT: notDone('Not deleted'),
	UNCONFIRMED: unknown('It is not known whether the message was deleted'),
};

export type DeleteResult = keyof typeof DELETE_RESULTS;

export const WRONG_LOGIN = 'The gateway did not accept the login name or password';

/** The results of a transfer of credits (protocol, "GET /creditstransfer.asp"). */
export const TRANSFER_RESULTS = {
	TRANSFERRED: done('The credits were transferred'),
	INVALID_USER: notDone(WRONG_LOGIN),
	INVALID_FROM_ACCOUNT: notDone("'From Account ID' is not an account of this main account"),
	INVALID_TO_ACCOUNT: notDone("'To Account ID' is not an account of this main account"),
	LOCKED_FROM_ACCOUNT: notDone('The account to transfer from is locked'),
	LOCKED_TO_ACCOUNT: notDone('The account to transfer to is locked'),
	SAME_ACCOUNT: notDone("'From Account ID' and 'To Account ID' are the same account"),
	INVALID_QUANTITY: notDone("'Quantity' is not a positive whole number of credits"),
	INSUFFICIENT_CREDITS: notDone('The account to transfer from has not enough credits'),
	NOT_SENT: notDone('Not transferred'),
	UNCONFIRMED: unknown('It is not known whether the credits were transferred'),
};

export type TransferResult = keyof typeof TRANSFER_RESULTS;
