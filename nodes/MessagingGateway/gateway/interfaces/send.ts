import type { SendResult } from '../specification/codes';
import { groupBy } from '../specification/lists';
import type { OutgoingMessage, SendValue } from './interface';
import { readerOf } from './words';

/**
 * Groups messages with the same text. A group holds each number once, as the results of two messages to
 * one number could not be told apart, and messages to one number keep their order from group to group.
 *
 * @param capacityOf returns how many messages with the same text fit into one group
 */
export function groupByText(
	messages: OutgoingMessage[],
	capacityOf: (message: OutgoingMessage) => number = () => Infinity,
): OutgoingMessage[][] {
	const groups: OutgoingMessage[][] = [];
	const byText = new Map<string, { capacity: number; placesWithRoom: number[] }>();
	const lastPlace = new Map<string, number>();
	for (const message of messages) {
		const { text, number } = message;
		const ofText = byText.get(text) ?? { capacity: capacityOf(message), placesWithRoom: [] };
		byText.set(text, ofText);
		const { capacity, placesWithRoom } = ofText;
		const after = lastPlace.get(number) ?? -1;
		const place = placesWithRoom.find((one) => one > after) ?? groups.push([]) - 1;
		const group = groups[place] as OutgoingMessage[];
		if (group.push(message) === 1) placesWithRoom.push(place);
		if (group.length >= capacity) placesWithRoom.splice(placesWithRoom.indexOf(place), 1);
		lastPlace.set(number, place);
	}
	return groups;
}

/** The values that an answer has for each number, which the gateway gives back as sent, perhaps with signs. */
export const byNumber = <Value extends { number: string }>(values: Value[]): Map<string, Value[]> =>
	groupBy(values, ({ number }) => number.replace(/\D/g, ''));

/** The value that counts of several for one message: with an ID it was accepted, whatever else is said. */
export const acceptedOrFirst = <Value extends SendValue>(values: Value[] = []): Value | undefined =>
	values.find(({ messageId }) => messageId !== null) ?? values[0];

/** Makes a reader of the values that an interface gives for a number: message IDs and its words. */
export function sendReader(words: Record<string, SendResult>): (written: string) => SendValue {
	const resultOf = readerOf(words);
	return (written) => {
		const messageId = /^0*[1-9]\d*$/.test(written) ? written : null;
		if (messageId !== null) return { result: 'ACCEPTED', messageId, written };
		const unknown = INDUSTRY_LIST.test(written) ? 'INDUSTRY_DNC' : 'REJECTED';
		return { result: resultOf(written) ?? unknown, messageId, written };
	};
}

/** Real services name their industry's body, such as WASPADNC. */
const INDUSTRY_LIST = /^(?:FAIL:)?[A-Z\d]{1,30}DNC$/i;
