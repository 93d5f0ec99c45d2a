import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { SEND_RESULTS, type SendResult } from '../../gateway/codes';
import { sendMessages, type OutgoingMessage, type SendOutcome } from '../../gateway/sending';
import { describeMoment } from '../../gateway/time';
import { connect } from '../../transport';
import { conclude, isTool, type Effect, type FailWhen, type Wording } from '../effects';
import { errorHandling, operationError } from '../errors';
import type { Operation } from '../operation';
import { isCancelled } from '../options';
import { isFault, readRecipients, type Recipient } from './recipients';
import { sendFields } from './send.fields';

const WORDING: Wording = {
	one: 'message',
	many: 'messages',
	done: 'accepted',
	danger: 'sending again may send them twice',
};

/** Sends the messages of all items together, and gives a row for each recipient. */
export const send: Operation = {
	description: sendFields,
	async execute(context: IExecuteFunctions) {
		const typed = context.getInputData().flatMap((_, item) => readRecipients(context, item));
		const recipients = withinLimit(context, typed);
		const outcomes = await sendReady(context, recipients);
		const effects = recipients.map((recipient) => toEffect(context, recipient, outcomes));
		context.addExecutionHints(...hints(context, recipients, effects));
		const failWhen = firstOption(context, 'failWhen', 'noneAccepted') as FailWhen;
		return conclude(context, effects, failWhen, WORDING);
	},
};

/** Options that govern the whole run are those of the first item. */
const firstOption = (context: IExecuteFunctions, name: string, fallback: string | number) =>
	(context.getNodeParameter('options', 0, {}) as IDataObject)[name] ?? fallback;

/** Refuses all recipients when there are more than Max Recipients allows. */
function withinLimit(context: IExecuteFunctions, recipients: Recipient[]): Recipient[] {
	const limit = Number(firstOption(context, 'maxRecipients', 0));
	if (limit <= 0 || recipients.length <= limit) return recipients;
	const message = `There are ${recipients.length} recipients, and Max Recipients allows ${limit}`;
	const description = 'Nothing was sent. Check the input, or raise Max Recipients';
	if (errorHandling(context) === 'stop') {
		throw operationError(context, { message, description, itemIndex: 0 });
	}
	const refused = { result: 'NOT_SENT', description: `Not sent. ${message}` } as const;
	return recipients.map((recipient) => ({ ...recipient, message: refused }));
}

type Outcomes = Map<OutgoingMessage, SendOutcome>;

async function sendReady(context: IExecuteFunctions, recipients: Recipient[]): Promise<Outcomes> {
	const messages = recipients.flatMap(({ message }) => (isFault(message) ? [] : [message]));
	if (messages.length === 0) return new Map();
	const cancelled = () => isCancelled(context);
	const outcomes = await sendMessages(await connect(context), messages, cancelled);
	if (cancelled()) logAccepted(context, outcomes);
	return new Map(messages.map((message, index) => [message, outcomes[index] as SendOutcome]));
}

/** What a cancelled node returns is lost, and the IDs of accepted messages must not be. */
function logAccepted(context: IExecuteFunctions, outcomes: SendOutcome[]): void {
	const accepted = outcomes.flatMap(({ messageId }) => messageId ?? []);
	if (accepted.length === 0) return;
	context.logger.warn(
		`Sending was cancelled after ${accepted.length} messages were accepted: ${accepted.join(', ')}`,
	);
}

const NO_REQUEST = { messageId: null, gatewayResult: null, submittedAt: null, failure: null };

function toEffect(
	context: IExecuteFunctions,
	{ message, item, recipient, number, reference, parts, scheduledAt }: Recipient,
	outcomes: Outcomes,
): Effect {
	const { result, description, messageId, gatewayResult, submittedAt, failure } = isFault(message)
		? { ...NO_REQUEST, ...message }
		: (outcomes.get(message) as SendOutcome);
	const outcome = outcomeOf(result);
	const advice = outcome === 'unknown' && isTool(context) ? '. Do not send it again' : '';
	return {
		item,
		subject: recipient,
		json: {
			recipient,
			number,
			accepted: outcome === 'done',
			messageId,
			result,
			description: description + advice,
			gatewayResult,
			reference,
			parts,
			scheduledAt,
			submittedAt,
		},
		outcome,
		failure,
	};
}

function outcomeOf(result: SendResult): Effect['outcome'] {
	if (result === 'ACCEPTED') return 'done';
	return result === 'UNCONFIRMED' || result === 'REJECTED' ? 'unknown' : 'notDone';
}

/** Times that a hint spells out; more would be a list nobody reads. */
const MAX_TIMES_IN_HINT = 3;

function hints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	effects: Effect[],
): NodeExecutionHint[] {
	const sent = recipients.filter(({ message }) => !isFault(message));
	const strange = new Set(sent.flatMap(({ unsupportedCharacters }) => unsupportedCharacters));
	const times = [...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))];
	const unknown = effects.filter(({ outcome }) => outcome === 'unknown').length;
	const texts: Array<string | false> = [
		strange.size > 0 &&
			`Some texts hold characters that SMS cannot carry: ${[...strange].slice(0, 20).join(' ')}. Set On Unsupported Characters to choose what becomes of them.`,
		times.length > 0 &&
			`Scheduled for ${times
				.slice(0, MAX_TIMES_IN_HINT)
				.map((time) => describeMoment(time, context.getTimezone()))
				.join('; ')}${times.length > MAX_TIMES_IN_HINT ? ' and other times' : ''}.`,
		unknown > 0 &&
			`${SEND_RESULTS.UNCONFIRMED} (${unknown} in all). Sending again may send twice: ask the gateway provider, or wait for a status.`,
	];
	return texts.flatMap((message) =>
		message === false ? [] : [{ message, location: 'outputPane', type: 'warning' }],
	);
}
