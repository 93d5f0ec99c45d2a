import type { Answer } from '../../exchange/exchange';
import { success } from '../../exchange/result';
import { inBatches } from '../../spec/lists';
import { MAX_RECIPIENTS_PER_XML } from '../../spec/limits';
import type { GatewayInterface, OutgoingMessage, SendBatch, SendReading } from '../interface';
import { matchNumbers, type NumberValue } from '../matching';
import { children, parseXml, text, type XmlNode } from './parsing';
import { refusalOf } from './refusal';
import { post } from './request';

/** A `Message` element: one text to different numbers. */
type MessageGroup = OutgoingMessage[];

/**
 * Requests of at most 1,000 recipients over any number of texts (spec, "POST
 * /xmlsendsmsmulti.asp").
 */
export const send: GatewayInterface['send'] = (messages) =>
	inBatches(messages, MAX_RECIPIENTS_PER_XML).map(toBatch);

function toBatch(messages: OutgoingMessage[]): SendBatch {
	const groups = groupByText(messages);
	const schedule = messages[0]?.schedule ?? null;
	return {
		rows: groups.flat(),
		request: () =>
			success(
				post('/xmlsendsmsmulti.asp', 'Multi_Message', {
					...(schedule !== null && { Scheduled: schedule }),
					Messages: { Message: groups.map(toElement) },
				}),
			),
		read: (answer) => read(answer, groups),
	};
}

/** Equal texts share an element, but two messages to one number never do: their IDs could not be told apart. */
function groupByText(messages: OutgoingMessage[]): MessageGroup[] {
	const groupsOfText = new Map<string, MessageGroup[]>();
	const timesSeen = new Map<string, number>();
	const groups: MessageGroup[] = [];
	for (const message of messages) {
		const copy = `${message.number} ${message.text}`;
		const seen = timesSeen.get(copy) ?? 0;
		timesSeen.set(copy, seen + 1);
		const sameText = groupsOfText.get(message.text) ?? [];
		groupsOfText.set(message.text, sameText);
		const group = sameText[seen];
		if (group) {
			group.push(message);
		} else {
			sameText.push([message]);
			groups.push(sameText[seen] as MessageGroup);
		}
	}
	return groups;
}

const toElement = (group: MessageGroup) => ({
	MessageText: encodeURIComponent((group[0] as OutgoingMessage).text),
	Numbers: { Number: group.map(({ number }) => number) },
});

function read(answer: Answer, groups: MessageGroup[]): SendReading {
	const document = parseXml(answer.body, 'NumberID');
	const numbered = valuesByMessageNumber(children(document?.content, 'SendResult'));
	const first = firstMessageNumber(numbered, groups, answer.cut !== undefined);
	const valuesOf = (index: number): NumberValue[] =>
		// With one message there is nothing to tell apart.
		groups.length === 1 ? [...numbered.values()].flat() : (numbered.get(first + index) ?? []);
	return {
		values: groups.flatMap((group, index) => matchNumbers(numbersOf(group), valuesOf(index))),
		refusal: refusalOf(answer, document),
	};
}

const numbersOf = (group: MessageGroup): string[] => group.map(({ number }) => number);

function valuesByMessageNumber(results: XmlNode[]): Map<number, NumberValue[]> {
	const numbered = new Map<number, NumberValue[]>();
	for (const result of results) {
		const messageNumber = Number.parseInt(text(result, 'MessageNumber'), 10);
		const values = children(result, 'NumberID').map((entry) => ({
			number: text(entry, 'Number'),
			value: text(entry, 'ID').trim(),
		}));
		numbered.set(messageNumber, [...(numbered.get(messageNumber) ?? []), ...values]);
	}
	return numbered;
}

/**
 * Whether the gateway counts messages from 0 or from 1, which the spec leaves open: the one by which
 * more numbers of the answer stand where they were asked. Where both fit as well, results are missing
 * and only the first or the last number can tell; NaN, which finds nothing, where neither does.
 */
function firstMessageNumber(
	numbered: Map<number, NumberValue[]>,
	groups: MessageGroup[],
	isCut: boolean,
): number {
	const fitting = (first: number): number =>
		groups.reduce((count, group, index) => {
			const values = matchNumbers(numbersOf(group), numbered.get(first + index) ?? []);
			return count + values.filter((value) => value !== undefined).length;
		}, 0);
	const [fromZero, fromOne] = [fitting(0), fitting(1)];
	if (fromZero !== fromOne) return fromZero > fromOne ? 0 : 1;
	if (numbered.has(0)) return 0;
	// Results come in order, so a cut answer without a 0 does not begin with one.
	return isCut || numbered.has(groups.length) ? 1 : Number.NaN;
}
