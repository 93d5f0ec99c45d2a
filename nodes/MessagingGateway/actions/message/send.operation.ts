import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../gateway/interfaces/interface';
import { fault } from '../../gateway/operations/outcome';
import { send as sendMessages, type SendOutcome } from '../../gateway/operations/send';
import { SEND_RESULTS } from '../../gateway/spec/codes';
import { characterInWords } from '../../gateway/spec/text';
import { describeMoment } from '../../gateway/spec/time';
import { conclude, isTool } from '../../n8n/conclude';
import { isDone, isUnknown, type Effect, type Wording } from '../../n8n/effect';
import { operationError } from '../../n8n/errors';
import { addHints } from '../../n8n/hints';
import { errorHandling } from '../../n8n/onError';
import { connect, isCancelled } from '../../n8n/transport';
import { mapYielding } from '../../n8n/yielding';
import type { Operation } from '../operation';
import { duplicatesIn, skippingDuplicates } from './duplicates';
import { isFault, readRecipients, type Recipient } from './recipients';
import { readRunOptions, type RunOptions, type RunProblem } from './runOptions';
import { sendFields } from './send.fields';

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
	async execute(context: IExecuteFunctions) {
		const typed = await readRecipients(context);
		const options = readRunOptions(context, typed.length);
		const recipients = permitted(context, typed, options);
		const outcomes = await sendReady(context, recipients, options.requestsAtOnce);
		const effects = await mapYielding(recipients, (recipient) =>
			toEffect(context, recipient, outcomes),
		);
		const items = conclude(context, effects, options.failWhen, WORDING);
		addHints(context, () => hints(context, recipients, effects));
		return items;
	},
};

/** The recipients with what the options of the run say of them. */
function permitted(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ problem, skipDuplicates }: RunOptions,
): Recipient[] {
	if (problem) return refuseAll(context, recipients, problem);
	return skipDuplicates ? skippingDuplicates(recipients) : recipients;
}

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
	requestsAtOnce: number,
): Promise<Outcomes> {
	const messages = recipients.flatMap(({ message }) => (isFault(message) ? [] : [message]));
	if (messages.length === 0) return new Map();
	const cancelled = () => isCancelled(context);
	const exchange = await connect(context);
	const outcomes = await sendMessages(exchange, messages, cancelled, requestsAtOnce);
	if (cancelled()) logOutcomes(context, outcomes);
	return outcomes;
}

/** Logs the outcomes: n8n drops the output of a cancelled node, but accepted messages must be known. */
function logOutcomes(context: IExecuteFunctions, outcomes: Outcomes): void {
	const accepted = [...outcomes.values()].flatMap(({ messageId }) => messageId ?? []);
	const unknown = [...outcomes].flatMap(([{ number }, { certainty }]) =>
		certainty === 'unknown' ? number : [],
	);
	if (accepted.length > 0) {
		context.logger.warn(
			`Sending was cancelled after messages were accepted, with the IDs ${accepted.join(', ')}`,
		);
	}
	if (unknown.length > 0) {
		context.logger.warn(
			`Sending was cancelled, and messages may have been accepted to ${unknown.join(', ')}`,
		);
	}
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

/** The sentences about what was sent, to be shown above the items. */
export function hints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	effects: Effect[],
): string[] {
	const sent = recipients.filter((_, index) => {
		const effect = effects[index];
		return effect !== undefined && (isDone(effect) || isUnknown(effect));
	});
	const texts = [
		charactersHint(sent),
		scheduleHint(sent, context.getTimezone()),
		duplicatesHint(sent),
		unknownHint(effects.filter(isUnknown).length),
	];
	return texts.filter((text) => text !== undefined);
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
