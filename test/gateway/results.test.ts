import {
	DELETE_RESULTS,
	SEND_RESULTS,
	TRANSFER_RESULTS,
	type Results,
} from '../../nodes/MessagingGateway/gateway/specification/codes';

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
		DUPLICATE: 'unneeded',
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
