/** Whether something was done, was not done, need not be done, or this is unknown. */
export type Certainty = 'done' | 'notDone' | 'unneeded' | 'unknown';

/** The meaning of each result: a sentence for people, and whether it was done. */
export type Results<Result extends string> = Record<
	Result,
	{ description: string; certainty: Certainty }
>;

const done = (description: string) => ({ description, certainty: 'done' }) as const;
const notDone = (description: string) => ({ description, certainty: 'notDone' }) as const;
const unneeded = (description: string) => ({ description, certainty: 'unneeded' }) as const;
const unknown = (description: string) => ({ description, certainty: 'unknown' }) as const;

/** The result for one recipient of a send: the same words for both interfaces. */
export type SendResult =
	| 'ACCEPTED'
	| 'INSUFFICIENT_CREDITS'
	| 'ACCOUNT_LOCKED'
	| 'TRIAL_NOT_TO_SELF'
	| 'TOO_LONG'
	| 'BAD_DESTINATION'
	| 'OPTED_OUT'
	| 'INDUSTRY_DNC'
	| 'NO_MESSAGE'
	| 'NO_NUMBER'
	| 'INVALID_TIME'
	| 'UNSUPPORTED_CHARACTERS'
	| 'ALREADY_SENT'
	| 'DUPLICATE'
	| 'DRY_RUN'
	| 'NOT_SENT'
	| 'UNCONFIRMED'
	| 'REJECTED';

export const SEND_RESULTS: Results<SendResult> = {
	ACCEPTED: done('Accepted for sending'),
	INSUFFICIENT_CREDITS: notDone('The account has not enough credits'),
	ACCOUNT_LOCKED: notDone('The gateway account is locked'),
	TRIAL_NOT_TO_SELF: notDone(
		"A trial account can only send to its owner's own number. Send to that one, or ask the gateway provider for a full account",
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
	DUPLICATE: unneeded('Not sent, as the same text goes to this number already'),
	ALREADY_SENT: unneeded(
		'Not sent, as a message with this reference was sent to this number before, or may have been',
	),
	DRY_RUN: unneeded('Not sent, as this is a dry run; it would be'),
	NOT_SENT: notDone('Not sent'),
	UNCONFIRMED: unknown('It is not known whether the gateway accepted this message'),
	REJECTED: unknown('The gateway answered with a code that is not in its specification'),
};

/**
 * The per-number values of both interfaces (spec, "GET /batchmessage.asp" and "POST
 * /xmlsendsmsmulti.asp"), without the `FAIL:` that the XML interface puts before most of them.
 */
const GATEWAY_RESULTS: Partial<Record<string, SendResult>> = {
	'INSUFFICIENT CREDITS': 'INSUFFICIENT_CREDITS',
	NOCREDITS: 'INSUFFICIENT_CREDITS',
	ACCOUNTLOCKED: 'ACCOUNT_LOCKED',
	TRIALNOT2SELF: 'TRIAL_NOT_TO_SELF',
	TOOLONG: 'TOO_LONG',
	BADDEST: 'BAD_DESTINATION',
	OPTEDOUT: 'OPTED_OUT',
	INDUSTRYDNC: 'INDUSTRY_DNC',
	'NO MESSAGE': 'NO_MESSAGE',
	'NO NUMBER': 'NO_NUMBER',
};

/** Whether the value for a number is a message ID. */
export const isAccepted = (value: string): boolean => /^\s*\d*[1-9]\d*\s*$/.test(value);

/**
 * Reads the gateway's value for one number, and whether it is one of the spec's. Any other value is
 * unexpected text.
 */
export function readSendValue(value: string): { result: SendResult; isKnown: boolean } {
	if (isAccepted(value)) return { result: 'ACCEPTED', isKnown: true };
	const code = value
		.trim()
		.toUpperCase()
		.replace(/^FAIL:\s*/, '');
	const known = GATEWAY_RESULTS[code];
	if (known) return { result: known, isKnown: true };
	// The value names the industry's body, such as WASPADNC.
	if (/^[A-Z\d]{1,30}DNC$/.test(code)) return { result: 'INDUSTRY_DNC', isKnown: true };
	return { result: code.endsWith('DNC') ? 'INDUSTRY_DNC' : 'REJECTED', isKnown: false };
}

export type Phase = 'queued' | 'sent' | 'delivered' | 'failed' | 'unknown';

/** The meaning of a status code: a sentence, and what it says where the status word is unknown. */
interface CodeDescription {
	description: string;
	phase: Phase;
	/** Whether the status will no longer change. */
	final: boolean;
}

const code = (phase: Phase, description: string): CodeDescription => ({
	description,
	phase,
	final: phase === 'delivered' || phase === 'failed',
});

/** The spec's "Status codes". */
export const STATUS_CODES: Record<number, CodeDescription> = {
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
export const QUEUED_CODE = -1;
export const SKIPPED_CODE = 108;

interface StatusDescription extends CodeDescription {
	/** Whether the date with it is that of the status; with the others it is the current time. */
	dated: boolean;
}

/** The spec's "Delivery status values". */
export const DELIVERY_STATUSES: Record<string, StatusDescription> = {
	DELIVERED: {
		description: 'Delivered to the recipient',
		phase: 'delivered',
		final: true,
		dated: true,
	},
	SENT: {
		description: 'Sent to the recipient, no delivery report received',
		phase: 'sent',
		final: false,
		dated: true,
	},
	SENDINGFAILED: {
		description: 'Not delivered to the recipient',
		phase: 'failed',
		final: true,
		dated: true,
	},
	NOTFOUND: {
		description:
			'The message ID is wrong, or the message is still queued, or it was sent more than 90 days ago',
		phase: 'unknown',
		final: false,
		dated: false,
	},
	FAIL: {
		description: 'The gateway could not say',
		phase: 'unknown',
		final: false,
		dated: false,
	},
};

export const UNKNOWN_STATUS: StatusDescription = {
	description: 'A status that is not in the specification of the gateway',
	phase: 'unknown',
	final: false,
	dated: true,
};

/** The gateway's values for a login (spec, "GET /auth.asp"). */
export const LOGIN_VALUES = {
	OK: 'OK',
	FAIL: 'FAIL',
	ACCOUNTLOCKED: 'ACCOUNT_LOCKED',
} as const;

export type LoginResult = (typeof LOGIN_VALUES)[keyof typeof LOGIN_VALUES];

/** The result for one scheduled message (spec, "Delete result values"). */
export type DeleteResult = 'DELETED' | 'NOTFOUND' | 'SENT' | 'NOT_SENT' | 'UNCONFIRMED';

export const DELETE_RESULTS: Results<DeleteResult> = {
	DELETED: done('Removed from the queue, and its credits refunded'),
	NOTFOUND: notDone('The message ID is wrong, or the message was already deleted'),
	SENT: notDone('Already sent, and cannot be deleted any more'),
	NOT_SENT: notDone('Not deleted'),
	UNCONFIRMED: unknown('It is not known whether the message was deleted'),
};

/** The result of a transfer of credits. */
export type TransferResult =
	| 'TRANSFERRED'
	| 'INVALID_USER'
	| 'INVALID_FROM_ACCOUNT'
	| 'INVALID_TO_ACCOUNT'
	| 'LOCKED_FROM_ACCOUNT'
	| 'LOCKED_TO_ACCOUNT'
	| 'SAME_ACCOUNT'
	| 'INVALID_QUANTITY'
	| 'INSUFFICIENT_CREDITS'
	| 'NOT_SENT'
	| 'UNCONFIRMED';

export const TRANSFER_RESULTS: Results<TransferResult> = {
	TRANSFERRED: done('The credits were transferred'),
	INVALID_USER: notDone('The gateway did not accept the login name or password'),
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

/** The values of `Transfer=` in lower case (spec, "GET /creditstransfer.asp"). */
export const TRANSFER_VALUES = new Map<string, TransferResult>([
	['success', 'TRANSFERRED'],
	['fail', 'UNCONFIRMED'],
	['invaliduser', 'INVALID_USER'],
	['invalidfromaccount', 'INVALID_FROM_ACCOUNT'],
	['invalidtoaccount', 'INVALID_TO_ACCOUNT'],
	['lockedfromaccount', 'LOCKED_FROM_ACCOUNT'],
	['lockedtoaccount', 'LOCKED_TO_ACCOUNT'],
	['sameaccount', 'SAME_ACCOUNT'],
	['invalidquantity', 'INVALID_QUANTITY'],
	['insufficientcredits', 'INSUFFICIENT_CREDITS'],
]);

/** The reasons with which the gateway refuses a whole request (spec, "Errors"). */
const REFUSALS = [
	'No message given',
	'No numbers supplied',
	'Not Valid XML Document',
	'Invalid Username or Password',
	'Invalid Date',
];

/** Whether a text is a reason of the specification, in any case. */
export const isRefusal = (text: string): boolean =>
	REFUSALS.some((reason) => reason.toLowerCase() === text.trim().toLowerCase());
