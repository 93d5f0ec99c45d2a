import {
	SEND_AND_WAIT_OPERATION,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { defaultCountryField, numbersField, numbersReader } from '../../fields/numbers';
import { interfaceOption, notice, optionsField } from '../../fields/shared.fields';
import { notAText, textIn } from '../../fields/text';
import { interfaceWith } from '../../gateway/interfaces/choice';
import { MAX_MESSAGE_LENGTH } from '../../gateway/specification/limits';
import { operationError } from '../../host/errors';
import { answersModel, isCancelled, isReview } from '../../host/execution';
import { addHints } from '../../host/hints';
import { WEBHOOK_URL } from '../../host/olderVersions';
import { connect } from '../../host/transport';
import { readLinkLabel, textsOption } from '../../question/pageTexts';
import { openQuestion, unreachableHint } from '../../question/link';
import { withToolParameters } from '../../question/message';
import { answerFields } from '../../question/answer';
import { itemsOfChange, toItem } from '../../rows/output';
import { isFailed, mayHaveTakenEffect, type Row } from '../../rows/row';
import { failureHint, summarize } from '../../rows/summary';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';
import { contentHints } from './outgoing/hints';
import { toRecipients, withoutNational } from './outgoing/readRecipients';
import { scheduleRecipients } from './outgoing/scheduleRecipients';
import { sendRecipients, WORDING } from './outgoing/sendRecipients';
import { MOST_OF_A_TOOL } from './once/sendOnceAsTool';
import { maxPartsOption, prepareText, unsupportedCharactersOption } from './text';
import { limitWaitTimeOption, readWaitLimit } from '../../question/waitLimit';

/** The names are n8n's own: by them it makes a human review of the node for the tools of an agent. */
const fields: INodeProperties[] = [
	numbersField,
	defaultCountryField,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Can you take the delivery at 14:00?',
		description: `The question. Each number gets it, and the first answer counts. The SMS ends with a link for the answer: together at most ${MAX_MESSAGE_LENGTH} characters.`,
	},
	notice(
		'linkNotice',
		`The link makes most questions two messages. Telephones can open it only if n8n has a public address: ${WEBHOOK_URL}.`,
	),
	notice(
		'reviewNotice',
		'If the SMS cannot be sent, as with a wrong password or to a number that has opted out, n8n tells the agent that the reviewer rejected. Try it once.',
		{ show: { '@tool': [true] } },
	),
	...answerFields,
	optionsField([
		limitWaitTimeOption,
		textsOption,
		unsupportedCharactersOption,
		maxPartsOption,
		interfaceOption,
	]),
];

/**
 * Sends a question with a link to each number of the first item, and lets the execution wait for the
 * first answer, which `question/webhook.ts` takes.
 */
export const sendAndWait: Operation = {
	option: {
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send an SMS and wait for the response',
		description: 'Ask by SMS with a link to a page, and continue with the answer given there',
		displayOptions: NOT_FOR_A_TOOL,
	},
	fields,
	async execute(context, options) {
		// From the first request to the wait nothing may throw: n8n would fail, or send again.
		const connection = await connect(context);
		const prepared = prepare(context, options.at(0), connection.country);
		const { recipients, via, address, waitUntil } = prepared;
		const rows = await sendRecipients(context, connection, recipients, { via });
		if (!rows.some(mayHaveTakenEffect)) {
			// On the success branch a duplicate would look like an answer.
			return itemsOfChange(context, rows.filter(isFailed), 'noneAccepted', WORDING);
		}
		try {
			if (!isCancelled(context)) await context.putExecutionToWait(waitUntil);
		} catch (error) {
			const message = `n8n cannot wait for the answer: ${(error as Error).message}`;
			const failure = summarize(context, rows, WORDING, message);
			// With Retry On Fail n8n would send again after a throw.
			if (context.getNode().retryOnFail !== true) throw failure;
			return [{ json: {}, error: failure, pairedItem: { item: 0 } }];
		}
		const asked = recipients.filter((_, index) => mayHaveTakenEffect(rows[index] as Row));
		addHints(context, () => [
			failureHint(rows, WORDING),
			...contentHints(asked),
			unreachableHint(address),
		]);
		// The answer replaces them. With Retry On Fail n8n would ask again if it got an input with an `error`.
		return rows.map(toItem);
	},
};

function prepare(context: IExecuteFunctions, options: IDataObject, country?: string) {
	try {
		// n8n could not go on after the answer, except as the human review of a tool.
		if (answersModel(context)) throw new Error(NO_TOOL);
		const waitUntil = readWaitLimit(options.limitWaitTime, context.getTimezone());
		const message = readMessage(context);
		const address = openQuestion(context);
		const link = `${readLinkLabel(options, isReview(context))} ${address}`.trim();
		const recipients = withoutNational(
			toRecipients({
				item: 0,
				numbers: numbersReader(context, country)(0, options),
				text: isReview(context) ? shortened(message, options, link) : message,
				link,
				options,
			}),
		);
		if (isReview(context) && recipients.length > MOST_OF_A_TOOL) {
			const limit = `a tool sends to at most ${MOST_OF_A_TOOL}`;
			throw new Error(`There are ${recipients.length} recipients, and ${limit}`);
		}
		const via = interfaceWith('send', options.interface);
		return { recipients: scheduleRecipients(recipients, EACH_ONCE), via, address, waitUntil };
	} catch (error) {
		throw operationError(context, (error as Error).message, 'Nothing was sent');
	}
}

const CUT = ' ... (all of it is on the page)';

/** Cuts the text of a review to what fits beside its link: n8n tells the agent of a failure as "rejected". */
function shortened(message: string, options: IDataObject, link: string): string {
	const fits = (text: string) => prepareText(text, options, link).problem?.result !== 'TOO_LONG';
	if (fits(message)) return message;
	const characters = [...message].slice(0, MAX_MESSAGE_LENGTH);
	const cut = () => `${characters.join('').trimEnd()}${CUT}`;
	while (characters.length > 0 && !fits(cut())) characters.pop();
	return cut();
}

/** Nobody is asked twice. */
const EACH_ONCE = { skipDuplicates: true };

const NO_TOOL =
	'A tool cannot wait for a person. Use the node as the human review of a tool, or call a workflow that asks';

function readMessage(context: IExecuteFunctions): string {
	const typed: unknown = context.getNodeParameter('message', 0, '');
	const evaluate = (expression: string) => context.evaluateExpression(expression, 0);
	const isReviewed = isReview(context) && typeof typed === 'string';
	const message = textIn(isReviewed ? withToolParameters(typed, evaluate) : typed);
	if (message === undefined) throw new Error(notAText('Message'));
	return message.trim();
}
