import {
	DELETE_RESULTS,
	SEND_RESULTS,
	readStatus,
	TRANSFER_RESULTS,
	type Results,
} from '../../../nodes/MessagingGateway/gateway/specification/codes';

/** Each result with its certainty, which decides whether somebody does it again. */
const certainties = (results: Results<string>) =>
	Object.fromEntries(Object.entries(results).map(([result, { certainty }]) => [result, certainty]));

it('says of each result of a send whether the message may have gone out', () => {
	expect(certainties(SEND_RESULTS)).toEqual({
		ACCEPTED: 'done',
		INSUFFICIENT_CREDITS: 'notDone',
		ACCOUNT_LOCKED: 'notDone',
		TRIAL_NOT_TO_SELF: 'notDone',
		TOO_LONG: 'notDone',
		BAD_DESTINATION: 'notDone',
		OPTED_OUT: 'notDone',
		INDUSTRY_DNC: 'notDone',
		NO_MESSAGE: 'notDone',
		NO_NUMBER: 'notDone',
		INVALID_TIME: 'notDone',
		UNSUPPORTED_CHARACTERS: 'notDone',
		DUPLICATE: 'repeated',
		ALREADY_SENT: 'unneeded',
		DRY_RUN: 'unneeded',
		NOT_SENT: 'notDone',
		UNCONFIRMED: 'unknown',
		REJECTED: 'unknown',
	});
});

it('says of each result of a deletion whether the message may be deleted', () => {
	expect(certainties(DELETE_RESULTS)).toEqual({
		DELETED: 'done',
		SENT: 'notDone',
		NOTFOUND: 'notDone',
		NOT_SENT: 'notDone',
		UNCONFIRMED: 'unknown',
	});
});

it('says of each result of a transfer whether credits may have moved', () => {
	expect(certainties(TRANSFER_RESULTS)).toEqual({
		TRANSFERRED: 'done',
		INVALID_USER: 'notDone',
		INVALID_FROM_ACCOUNT: 'notDone',
		INVALID_TO_ACCOUNT: 'notDone',
		LOCKED_FROM_ACCOUNT: 'notDone',
		LOCKED_TO_ACCOUNT: 'notDone',
		SAME_ACCOUNT: 'notDone',
		INVALID_QUANTITY: 'notDone',
		INSUFFICIENT_CREDITS: 'notDone',
		NOT_SENT: 'notDone',
		UNCONFIRMED: 'unknown',
	});
});

it('has a sentence for every result', () => {
	const all = [SEND_RESULTS, DELETE_RESULTS, TRANSFER_RESULTS].flatMap((one) => Object.values(one));
	for (const { description } of all) expect(description).toMatch(/^[A-Z'].{7}/);
});

describe('word and code of a status', () => {
	/** The phase; behind it a star if the sentence is that of the word, otherwise it is that of the code. */
	const TABLE = `
		code DELIVERED   SENT       SENDINGFAILED NOTFOUND  FAIL       PARKED
		none delivered*  sent*      failed*       unknown*  unknown*   unknown*
		-2   delivered*  sent*      failed*       unknown   unknown    unknown
		-1   delivered*  queued     failed*       queued    queued     queued
		0    delivered   delivered  failed*       unknown*  delivered  delivered
		100  delivered*  sent       failed*       unknown*  sent       sent
		101  delivered*  failed     failed        unknown*  failed     failed
		102  delivered*  failed     failed        unknown*  failed     failed
		103  delivered*  failed     failed        unknown*  failed     failed
		105  delivered*  sent       failed*       unknown*  sent       sent
		106  delivered*  sent       failed*       unknown*  sent       sent
		107  delivered*  failed     failed        unknown*  failed     failed
		111  delivered*  failed     failed        unknown*  failed     failed
		201  delivered*  failed     failed        unknown*  failed     failed
		202  delivered*  failed     failed        unknown*  failed     failed
		211  delivered*  failed     failed        unknown*  failed     failed
		212  delivered*  failed     failed        unknown*  failed     failed
		213  delivered*  failed     failed        unknown*  failed     failed
		214  delivered*  failed     failed        unknown*  failed     failed
		7    delivered*  sent*      failed*       unknown*  unknown*   unknown*`;

	const SENTENCES: Record<string, string> = {
		DELIVERED: 'Delivered to the recipient',
		SENT: 'Sent to the recipient, no delivery report received',
		SENDINGFAILED: 'Not delivered to the recipient',
		NOTFOUND:
			'The message ID is wrong, or the message is still queued, or it was sent more than 90 days ago',
		FAIL: 'The gateway could not say',
		PARKED: 'A status that is not in the specification of the gateway',
		'-2': 'Message not found',
		'-1': 'Message in queue',
		'0': 'Delivered',
		'100': 'Sent; no delivery report received',
		'101': 'Undelivered: expired in transit',
		'102': 'Undelivered: message was cancelled before being delivered',
		'103': 'Message could not be delivered',
		'105': 'Not yet delivered, but accepted for delivery',
		'106': 'Sent; delivery status not known',
		'107': 'Undelivered: message was rejected',
		'111': 'Message could not be sent',
		'201': 'Account has insufficient credits',
		'202': 'Account is locked',
		'211': 'Message is too long to send by SMS',
		'212': 'Recipient has opted out of receiving messages',
		'213': 'Not sent or not delivered, for an unknown reason',
		'214': 'Number is blacklisted',
	};

	const [[, ...words], ...rows] = TABLE.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/)) as [string[], ...string[][]];
	const pairs = rows.flatMap(([code = '', ...cells]) =>
		cells.map((cell, index): [string, string, string] => [words[index] as string, code, cell]),
	);

	it.each(pairs)('%s with %s is %s', (word, code, cell) => {
		const [, phase, star] = /^(\w+)(\*?)$/.exec(cell) ?? [];
		expect(readStatus(word, code === 'none' ? null : Number(code))).toEqual({
			phase,
			description: SENTENCES[star === '' ? code : word],
			final: phase === 'delivered' || phase === 'failed',
			delivered: phase === 'delivered',
			dated: word !== 'NOTFOUND' && word !== 'FAIL',
		});
	});
});
