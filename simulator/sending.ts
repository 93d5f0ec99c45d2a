import type { Account } from './accounts';
import type { Gateway } from './gateway';
import type { Message, MessageOrigin } from './messages';
import { isMobileNumber, isSouthAfrican } from './numbers';
import { REFUSED_NUMBERS, type Refusal } from './refusals';
import { encodedLength, MAX_LENGTH, partsOf } from './textLength';

/** One text to send to any number of recipients. */
export interface Draft {
	readonly account: Account;
	readonly text: string;
	readonly length: number;
	readonly parts: number;
	/** Null sends at once. */
	readonly scheduledAt: number | null;
	readonly origin: MessageOrigin;
}

export type SendResult = { messageId: string } | { refusal: Refusal };

interface Check {
	refusal: Refusal;
	refuses(gateway: Gateway, draft: Draft, number: string): boolean;
}

/** The first check that refuses decides the result. Their order is our guess: the protocol gives none. */
const checks: readonly Check[] = [
	{ refusal: 'accountLocked', refuses: (_, { account }) => account.locked },
	{ refusal: 'tooLong', refuses: (_, { length }) => length > MAX_LENGTH },
	{ refusal: 'badDestination', refuses: (_, __, number) => !isMobileNumber(number) },
	{
		refusal: 'trialNotToSelf',
		refuses: (_, { account }, number) => account.trial && number !== account.ownNumber,
	},
	{ refusal: 'badDestination', refuses: ({ blacklist }, _, number) => blacklist.has(number) },
	{
		refusal: 'optedOut',
		refuses: ({ optOuts }, { account }, number) => optOuts.has(account, number),
	},
	{
		refusal: 'industryDoNotContact',
		refuses: ({ industryDoNotContact }, { account }, number) =>
			isSouthAfrican(number) &&
			industryDoNotContact.has(number) &&
			!account.bypassIndustryDoNotContact,
	},
	{
		refusal: 'insufficientCredits',
		refuses: (_, { account, parts }) => account.credits < parts,
	},
];

/** Measures a text once for all of its recipients. A time in the past sends at once. */
export function draft(
	gateway: Gateway,
	given: Pick<Draft, 'account' | 'text' | 'scheduledAt' | 'origin'>,
): Draft {
	const { account, text, scheduledAt, origin } = given;
	const length = encodedLength(text);
	return {
		account,
		text,
		origin,
		length,
		parts: partsOf(length),
		scheduledAt: scheduledAt !== null && scheduledAt > gateway.clock.now() ? scheduledAt : null,
	};
}

/** Sends a draft to one number: one credit for each part (protocol, "GET /batchmessage.asp"). */
export function send(gateway: Gateway, message: Draft, number: string): SendResult {
	const refusal =
		REFUSED_NUMBERS.get(number) ??
		checks.find((check) => check.refuses(gateway, message, number))?.refusal;
	if (refusal) return { refusal };
	message.account.credits -= message.parts;
	return { messageId: accept(gateway, message, number, message.parts).id };
}

/** Sends the message that confirms an opt-out, without checks and without a charge. */
export function sendConfirmation(
	gateway: Gateway,
	account: Account,
	number: string,
	text: string,
): void {
	const confirmation = draft(gateway, { account, text, scheduledAt: null, origin: 'automatic' });
	accept(gateway, confirmation, number, 0);
}

function accept(gateway: Gateway, given: Draft, number: string, credits: number): Message {
	const { account, text, parts, scheduledAt, origin } = given;
	const now = gateway.clock.now();
	const message: Message = {
		id: gateway.messages.assignId(),
		account,
		number,
		text,
		parts,
		credits,
		origin,
		acceptedAt: now,
		scheduledAt,
		plan: gateway.delivery.plan({ number, text }),
		forced: null,
		deleted: false,
	};
	gateway.messages.keep(message);
	return message;
}
