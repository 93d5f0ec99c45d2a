import { success, type Answer } from '../../exchange/exchange';
import { groupBy } from '../../specification/lists';
import { MAX_RECIPIENTS_PER_XML, MAX_XML_LENGTH } from '../../specification/limits';
import type { OutgoingMessage, SendCall, SendReading, SendValue } from '../interface';
import { acceptedOrFirst, byNumber, groupByText, sendReader } from '../send';
import { contentsReader, fieldReader, post, reasonIn } from './elements';

/**
 * Sends any number of texts to at most 1,000 recipients in a request (protocol, "POST
 * /xmlsendsmsmulti.asp").
 */
export const send: SendCall = {
	split,
	request: (messages, schedule) => {
		const content = {
			...(schedule !== undefined && { Scheduled: schedule }),
			Messages: { Message: groupByText(messages).map(toElement) },
		};
		return success(post('/xmlsendsmsmulti.asp', 'Multi_Message', content));
	},
	read,
};

const TEXT_TAGS = '<Message><MessageText></MessageText><Numbers></Numbers></Message>'.length;
const NUMBER_TAGS = '<Number></Number>'.length;

function split(messages: OutgoingMessage[]): OutgoingMessage[][] {
	const requests: OutgoingMessage[][] = [];
	const texts = new Set<string>();
	const numbers = new Set<string>();
	let room = 0;
	for (const message of messages) {
		const { number, text } = message;
		// A second message to a number may need an element of its own.
		const isNew = !texts.has(text) || numbers.has(number);
		const numberLength = NUMBER_TAGS + number.length;
		// Encoding takes time, and most campaigns have one text.
		const textLength = () => TEXT_TAGS + encoded(text).length;
		room -= numberLength + (isNew ? textLength() : 0);
		const request = requests.at(-1);
		if (room >= 0 && request && request.length < MAX_RECIPIENTS_PER_XML) {
			request.push(message);
		} else {
			requests.push([message]);
			texts.clear();
			numbers.clear();
			room = MAX_XML_LENGTH - numberLength - textLength();
		}
		texts.add(text);
		numbers.add(number);
	}
	return requests;
}

/** URL-encoded, apostrophes too: XML would write each as six characters. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

const toElement = (group: OutgoingMessage[]) => ({
	MessageText: encoded((group[0] as OutgoingMessage).text),
	Numbers: { Number: group.map(({ number }) => number) },
});

function read(answer: Answer, messages: OutgoingMessage[]): SendReading {
	const results = resultsIn(answer.body).flatMap(valuesIn);
	const found = byNumber(results);
	const asked = groupBy(messages, ({ number }) => number);
	const isRepeated = ({ number }: OutgoingMessage) => asked.get(number)?.length !== 1;
	const numbers = messages.some(isRepeated) ? messageNumbers(answer, messages, results) : new Map();
	const values = messages.map((message) => {
		const own = found.get(message.number);
		if (!isRepeated(message)) return acceptedOrFirst(own);
		const [value, ...others] =
			own?.filter(({ messageNumber }) => messageNumber === numbers.get(message)) ?? [];
		return others.length === 0 ? value : undefined;
	});
	return { values, reason: reasonIn(answer, 'SendResult') };
}

/** A result of the answer, with the number of its message, or ''. */
interface NumberedValue extends SendValue {
	messageNumber: string;
	number: string;
}

const resultsIn = contentsReader('SendResult');
const messageNumberIn = fieldReader('MessageNumber');
const entriesIn = contentsReader('NumberID');
const numberIn = fieldReader('Number');
const idIn = fieldReader('ID');

/** The values of the result of one message, which may have been cut. */
function valuesIn(result: string): NumberedValue[] {
	const messageNumber = messageNumberIn(result);
	return entriesIn(result).flatMap((entry) => {
		const written = idIn(entry);
		return written === ''
			? []
			: [{ messageNumber, number: numberIn(entry), ...readValue(written) }];
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
 * The number of the `Message` that each message was in. The gateway counts from 0 or from 1, which the protocol
 * leaves open. Results come in order: one with 0 stands first, and one with the count of all messages last.
 * Returns none if results are missing, so that neither can be seen.
 */
function messageNumbers(
	{ cut }: Answer,
	messages: OutgoingMessage[],
	results: NumberedValue[],
): Map<OutgoingMessage, string> {
	const groups = groupByText(messages);
	const seen = new Set(results.map(({ messageNumber }) => messageNumber));
	const isFromZero = seen.has('0');
	if (!isFromZero && !cut && !seen.has(String(groups.length))) return new Map();
	const first = isFromZero ? 0 : 1;
	return new Map(
		groups.flatMap((group, place) => group.map((message) => [message, String(first + place)])),
	);
}
