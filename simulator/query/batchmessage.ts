import { draft, send, type Refusal, type SendResult } from '../sending';
import { readCompactTime } from '../times';
import { FAIL, listed, MAX_LISTED, type QueryOperation } from './operation';

const valueOfRefusal: Record<Refusal, string> = {
	accountLocked: 'ACCOUNTLOCKED',
	tooLong: 'TOOLONG',
	badDestination: 'BADDEST',
	trialNotToSelf: 'TRIALNOT2SELF',
	optedOut: 'OPTEDOUT',
	industryDoNotContact: 'INDUSTRYDNC',
	insufficientCredits: 'INSUFFICIENT CREDITS',
};

const value = (result: SendResult): string =>
	'messageId' in result ? result.messageId : valueOfRefusal[result.refusal];

/** GET /batchmessage.asp: one text to at most 100 numbers; a badly formatted time sends at once. */
export const batchmessage: QueryOperation = {
	path: '/batchmessage.asp',
	wrongCredentials: FAIL,
	answer(gateway, account, parameters) {
		const text = parameters.get('message') ?? '';
		if (text.trim() === '') return 'Error=No message given';
		const numbers = listed(parameters.get('numbers') ?? '');
		if (numbers.length === 0) return 'Error=No numbers supplied';
		const scheduledAt = readCompactTime(parameters.get('scheduled') ?? '') ?? null;
		const message = draft(gateway, { account, text, scheduledAt, origin: 'query' });
		return numbers
			.slice(0, MAX_LISTED)
			.map((number) => `${number}=${value(send(gateway, message, number))}`);
	},
};
