import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { interfaceWith } from '../../gateway/interfaces/choice';
import type { OutgoingMessage } from '../../gateway/interfaces/interface';
import { fault } from '../../gateway/operations/outcome';
import { send as sendMessages, type SendOutcome } from '../../gateway/operations/send';
import { SEND_RESULTS } from '../../gateway/spec/codes';
import { describeMoment } from '../../gateway/spec/time';
import { conclude, isTool, type FailWhen } from '../../n8n/conclude';
import { isUnknown, type Effect, type Wording } from '../../n8n/effect';
import { operationError } from '../../n8n/errors';
import { errorHandling } from '../../n8n/onError';
import { connect, isCancelled } from '../../n8n/transport';
import type { Operation } from '../operation';
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
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send messages',
		description: 'Send a message to one or more numbers, at once or at a given time',
	},
	fields: sendFields,
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
		const { requestsAtOnce: most = 1 } = interfaceWith('send', options.interface);
		return {
			failWhen: failWhen as FailWhen,
			maxRecipients: 'maxRecipients' in options ? Number(maxRecipients || Number.NaN) : undefined,
			requestsAtOnce: readRequestsAtOnce(requestsInParallel, most),
		};
	} catch {
		// The first item's row will say that its options cannot be read; the rest is sent.
		return { failWhen: 'noneAccepted', maxRecipients: undefined, requestsAtOnce: 1 };
	}
}

/** Whatever is not a whole number in the range is the nearest one, and what is no number 1. */
const readRequestsAtOnce = (value: unknown, most: number): number =>
	Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most);

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

/** What a cancelled node returns is lost, and what was accepted must not be. */
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

/** Times that a hint spells out; more would be a list nobody reads. */
const MAX_TIMES_IN_HINT = 3;

function hints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	effects: Effect[],
): NodeExecutionHint[] {
	const sent = recipients.filter((_, index) => effects[index]?.outcome.certainty !== 'notDone');
	const strange = new Set(sent.flatMap(({ unsupportedCharacters }) => unsupportedCharacters));
	const times = [...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))];
	const unknown = effects.filter(isUnknown).length;
	const texts: Array<string | false> = [
		strange.size > 0 &&
			`Some texts hold characters that SMS cannot carry: ${[...strange].slice(0, 20).join(' ')}. Set 'On Unsupported Characters' to choose what becomes of them.`,
		times.length > 0 &&
			`Scheduled for ${times
				.slice(0, MAX_TIMES_IN_HINT)
				.map((time) => describeMoment(time, context.getTimezone()))
				.join('; ')}${times.length > MAX_TIMES_IN_HINT ? ' and other times' : ''}.`,
		unknown > 0 &&
			`${SEND_RESULTS.UNCONFIRMED.description} (${unknown} in all). Sending again may send twice: ask the gateway provider, or wait for a status.`,
	];
	return texts.flatMap((message) =>
		message === false ? [] : [{ message, location: 'outputPane', type: 'warning' }],
	);
}
