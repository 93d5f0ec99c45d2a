import { failed, success, type Answer } from '../../exchange/exchange';
import { failure } from '../../exchange/failures';
import { addressOf } from '../../exchange/signing';
import { MAX_NUMBERS_PER_QUERY, MAX_QUERY_LENGTH } from '../../specification/limits';
import type { OutgoingMessage, SendCall, SendReading } from '../interface';
import { acceptedOrFirst, groupByText, byNumber, sendReader } from '../send';
import { get, readPairs, refusalIn } from './pairs';

const PATH = '/batchmessage.asp';

/** Most bytes that a number adds to the address: 15 digits and an encoded semicolon. */
const NUMBER_LENGTH = 15 + '%3B'.length;

/** Sends one text to at most 100 different numbers in a request (protocol, "GET /batchmessage.asp"). */
export const send: SendCall = {
	split: (messages) => groupByText(messages, numbersPerRequest),
	request: (messages, scheduled) => {
		const parameters = parametersOf(messages);
		return addressOf(PATH, parameters).length <= MAX_QUERY_LENGTH
			? success(get(PATH, { ...(scheduled !== undefined && { scheduled }), ...parameters }))
			: failed(failure('tooLongForQuery'));
	},
	read,
};

/** Returns at least one: a text that leaves no room for a number fails when its turn comes. */
function numbersPerRequest(message: OutgoingMessage): number {
	const room =
		MAX_QUERY_LENGTH - addressOf(PATH, { ...parametersOf([message]), numbers: '' }).length;
	return Math.min(MAX_NUMBERS_PER_QUERY, Math.max(1, Math.floor(room / NUMBER_LENGTH)));
}

function parametersOf(messages: OutgoingMessage[]): Record<string, string> {
	const [{ text }] = messages as [OutgoingMessage];
	return { message: text, numbers: messages.map(({ number }) => number).join(';') };
}

function read(answer: Answer, messages: OutgoingMessage[]): SendReading {
	const pairs = readPairs(answer, (value) => (isWord(value) ? value : undefined));
	const found = byNumber(pairs.map(([number, value]) => ({ number, ...readValue(value) })));
	return {
		values: messages.map(({ number }) => acceptedOrFirst(found.get(number))),
		reason: refusalIn(answer),
	};
}

const readValue = sendReader({
	'INSUFFICIENT CREDITS': 'INSUFFICIENT_CREDITS',
	ACCOUNTLOCKED: 'ACCOUNT_LOCKED',
	TRIALNOT2SELF: 'TRIAL_NOT_TO_SELF',
	TOOLONG: 'TOO_LONG',
	BADDEST: 'BAD_DESTINATION',
	OPTEDOUT: 'OPTED_OUT',
	INDUSTRYDNC: 'INDUSTRY_DNC',
});

/** Whether it is a word of the gateway, which is whole. An ID may have been cut. */
const isWord = (value: string): boolean =>
	!['ACCEPTED', 'REJECTED'].includes(readValue(value).result);
