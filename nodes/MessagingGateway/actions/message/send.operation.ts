import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../gateway/interfaces/interface';
import { fault } from '../../gateway/operations/outcome';
import { send as sendMessages, type SendOutcome } from '../../gateway/operations/send';
import { SEND_RESULTS } from '../../gateway/specification/codes';
import { characterInWords } from '../../gateway/specification/text';
import { describeMinute, describeMoment, isShownTwice } from '../../gateway/specification/time';
import { conclude, isTool } from '../../n8n/conclude';
import { isDone, isUnknown, type Effect, type Wording } from '../../n8n/effect';
import { operationError } from '../../n8n/errors';
import { addHints } from '../../n8n/hints';
import { errorHandling } from '../../n8n/onError';
import { connect, gatewayZone, isCancelled } from '../../n8n/transport';
import { mapYielding } from '../../n8n/yielding';
import type { Operation } from '../operation';
import { duplicatesIn, skippingDuplicates } from './recipients/duplicates';
import { journaling, logOutcomes } from './sendOnce/journal';
import { isFault, readRecipients, type Recipient } from './recipients/readRecipients';
import { sendingOnceInExecution } from './sendOnce/repeatedExecution';
import { readRunOptions, type RunOptions, type RunProblem } from './runOptions';
import { sendFields } from './send.fields';
import { sendingOnce, withReferences } from './sendOnce/sendOnce';

/** The words of a send for its rows. */
export const WORDING: Wording = {
	one: 'message',
	many: 'messages',
	done: 'accepted',
	danger: 'sending again may send them twice',
};

/** Sends the messages of all items together, and returns a row for each recipient. */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send SMS messages',
		description: 'Send an SMS to one or more numbers, at once or at a given time',
	},
	fields: sendFields,
	changesSomething: true,
	async execute(context: IExecuteFunctions) {
		const typed = await readRecipients(context);
		const options = readRunOptions(context, typed.length);
		const recipients = permitted(context, typed, options);
		const zone = await gatewayZone(context);
		const outcomes = await sendReady(context, recipients, options);
		const effects = await mapYielding(recipients, (recipient) =>
			toEffect(context, recipient, outcomes),
		);
		const items = conclude(context, effects, options.failWhen, WORDING);
		addHints(context, () => hints(context, recipients, effects, zone));
		return items;
	},
};

/** The recipients with what the options of the run say of them. */
function permitted(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ problem, skipDuplicates, sendOnce, dryRun }: RunOptions,
): Recipient[] {
	if (problem) return refuseAll(context, recipients, problem);
	const single = skipDuplicates ? skippingDuplicates(recipients) : recipients;
	const identified = sendOnce ? withReferences(single) : single;
	return dryRun ? sendingNone(identified) : identified;
}

/** The recipients with each one marked that would be sent to. */
const sendingNone = (recipients: Recipient[]): Recipient[] =>
	recipients.map((recipient) =>
		isFault(recipient.message)
			? recipient
			: { ...recipient, message: fault(SEND_RESULTS, 'DRY_RUN') },
	);

/** Refuses all recipients, because the options of the run do not allow it to start. */
function refuseAll(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ message, description }: RunProblem,
): Recipient[] {
	if (errorHandling(context) === 'stop') {
		throw operationError(context, { message, description, itemIndex: 0 });
	}
	const refused = fault(SEND_RESULTS, 'NOT_SENT', `Not sent. ${message}`);
	return recipients.map((recipient) => ({ ...recipient, message: refused }));
}

type Outcomes = Map<OutgoingMessage, SendOutcome>;

/** Sends to the recipients without a fault, each exactly once, and returns their outcomes. */
export async function sendReady(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ requestsAtOnce = 1, sendOnce = false }: Partial<RunOptions>,
): Promise<Outcomes> {
	const messages = recipients.flatMap(({ message }) => (isFault(message) ? [] : [message]));
	if (messages.length === 0) return new Map();
	const cancelled = () => isCancelled(context);
	const ledger = sendOnce
		? sendingOnce(context, recipients)
		: await sendingOnceInExecution(context, recipients);
	const outcomes = await sendMessages(await connect(context), messages, {
		isCancelled: cancelled,
		requestsAtOnce,
		ledger: journaling(context, ledger),
	});
	if (cancelled()) logOutcomes(context, outcomes);
	return outcomes;
}

const NO_REQUEST = { messageId: null, gatewayResult: null, submittedAt: null };

/** Makes the row of a recipient, from its fault or its outcome. */
export function toEffect(
	context: IExecuteFunctions,
	{ message, item, recipient, number, reference, parts, scheduledAt }: Recipient,
	outcomes: Outcomes,
): Effect {
	const outcome = isFault(message)
		? { ...message, ...NO_REQUEST }
		: (outcomes.get(message) as SendOutcome);
	const { result, messageId, gatewayResult, submittedAt, certainty } = outcome;
	const advice = certainty === 'unknown' && isTool(context) ? '. Do not send it again' : '';
	const description = outcome.description + advice;
	return {
		item,
		subject: recipient,
		outcome: { ...outcome, description },
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

/** Most entries of a list in a hint; nobody reads a longer one. */
const MAX_TIMES_IN_HINT = 3;
const MAX_CHARACTERS_IN_HINT = 20;

/**
 * The sentences about what was sent, to be shown above the items.
 *
 * @param zone time zone of the gateway's clock
 */
export function hints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	effects: Effect[],
	zone = 'UTC',
): string[] {
	const sent = recipients.filter((_, index) => {
		const effect = effects[index];
		return effect !== undefined && (isDone(effect) || isUnknown(effect) || isDryRun(effect));
	});
	const texts = [
		dryRunHint(recipients.filter((_, index) => isDryRun(effects[index]))),
		alreadySentHint(effects),
		charactersHint(sent),
		scheduleHint(sent, context.getTimezone()),
		repeatedHourHint(sent, zone),
		duplicatesHint(sent),
		unknownHint(effects.filter(isUnknown).length),
	];
	return texts.filter((text) => text !== undefined);
}

const isDryRun = (effect: Effect | undefined): boolean => effect?.outcome.result === 'DRY_RUN';

function dryRunHint(recipients: Recipient[]): string | undefined {
	if (recipients.length === 0) return undefined;
	const parts = recipients.reduce((sum, recipient) => sum + (recipient.parts ?? 0), 0);
	const messages = recipients.length === 1 ? '1 message' : `${recipients.length} messages`;
	return `Dry run: nothing was sent. ${messages} of ${parts} ${parts === 1 ? 'part' : 'parts'} in all would be.`;
}

function alreadySentHint(effects: Effect[]): string | undefined {
	const known = effects.filter(({ outcome }) => outcome.result === 'ALREADY_SENT').length;
	if (known === 0) return undefined;
	return `${known} of ${effects.length} messages were not sent, as one with their reference was sent to their number before, or may have been.`;
}

function charactersHint(sent: Recipient[]): string | undefined {
	const strange = sent.filter(({ unsupportedCharacters }) => unsupportedCharacters.length > 0);
	if (strange.length === 0) return undefined;
	const characters = new Set<string>();
	for (const { unsupportedCharacters } of strange) {
		if (characters.size >= MAX_CHARACTERS_IN_HINT) break;
		for (const character of unsupportedCharacters) characters.add(character);
	}
	const named = [...characters].slice(0, MAX_CHARACTERS_IN_HINT).map(characterInWords).join(', ');
	const count = new Set(strange.map(({ item }) => item)).size;
	return `${count} ${count === 1 ? 'text holds' : 'texts hold'} characters that SMS cannot carry: ${named}. Set 'On Unsupported Characters' to choose what becomes of them.`;
}

function scheduleHint(sent: Recipient[], zone: string): string | undefined {
	const times = new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []));
	if (times.size === 0) return undefined;
	const named = [...times].slice(0, MAX_TIMES_IN_HINT).map((time) => describeMoment(time, zone));
	return `Scheduled for ${named.join('; ')}${times.size > MAX_TIMES_IN_HINT ? ' and other times' : ''}.`;
}

function repeatedHourHint(sent: Recipient[], zone: string): string | undefined {
	const time = sent
		.flatMap(({ scheduledAt }) => scheduledAt ?? [])
		.find((scheduledAt) => isShownTwice(scheduledAt, zone));
	return time === undefined
		? undefined
		: `The gateway's clock shows ${describeMinute(time, zone)} twice, so a message for that hour may go out an hour early or late.`;
}

function duplicatesHint(sent: Recipient[]): string | undefined {
	const { size } = duplicatesIn(sent);
	if (size === 0) return undefined;
	const went = size === 1 ? 'message went' : 'messages went';
	return `${size} ${went} to a number that got the same text in this run. Turn on 'Skip Duplicates' to send one only.`;
}

const unknownHint = (count: number): string | undefined =>
	count > 0
		? `${SEND_RESULTS.UNCONFIRMED.description} (${count} in all). Sending again may send twice: ask the gateway provider, or wait for a status.`
		: undefined;
