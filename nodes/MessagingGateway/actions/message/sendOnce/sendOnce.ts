import type { IExecuteFunctions } from 'n8n-workflow';
import { failure } from '../../../gateway/exchange/failures';
import type { Ledger } from '../../../gateway/operations/ledger';
import { decided, fault, undecided } from '../../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { claimsOf } from '../../../n8n/claims';
import { isFault, type Recipient } from '../recipients/readRecipients';
import { recording } from './recording';

/** Most keys kept of earlier runs, and most recipients of a run (see docs/reliability.md). */
export const MOST_KEPT_KEYS = 100_000;

const keyOf = ({ reference, number }: Recipient): string => JSON.stringify([reference, number]);

/** Records the messages of a run under reference and number, over all executions of the node. */
export function sendingOnce(context: IExecuteFunctions, recipients: Recipient[]): Ledger {
	const keys = new Map(recipients.map((recipient) => [recipient.message, keyOf(recipient)]));
	return recording(context, claimsOf(context, MOST_KEPT_KEYS), {
		keyOf: (message) => keys.get(message) as string,
		known: decided(SEND_RESULTS, 'ALREADY_SENT'),
		unanswered: {
			...decided(SEND_RESULTS, 'UNCONFIRMED'),
			description:
				'An earlier run ended while it was sending this message, so it is not known whether the gateway accepted it',
		},
		unrecorded: undecided(SEND_RESULTS, failure('notRecorded')),
	});
}

/** The recipients with those marked that have no reference, or share it and the number with another. */
export function withReferences(recipients: Recipient[]): Recipient[] {
	const met = new Set<string>();
	return recipients.map((recipient) => {
		if (isFault(recipient.message)) return recipient;
		if (recipient.reference === null) return { ...recipient, message: NO_REFERENCE };
		const key = keyOf(recipient);
		if (met.has(key)) return { ...recipient, message: SAME_REFERENCE };
		met.add(key);
		return recipient;
	});
}

const NO_REFERENCE = fault(
	SEND_RESULTS,
	'NOT_SENT',
	"Not sent. 'Send Once per Reference' needs a 'Reference' for each message",
);
const SAME_REFERENCE = fault(
	SEND_RESULTS,
	'ALREADY_SENT',
	'Not sent, as another message of this run has the same reference and number',
);
