import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { SEND_RESULTS, type SendResult } from '../../gateway/codes';
import { MAX_REQUESTS_AT_ONCE } from '../../gateway/limits';
import { sendMessages, type OutgoingMessage, type SendOutcome } from '../../gateway/sending';
import { describeMoment } from '../../gateway/time';
import { connect } from '../../transport';
import { conclude, isTool, type Effect, type FailWhen, type Wording } from '../effects';
import { errorHandling } from '../errorHandling';
import { operationError } from '../../errors';
import { chosenInterface } from '../../fields';
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
		const { failWhen, maxRecipients, requestsAtOnce } = readRunOptions(context);
		const typed = context.getInputData().flatMap((_, item) => readRecipients(context, item));
		const recipients = withinLimit(context, typed, maxRecipients);
		const outcomes = await sendReady(context, recipients, requestsAtOnce);
		const effects = recipients.map((recipient) => toEffect(context, recipient, outcomes));
		context.addExecutionHints(...hints(context, recipients, effects));
		return conclude(context, effects, failWhen, WORDING);
	},
};

interface RunOptions {
	failWhen: FailWhen;
	/** Undefined where the option is not set; NaN where it is no number of recipients. */
	maxRecipients: number | undefined;
	requestsAtOnce: number;
}

/** Options that govern the whole run are those of the first item. */
function readRunOptions(context: IExecuteFunctions): RunOptions {
	try {
		const options = context.getNodeParameter('options', 0, {}) as IDataObject;
		const { failWhen = 'noneAccepted', maxRecipients, requestsInParallel } = options;
		const isQuery = chosenInterface(options.interface) === 'query';
		return {
			failWhen: failWhen as FailWhen,
			maxRecipients: 'maxRecipients' in options ? Number(maxRecipients || Number.NaN) : undefined,
			// A document takes as many recipients as should ever be in doubt together.
			requestsAtOnce: isQuery ? readRequestsAtOnce(requestsInParallel) : 1,
		};
	} catch {
		// The first item's row will say that its options cannot be read; the rest is sent.
		return { failWhen: 'noneAccepted', maxRecipients: undefined, requestsAtOnce: 1 };
	}
}

/** Whatever is not a whole number in the range is the nearest one, and what is no number 1. */
const readRequestsAtOnce = (value: unknown): number =>
	Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), MAX_REQUESTS_AT_ONCE);

/** Refuses all recipients when there are more than Max Recipients allows. */
function withinLimit(
	context: IExecuteFunctions,
	recipients: Recipient[],
	limit: number | undefined,
): Recipient[] {
	if (limit === undefined || recipients.length <= limit) return recipients;
	const message = Number.isNaN(limit)
		? "'Max Recipients' is not a number of recipients"
		: `There are ${recipients.length} recipients, and 'Max Recipients' allows ${limit}`;
	const description = "Nothing was sent. Check the input, or change 'Max Recipients'";
	if (errorHandling(context) === 'stop') {
		throw operationError(context, { message, description, itemIndex: 0 });
	}
	const refused = { result: 'NOT_SENT', description: `Not sent. ${message}` } as const;
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

/** What a cancelled node returns is lost, and what was accepted must not be. */
function logOutcomes(context: IExecuteFunctions, outcomes: Outcomes): void {
	const accepted = [...outcomes.values()].flatMap(({ messageId }) => messageId ?? []);
	const unknown = [...outcomes].flatMap(([{ number }, { result }]) =>
		outcomeOf(result) === 'unknown' ? number : [],
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
	const sent = recipients.filter((_, index) => effects[index]?.outcome !== 'notDone');
	const strange = new Set(sent.flatMap(({ unsupportedCharacters }) => unsupportedCharacters));
	const times = [...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))];
	const unknown = effects.filter(({ outcome }) => outcome === 'unknown').length;
	const texts: Array<string | false> = [
		strange.size > 0 &&
			`Some texts hold characters that SMS cannot carry: ${[...strange].slice(0, 20).join(' ')}. Set 'On Unsupported Characters' to choose what becomes of them.`,
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
