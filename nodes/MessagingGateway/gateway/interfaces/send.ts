import type { SendResult } from '../specification/codes';
import { MIN_DIGITS } from '../specification/limits';
import { addTo, groupBy } from '../specification/lists';
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

/**
 * Finds the values that an answer has for each number of a request. It compares whole numbers, or the last
 * digits if the gateway wrote another form, such as the national one. The ID of an accepted message must
 * not get lost because of a country code, and must never be given to another number.
 *
 * @returns the values by number; none if the answer does not mention it, or only as one of several
 */
export function matchNumbers<Value extends { number: string }>(
	numbers: string[],
	values: Value[],
): Map<string, Value[]> {
	const asked = new Set(numbers);
	const exact = new Map<string, Value[]>();
	const similar = new Map<string, Value[]>();
	let byEnding: Map<string, string[]> | undefined;
	for (const value of values) {
		const digits = value.number.replace(/\D/g, '');
		if (asked.has(digits)) {
			addTo(exact, digits, value);
			continue;
		}
		byEnding ??= groupBy([...asked], ending);
		const owner = ownerOf(digits.replace(/^0+/, ''), byEnding);
		if (owner !== undefined) addTo(similar, owner, value);
	}
	// Values for the exact number are preferred.
	return new Map([...similar, ...exact]);
}

/** The only number that ends with these digits. */
function ownerOf(digits: string, byEnding: Map<string, string[]>): string | undefined {
	if (digits.length < MIN_DIGITS) return undefined;
	const fitting = (byEnding.get(ending(digits)) ?? []).filter((number) => number.endsWith(digits));
	return fitting.length === 1 ? fitting[0] : undefined;
}

const ending = (number: string): string => number.slice(-MIN_DIGITS);

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
