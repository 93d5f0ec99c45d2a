import type { IExecuteFunctions } from 'n8n-workflow';
import { unrequested, type SendOutcome } from '../../gateway/operations/send';
import { isTool } from '../../n8n/conclude';
import type { Effect, Wording } from '../../n8n/effect';
import { isFault, type Recipient } from './recipients/readRecipients';
import type { Outcomes } from './sendRecipients';

/** The words of a send for its rows. */
export const WORDING: Wording = {
	one: 'message',
	many: 'messages',
	done: 'accepted',
	danger: 'sending again may send them twice',
};

/** Makes the row of a recipient, from its fault or its outcome. */
export function toEffect(
	context: IExecuteFunctions,
	{ message, item, recipient, number, reference, parts, scheduledAt }: Recipient,
	outcomes: Outcomes,
): Effect {
	const own = isFault(message) ? unrequested(message) : (outcomes.get(message) as SendOutcome);
	const outcome = own.certainty === 'unknown' && isTool(context) ? withAdvice(own) : own;
	const { result, description, messageId, gatewayResult, submittedAt, certainty } = outcome;
	return {
		item,
		subject: recipient,
		outcome,
		json: {
			recipient,
			number,
			accepted: certainty === 'done',
			messageId,
			result,
			description,
			gatewayResult,
			reference,
			parts,
			scheduledAt,
			submittedAt,
		},
	};
}

/** The outcome with what a language model must be told. */
const withAdvice = (outcome: SendOutcome): SendOutcome => ({
	...outcome,
	description: `${outcome.description}. Do not send it again`,
});
