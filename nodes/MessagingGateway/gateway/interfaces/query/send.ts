import type { Answer } from '../../exchange/exchange';
import { encodeParameters } from '../../exchange/encoding';
import { failure } from '../../exchange/failures';
import { failed, success } from '../../exchange/result';
import { groupBy } from '../../spec/lists';
import { MAX_NUMBERS_PER_QUERY, MAX_QUERY_LENGTH } from '../../spec/limits';
import type { GatewayInterface, OutgoingMessage, SendBatch, SendReading } from '../interface';
import { matchNumbers } from '../matching';
import { readPairs } from './pairs';
import { refusalOf } from './refusal';
import { get } from './request';

const PATH = '/batchmessage.asp';

/** Bytes that one more number adds to the address: its digits and an encoded semicolon. */
const lengthOf = (number: string): number => number.length + '%3B'.length;

/** Requests of one text to at most 100 different numbers each (spec, "GET /batchmessage.asp"). */
export const send: GatewayInterface['send'] = (messages) =>
	[...groupBy(messages, ({ text }) => text).values()].flatMap(splitToFit).map(toBatch);

function splitToFit(messages: OutgoingMessage[]): OutgoingMessage[][] {
	const [first] = messages as [OutgoingMessage];
	const room = MAX_QUERY_LENGTH - addressOf({ ...parametersOf([first]), numbers: '' }).length;
	const batches: OutgoingMessage[][] = [];
	let numbers = new Set<string>();
	let left = 0;
	for (const message of messages) {
		const length = lengthOf(message.number);
		const full = numbers.size === MAX_NUMBERS_PER_QUERY || length > left;
		if (full || numbers.has(message.number)) {
			batches.push([]);
			numbers = new Set();
			left = room;
		}
		batches.at(-1)?.push(message);
		numbers.add(message.number);
		left -= length;
	}
	return batches;
}

const toBatch = (messages: OutgoingMessage[]): SendBatch => ({
	rows: messages,
	request: () => {
		const parameters = parametersOf(messages);
		return addressOf(parameters).length <= MAX_QUERY_LENGTH
			? success(get(PATH, parameters))
			: failed(failure('tooLongForQuery'));
	},
	read: (answer) => read(answer, messages),
});

const addressOf = (parameters: Record<string, string>): string =>
	`${PATH}?${encodeParameters(parameters)}`;

function parametersOf(messages: OutgoingMessage[]): Record<string, string> {
	const [{ text, schedule }] = messages as [OutgoingMessage];
	return {
		message: text,
		numbers: messages.map(({ number }) => number).join(';'),
		...(schedule !== null && { scheduled: schedule }),
	};
}

function read(answer: Answer, messages: OutgoingMessage[]): SendReading {
	const refusal = refusalOf(answer);
	if (refusal) return { values: [], refusal };
	const pairs = readPairs(answer, messages.length)
		.filter(([name]) => /^[+\d\s]+$/.test(name))
		.map(([number, value]) => ({ number, value }));
	return {
		values: matchNumbers(
			messages.map(({ number }) => number),
			pairs,
		),
	};
}
