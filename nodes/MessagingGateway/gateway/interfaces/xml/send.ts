import { success, type Answer } from '../../exchange/exchange';
import { groupBy, inBatches } from '../../specification/lists';
import { MAX_RECIPIENTS_PER_XML } from '../../specification/limits';
import { groupByText } from '../grouping';
import type { OutgoingMessage, SendCall, SendReading } from '../interface';
import { matchNumbers, type NumberValue } from '../matching';
import { decodeText, withoutComments } from './decoding';
import { contentsOf, findField, readField } from './elements';
import { refusalIn } from './refusal';
import { post } from './request';

/** A `Message` element: one text to different numbers. */
type MessageGroup = OutgoingMessage[];

/**
 * Sends any number of texts to at most 1,000 recipients in a request (protocol, "POST
 * /xmlsendsmsmulti.asp").
 */
export const send: SendCall = {
	split: (messages) => inBatches(messages, MAX_RECIPIENTS_PER_XML),
	request: (messages, clock) => {
		const schedule = messages[0]?.schedule ?? null;
		const content = {
			...(schedule !== null && { Scheduled: clock.write(schedule) }),
			Messages: { Message: groupByText(messages).map(toElement) },
		};
		return success(post('/xmlsendsmsmulti.asp', 'Multi_Message', content));
	},
	read,
};

const toElement = (group: MessageGroup) => ({
	MessageText: encodeURIComponent((group[0] as OutgoingMessage).text),
	Numbers: { Number: group.map(({ number }) => number) },
});

function read(answer: Answer, messages: OutgoingMessage[]): SendReading {
	const groups = groupByText(messages);
	const results = resultsIn(answer.body);
	const ofGroups = valuesOfGroups(results, groups, answer.cut !== undefined);
	const ofNumbers = groupBy(messages, ({ number }) => number);
	const isOnly = ({ number }: OutgoingMessage) => ofNumbers.get(number)?.length === 1;
	const values: SendReading['values'] = new Map();
	groups.forEach((group, index) => {
		const found = matchNumbers(group.map(numberOf), ofGroups[index] ?? []);
		for (const message of group) {
			const own = found.get(message.number) ?? [];
			// Two results with one message number may belong to two messages.
			values.set(message, isOnly(message) || new Set(own).size < 2 ? own : []);
		}
	});
	const used = new Set(ofGroups.flat());
	const unused = results.flat().filter((value) => !used.has(value));
	addUnused(values, groups.flat().filter(isOnly), unused);
	return { values, refusal: refusalIn(answer, 'NumberID') };
}

const numberOf = ({ number }: OutgoingMessage): string => number;

/** A `NumberID` element, with the message number of its `SendResult`; -1 if that cannot be read. */
interface NumberedValue extends NumberValue {
	messageNumber: number;
}

/** The values of each `SendResult`, also of those whose end was lost or cut off. */
const resultsIn = (body: string): NumberedValue[][] =>
	contentsOf(withoutComments(body), 'SendResult')
		.map(valuesIn)
		.filter(({ length }) => length > 0);

function valuesIn(result: string): NumberedValue[] {
	const messageNumber = readInteger(readField(result, 'MessageNumber'));
	return contentsOf(result, 'NumberID').flatMap((entry) => {
		const id = findField(entry, 'ID', 'first');
		if (!id) return [];
		const value = decodeText(id.inner).trim();
		return [{ messageNumber, number: readField(entry, 'Number'), value }];
	});
}

const readInteger = (digits: string): number => (/^\d{1,9}$/.test(digits) ? Number(digits) : -1);

/** The values in the answer for each group: by message number, or by place if there are no numbers. */
function valuesOfGroups(
	results: NumberedValue[][],
	groups: MessageGroup[],
	isCut: boolean,
): NumberValue[][] {
	const values = results.flat();
	// With one message all results belong to it.
	if (groups.length === 1) return [values];
	if (values.every(({ messageNumber }) => messageNumber < 0)) {
		return results.length === groups.length ? results : [];
	}
	const numbered = groupBy(values, ({ messageNumber }) => messageNumber);
	const first = firstMessageNumber(numbered, groups, isCut);
	return groups.map((_, index) => numbered.get(first + index) ?? []);
}

/**
 * Adds values that stand in no group, e.g. because their message number is damaged, to messages without
 * a value. Each belongs to the only message to its number, whatever its message number.
 *
 * @param only the messages that are the only ones to their numbers, in the order of the request
 */
function addUnused(
	values: SendReading['values'],
	only: OutgoingMessage[],
	unused: NumberValue[],
): void {
	if (unused.length === 0) return;
	const found = matchNumbers(only.map(numberOf), unused);
	for (const message of only) {
		if (values.get(message)?.length === 0) values.set(message, found.get(message.number) ?? []);
	}
}

/**
 * Finds out whether the gateway counts messages from 0 or from 1, which the protocol leaves open: by which
 * of the two more numbers of the answer are in their place. If both fit equally, results are missing, and
 * only the first or the last message number can decide; returns NaN, which matches nothing, if neither does.
 */
function firstMessageNumber(
	numbered: Map<number, NumberValue[]>,
	groups: MessageGroup[],
	isCut: boolean,
): number {
	const fitting = (first: number): number =>
		groups.reduce((count, group, index) => {
			const values = numbered.get(first + index) ?? [];
			return count + matchNumbers(group.map(numberOf), values).size;
		}, 0);
	const fromOne = fitting(1);
	if (!numbered.has(0) && fromOne === groups.flat().length) return 1;
	const fromZero = fitting(0);
	if (fromZero !== fromOne) return fromZero > fromOne ? 0 : 1;
	if (numbered.has(0)) return 0;
	// Results come in order, so a cut answer without a 0 does not count from 0.
	return isCut || numbered.has(groups.length) ? 1 : Number.NaN;
}
