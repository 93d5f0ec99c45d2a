import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../gateway/interfaces/interface';
import { fault } from '../../gateway/operations/outcome';
import { send as sendMessages, type SendOutcome } from '../../gateway/operations/send';
import { SEND_RESULTS } from '../../gateway/spec/codes';
import { describeMoment } from '../../gateway/spec/time';
import { conclude, isTool } from '../../n8n/conclude';
import { isUnknown, type Effect, type Wording } from '../../n8n/effect';
import { operationError } from '../../n8n/errors';
import { addHints } from '../../n8n/hints';
import { errorHandling } from '../../n8n/onError';
import { connect, isCancelled } from '../../n8n/transport';
import { mapYielding } from '../../n8n/yielding';
import type { Operation } from '../operation';
import { isFault, readRecipients, type Recipient } from './recipients';
import { readRunOptions, type RunProblem } from './runOptions';
import { sendFields } from './send.fields';

const WORDING: Wording = {
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
		action: 'Send messages',
		description: 'Send a message to one or more numbers, at once or at a given time',
	},
	fields: sendFields,
	async execute(context: IExecuteFunctions) {
		const typed = await readRecipients(context);
		const { failWhen, requestsAtOnce, problem } = readRunOptions(context, typed.length);
		const recipients = problem ? refuseAll(context, typed, problem) : typed;
		const outcomes = await sendReady(context, recipients, requestsAtOnce);
		const effects = await mapYielding(recipients, (recipient) =>
			toEffect(context, recipient, outcomes),
		);
		addHints(context, () => hints(context, recipients, effects));
		return conclude(context, effects, failWhen, WORDING);
	},
};

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

async function sendReady(
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

function toEffect(
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

/** Most times listed in a hint; nobody reads a longer list. */
const MAX_TIMES_IN_HINT = 3;
const MAX_CHARACTERS_IN_HINT = 20;

function hints(context: IExecuteFunctions, recipients: Recipient[], effects: Effect[]): string[] {
	const sent = recipients.filter((_, index) => effects[index]?.outcome.certainty !== 'notDone');
	const strange = new Set<string>();
	const times = new Set<string>();
	for (const { unsupportedCharacters, scheduledAt } of sent) {
		if (strange.size < MAX_CHARACTERS_IN_HINT) {
			for (const character of unsupportedCharacters) strange.add(character);
		}
		if (scheduledAt !== null) times.add(scheduledAt);
	}
	const unknown = effects.filter(isUnknown).length;
	const texts: Array<string | false> = [
		strange.size > 0 &&
			`Some texts hold characters that SMS cannot carry: ${[...strange].slice(0, MAX_CHARACTERS_IN_HINT).join(' ')}. Set 'On Unsupported Characters' to choose what becomes of them.`,
		times.size > 0 &&
			`Scheduled for ${[...times]
				.slice(0, MAX_TIMES_IN_HINT)
				.map((time) => describeMoment(time, context.getTimezone()))
				.join('; ')}${times.size > MAX_TIMES_IN_HINT ? ' and other times' : ''}.`,
		unknown > 0 &&
			`${SEND_RESULTS.UNCONFIRMED.description} (${unknown} in all). Sending again may send twice: ask the gateway provider, or wait for a status.`,
	];
	return texts.filter((text) => text !== false);
}
