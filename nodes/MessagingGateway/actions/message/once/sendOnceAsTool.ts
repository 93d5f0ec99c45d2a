import type { IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../../fields/sentences';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { operationError } from '../../../host/errors';
import { mayHaveTakenEffect, type Row } from '../../../rows/row';
import type { Recipient } from '../outgoing/readRecipients';
import { asProblem, isProblem, type Problem } from '../problem';

/** Messages in one run of an agent: a language model can be tricked into sending to everybody. */
export const MOST_OF_A_TOOL = 20;

const MINUTE = 60_000;

/** A message that a tool of this process has sent or may have sent, in milliseconds of performance.now(). */
interface Sent {
	run: string;
	at: number;
	forgottenAt: number;
}

/** Those messages, by execution, number and text. */
const sent = new Map<string, Sent>();

/**
 * Lets a tool send each text to a number once, and not more messages than allowed. A language model may
 * repeat its call, or split a list over several; n8n repeats the agent with its calls when the chat model
 * fails. An execution runs in one process, so its memory is enough. Over MCP and in n8n's own agents there
 * is no execution: there ten minutes of the credential take its place.
 *
 * @param most the number of messages that may go out
 * @param send sends to recipients, and returns a row for each; never throws
 * @returns a row for each recipient, as the model reads it
 * @throws NodeOperationError if there are more messages
 */
export async function sendAsTool(
	context: IExecuteFunctions,
	recipients: Recipient[],
	most = MOST_OF_A_TOOL,
	send: (recipients: Recipient[]) => Promise<Row[]>,
): Promise<Row[]> {
	const execution = context.getExecutionId() as string | undefined;
	const scope = execution ?? context.getNode().credentials?.messagingGatewayApi?.id;
	// n8n does not say which item of its input an agent works on, but from where it got them.
	const run = JSON.stringify([scope, execution && context.getExecuteData().source]);
	const now = performance.now();
	const forgottenAt = now + (execution === undefined ? 10 : 60) * MINUTE;
	for (const [key, earlier] of sent) if (earlier.forgottenAt < now) sent.delete(key);

	const keys = new Map<Recipient, string>();
	const marked = recipients.map((recipient): Recipient => {
		const { message } = recipient;
		if (isProblem(message)) return recipient;
		const key = JSON.stringify([scope, message.number, message.text]);
		const problem = unreadable(recipient) ?? repeated(sent.get(key), now);
		if (problem) return { ...recipient, message: problem };
		sent.set(key, { run, at: now, forgottenAt });
		keys.set(recipient, key);
		return recipient;
	});
	const count = [...sent.values()].filter((one) => one.run === run).length;
	if (count > most) {
		for (const key of keys.values()) sent.delete(key);
		const time = execution === undefined ? 'ten minutes' : 'one run of the agent';
		const sentence = `This call sent nothing: with it the tool would send ${count} messages in ${time}, and 'Max Recipients' allows ${most}. Do not split it`;
		throw operationError(context, sentence, '');
	}
	const rows = await send(marked);
	return rows.map((row, index) => {
		const key = keys.get(marked[index] as Recipient);
		if (key === undefined || mayHaveTakenEffect(row)) return row;
		sent.delete(key);
		return row.json.result === 'ALREADY_SENT' ? withReference(row) : row;
	});
}

function unreadable({ unsupportedCharacters }: Recipient): Problem | undefined {
	if (unsupportedCharacters.length === 0) return undefined;
	const { description } = SEND_RESULTS.UNSUPPORTED_CHARACTERS;
	const characters = unsupportedCharacters.join(' ');
	const sentence = `${description}: ${characters}. Leave them out and call again`;
	return asProblem('UNSUPPORTED_CHARACTERS', sentence);
}

function repeated(earlier: Sent | undefined, now: number): Problem | undefined {
	if (!earlier) return undefined;
	const minutes = Math.floor((now - earlier.at) / MINUTE);
	const time = minutes === 0 ? 'less than a minute' : counted(minutes, 'minute');
	const sentence = `Not sent again: the same text went to this number ${time} ago, or may have`;
	return asProblem('ALREADY_SENT', sentence);
}

/** Another text with the reference of an earlier one: Send Once per Reference did not let it out. */
const withReference = ({ json, ...row }: Row): Row => ({
	...row,
	json: {
		...json,
		description: `Not sent: this number has had its message for ${String(json.reference)}, or may have. This text did not go out; tell the user`,
	},
});
