import { success, type Answer } from '../../exchange/exchange';
import { groupBy, inBatches } from '../../specification/lists';
import { MAX_RECIPIENTS_PER_XML } from '../../specification/limits';
import { groupByText } from '../grouping';
import type { OutgoingMessage, SendCall, SendReading, SendValue } from '../interface';
import { matchNumbers } from '../matching';
import { sendReader } from '../words';
import { decodeText, withoutComments } from './decoding';
import { contentsOf, findField, readField } from './elements';
import { mayBeCut, reasonIn } from './refusal';
import { post } from './request';

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

/** Writes a `Message`: one text to different numbers. */
const toElement = (group: OutgoingMessage[]) => ({
	MessageText: encodeURIComponent((group[0] as OutgoingMessage).text),
	Numbers: { Number: group.map(({ number }) => number) },
});

function read(answer: Answer, messages: OutgoingMessage[]): SendReading {
	const groups = groupByText(messages);
	const placed = groups.flatMap((group, place) => group.map((message) => ({ message, place })));
	const byNumber = groupBy(placed, ({ message }) => message.number);
	const results = resultsIn(answer.body);
	const found = matchNumbers([...byNumber.keys()], results);
	const isCut = answer.cut !== undefined || mayBeCut(answer);
	const first = firstMessageNumber(results, groups.length, isCut);
	const values: SendReading['values'] = new Map();
	for (const [number, sent] of byNumber) {
		const own = found.get(number) ?? [];
		const inOrder = own.length === sent.length && own.every(isUnnumbered);
		sent.forEach(({ message, place }, index) => {
			if (sent.length === 1) values.set(message, own);
			else values.set(message, inOrder ? own.slice(index, index + 1) : onlyOne(own, place, first));
		});
	}
	return { values, reason: reasonIn(answer, 'SendResult') };
}

/** A result of the answer, with the number of its message; null if it has none that can be read. */
interface NumberedValue extends SendValue {
	messageNumber: number | null;
	number: string;
}

const isUnnumbered = ({ messageNumber }: NumberedValue): boolean => messageNumber === null;

/** The results of all messages, also of one that was cut. */
const resultsIn = (body: string): NumberedValue[] =>
	contentsOf(withoutComments(body), 'SendResult').flatMap(valuesIn);

function valuesIn(result: string): NumberedValue[] {
	const digits = readField(result, 'MessageNumber');
	const messageNumber = /^\d{1,9}$/.test(digits) ? Number(digits) : null;
	return contentsOf(result, 'NumberID').flatMap((entry) => {
		const id = findField(entry, 'ID', 'first');
		if (!id) return [];
		const value = readValue(decodeText(id.inner).trim());
		return [{ messageNumber, number: readField(entry, 'Number'), ...value }];
	});
}

const readValue = sendReader({
	NOCREDITS: 'INSUFFICIENT_CREDITS',
	ACCOUNTLOCKED: 'ACCOUNT_LOCKED',
	'FAIL:TRIALNOT2SELF': 'TRIAL_NOT_TO_SELF',
	'FAIL:TOOLONG': 'TOO_LONG',
	'FAIL:BADDEST': 'BAD_DESTINATION',
	'FAIL:OPTEDOUT': 'OPTED_OUT',
	'FAIL:NO MESSAGE': 'NO_MESSAGE',
	'FAIL:NO NUMBER': 'NO_NUMBER',
});

/**
 * Finds out whether the gateway counts messages from 0 or from 1, which the protocol leaves open. Results
 * come in order: one with 0 stands first, and one with the count of all messages last. Returns undefined
 * if results are missing, so that neither can be seen.
 */
function firstMessageNumber(
	results: NumberedValue[],
	messages: number,
	isCut: boolean,
): number | undefined {
	const numbers = new Set(results.map(({ messageNumber }) => messageNumber));
	if (numbers.has(0)) return 0;
	return isCut || numbers.has(messages) ? 1 : undefined;
}

/** The value of the message at a place; none if several may be meant. */
function onlyOne(
	values: NumberedValue[],
	place: number,
	first: number | undefined,
): NumberedValue[] {
	if (first === undefined) return [];
	const found = values.filter(({ messageNumber }) => messageNumber === first + place);
	return found.length === 1 ? found : [];
}
