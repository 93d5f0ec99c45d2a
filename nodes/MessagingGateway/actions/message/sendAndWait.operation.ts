import { SEND_AND_WAIT_OPERATION, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { interfaceWith } from '../../gateway/interfaces/choice';
import { operationError } from '../../host/errors';
import { addHints } from '../../host/hints';
import { itemsOfChange, toItem } from '../../rows/output';
import { inWords, textOrNull } from '../../fields/values';
import { mayHaveTakenEffect, type Row } from '../../rows/row';
import { failureHint, summarize } from '../../rows/summary';
import { answersModel, isReview, isCancelled } from '../../host/execution';
import { connect } from '../../host/transport';
import { openQuestion, withToolParameters } from '../../response/question';
import { numbersReader } from '../../fields/numbers';
import type { Operation } from '../operation';
import { skippingDuplicates } from './outgoing/unite';
import { toRecipients } from './outgoing/readRecipients';
import { MOST_RECIPIENTS_OF_A_TOOL } from './runOptions';
import { sendAndWaitFields } from './sendAndWait.fields';
import { contentHints } from './outgoing/contentHints';
import { sendRecipients, WORDING } from './outgoing/sendRecipients';
import { unreachableHint } from './unreachableHint';
import { readWaitLimit } from './waitLimit';

/**
 * Sends a question with a link to each number of the first item, and lets the execution wait for the
 * first answer, which `response/webhook.ts` takes.
 */
export const sendAndWait: Operation = {
	option: {
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send an SMS and wait for the response',
		description: 'Ask by SMS with a link to a page, and continue with the answer given there',
	},
	fields: sendAndWaitFields,
	changesSomething: true,
	async execute(context, options) {
		// From the first request to the wait nothing may throw: n8n would fail, or send again.
		const { recipients, via, address, waitUntil } = prepare(context, options.at(0));
		const rows = await sendRecipients(context, await connect(context), recipients, { via });
		if (!mayHaveTakenEffect(rows)) return itemsOfChange(context, rows, 'noneAccepted', WORDING);
		try {
			if (!isCancelled(context)) await context.putExecutionToWait(waitUntil);
		} catch (error) {
			const message = `n8n cannot wait for the answer: ${(error as Error).message}`;
			const failure = summarize(context, rows, WORDING, message);
			// With Retry On Fail n8n would send again after a throw.
			if (context.getNode().retryOnFail !== true) throw failure;
			return [{ json: {}, error: failure, pairedItem: { item: 0 } }];
		}
		const asked = recipients.filter((_, index) => mayHaveTakenEffect([rows[index] as Row]));
		addHints(context, () => [
			failureHint(rows, WORDING),
			...contentHints(asked),
			unreachableHint(address),
		]);
		// The answer replaces them. With Retry On Fail n8n would ask again if it got an input with an `error`.
		return rows.map(toItem);
	},
};

/** Reads all that is needed. Throws NodeOperationError if something cannot be read. */
function prepare(context: IExecuteFunctions, options: IDataObject) {
	try {
		refuseAsTool(context);
		const { values: limit } = (options.limitWaitTime ?? {}) as { values?: IDataObject };
		const waitUntil = readWaitLimit(limit, context.getTimezone());
		const message = readMessage(context);
		const address = openQuestion(context, message);
		const recipients = toRecipients({
			item: 0,
			numbers: numbersReader(context)(0, options),
			text: message,
			link: linkLine(options.messageButtonLabel, address),
			options,
		});
		limitReview(context, recipients.length);
		const via = interfaceWith('send', options.interface);
		return { recipients: skippingDuplicates(recipients), via, address, waitUntil };
	} catch (error) {
		throw operationError(context, (error as Error).message, 'Nothing was sent');
	}
}

/** The last line of the message: the address, behind a label if there is one. */
const linkLine = (label: unknown, address: string): string =>
	[textOrNull(label)?.trim() ?? '', address].join(' ').trim();

function readMessage(context: IExecuteFunctions): string {
	const message: unknown = context.getNodeParameter('message', 0, '');
	if (typeof message !== 'object') {
		const evaluate = (expression: string) => context.evaluateExpression(expression, 0);
		return withToolParameters(String(message ?? ''), evaluate).trim();
	}
	throw new Error(`'Message' is ${inWords(message)} and not a text. Choose one of its values`);
}

/** n8n could not go on after the answer, except as the human review of a tool. */
function refuseAsTool(context: IExecuteFunctions): void {
	if (!answersModel(context)) return;
	throw new Error(
		'A tool cannot wait for a person. Use the node as the human review of a tool, or call a workflow that asks',
	);
}

function limitReview(context: IExecuteFunctions, recipients: number): void {
	if (!isReview(context) || recipients <= MOST_RECIPIENTS_OF_A_TOOL) return;
	throw new Error(
		`There are ${recipients} recipients, and a tool sends to at most ${MOST_RECIPIENTS_OF_A_TOOL}`,
	);
}
