import type { OutgoingMessage } from './interface';

/** The groups of one text. */
interface GroupsOfText {
	/** Most messages in one group. */
	capacity: number;
	/** Places of the groups that are not full, in ascending order. */
	open: number[];
}

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
	const byText = new Map<string, GroupsOfText>();
	const lastPlace = new Map<string, number>();
	for (const message of messages) {
		const { text, number } = message;
		const ofText = byText.get(text) ?? { capacity: capacityOf(message), open: [] };
		byText.set(text, ofText);
		const { capacity, open } = ofText;
		const next = firstAfter(open, lastPlace.get(number) ?? -1);
		if (next === open.length) open.push(groups.push([]) - 1);
		const place = open[next] as number;
		const group = groups[place] as OutgoingMessage[];
		group.push(message);
		lastPlace.set(number, place);
		if (group.length >= capacity) open.splice(next, 1);
	}
	return groups;
}

/** The index of the first place after another, or the length if there is none. */
function firstAfter(places: number[], place: number): number {
	let low = 0;
	let high = places.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((places[middle] as number) > place) high = middle;
		else low = middle + 1;
	}
	return low;
}
