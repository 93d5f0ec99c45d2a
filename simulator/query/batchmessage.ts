import type { Refusal } from '../refusals';
import { draft, send, type SendResult } from '../sending';
import type { Gateway } from '../gateway';
import { errorPair, FAIL, listed, MAX_LISTED, type QueryOperation } from './operation';

const valueOfRefusal: Record<Exclude<Refusal, 'industryDoNotContact'>, string> = {
	accountLocked: 'ACCOUNTLOCKED',
	tooLong: 'TOOLONG',
	badDestination: 'BADDEST',
	trialNotToSelf: 'TRIALNOT2SELF',
	optedOut: 'OPTEDOUT',
	insufficientCredits: 'INSUFFICIENT CREDITS',
};

function value({ settings }: Gateway, result: SendResult): string {
	if ('messageId' in result) return result.messageId;
	if (result.refusal === 'industryDoNotContact') return settings.doNotContactWord;
	return valueOfRefusal[result.refusal];
}

/** GET /batchmessage.asp: one text to at most 100 numbers; a badly formatted time sends at once. */
export const batchmessage: QueryOperation = {
	path: '/batchmessage.asp',
	title: 'Send (query)',
	wrongCredentials: FAIL,
	answer(gateway, account, parameters) {
		const text = parameters.get('message');
		if (text.trim() === '') return errorPair('No message given');
		const numbers = listed(parameters.get('numbers'));
		if (numbers.length === 0) return errorPair('No numbers supplied');
		const scheduledAt = gateway.times.readCompact(parameters.get('scheduled'));
		const message = draft(gateway, { account, text, scheduledAt, origin: 'query' });
		return numbers
			.slice(0, MAX_LISTED)
			.map((number) => `${number}=${value(gateway, send(gateway, message, number))}`);
	},
};
