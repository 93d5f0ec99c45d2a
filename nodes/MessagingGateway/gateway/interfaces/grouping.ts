import { groupBy, inBatches } from '../specification/lists';
import type { OutgoingMessage } from './interface';

/**
 * Groups messages with the same text. A group holds each number once, as the results of two messages to
 * one number could not be told apart, and messages to one number keep their order from group to group.
 *
 * @param capacityOf returns how many messages with the same text fit into one group
 */
export function groupByText(
	messages: OutgoingMessage[],
	capacityOf: (message: OutgoingMessage) => number = () => messages.length,
): OutgoingMessage[][] {
	const rounds = inRounds(messages);
	const ofTexts = rounds.flatMap((round) => [...groupBy(round, ({ text }) => text).values()]);
	return ofTexts.flatMap((group) => inBatches(group, capacityOf(group[0] as OutgoingMessage)));
}

/** The first message to each number, the second ones, and so on. */
function inRounds(messages: OutgoingMessage[]): OutgoingMessage[][] {
	const rounds: OutgoingMessage[][] = [];
	const counts = new Map<string, number>();
	for (const message of messages) {
		const count = counts.get(message.number) ?? 0;
		counts.set(message.number, count + 1);
		(rounds[count] ??= []).push(message);
	}
	return rounds;
}
