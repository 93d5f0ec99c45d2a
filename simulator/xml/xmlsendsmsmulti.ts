import type { Refusal } from '../refusals';
import { draft, send, type Draft, type SendResult } from '../sending';
import type { Gateway } from '../gateway';
import { isCompactTime } from '../times';
import { childOf, followsSequence, itemsOf, textOf, type XmlElement } from './document';
import { INVALID_DATE, NOT_VALID, type XmlOperation } from './operation';
import { branch, leaf } from './writing';

const codeOfRefusal: Record<Exclude<Refusal, 'industryDoNotContact'>, string> = {
	accountLocked: 'ACCOUNTLOCKED',
	tooLong: 'FAIL:TOOLONG',
	badDestination: 'FAIL:BADDEST',
	trialNotToSelf: 'FAIL:TRIALNOT2SELF',
	optedOut: 'FAIL:OPTEDOUT',
	insufficientCredits: 'NOCREDITS',
};

const NO_MESSAGE = 'FAIL:NO MESSAGE';
const NO_NUMBER = 'FAIL:NO NUMBER';

function code({ settings }: Gateway, result: SendResult): string {
	if ('messageId' in result) return result.messageId;
	if (result.refusal !== 'industryDoNotContact') return codeOfRefusal[result.refusal];
	// Not in the protocol's list for this interface: our guess, by analogy.
	return `FAIL:${settings.doNotContactWord}`;
}

/** MessageText is URL encoded, as in a query string: a bare plus sign is a space. */
function urlDecoded(text: string): string {
	if (!/[%+]/.test(text)) return text;
	return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}

const messagesIn = (root: XmlElement) => itemsOf(childOf(root, 'Messages'), 'Message');

const isWellMade = (message: XmlElement): boolean =>
	followsSequence(message, ['MessageText', 'Numbers']) &&
	(childOf(message, 'Numbers')?.children ?? []).every(({ name }) => name === 'Number');

function isScheduledWell(root: XmlElement): boolean {
	const scheduled = textOf(root, 'Scheduled') ?? '';
	return scheduled.trim() === '' || isCompactTime(scheduled);
}

/** The numbers of a Message; a single blank one if there are none. */
function numbersIn(message: XmlElement): string[] {
	const numbers = childOf(message, 'Numbers')?.children.map(({ text }) => text.trim()) ?? [];
	return numbers.length === 0 ? [''] : numbers;
}

function resultCode(gateway: Gateway, message: Draft, number: string): string {
	if (message.text.trim() === '') return NO_MESSAGE;
	if (number === '') return NO_NUMBER;
	return code(gateway, send(gateway, message, number));
}

/** POST /xmlsendsmsmulti.asp: any number of texts, each to any number of recipients. */
export const xmlsendsmsmulti: XmlOperation = {
	path: '/xmlsendsmsmulti.asp',
	title: 'Send (XML)',
	requestRoot: 'Multi_Message',
	responseRoot: 'XMLGateway_Response',
	children: ['User', 'Password', 'Scheduled', 'Messages'],
	errors(root) {
		if (!messagesIn(root)?.every(isWellMade)) return [NOT_VALID];
		return isScheduledWell(root) ? [] : [INVALID_DATE];
	},
	answer(gateway, account, root) {
		const scheduledAt = gateway.times.readCompact(textOf(root, 'Scheduled') ?? '');
		return (messagesIn(root) ?? []).map((element, index) => {
			const text = urlDecoded(textOf(element, 'MessageText') ?? '');
			const message = draft(gateway, { account, text, scheduledAt, origin: 'xml' });
			return branch('SendResult', [
				leaf('MessageNumber', index + 1),
				...numbersIn(element).map((number) =>
					branch('NumberID', [
						leaf('Number', number),
						leaf('ID', resultCode(gateway, message, number)),
					]),
				),
			]);
		});
	},
};
