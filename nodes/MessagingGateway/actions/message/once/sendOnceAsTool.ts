import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { unrequested, type SendGuard } from '../../../gateway/operations/send';
import { asProblem } from '../problem';
import { requestOthers } from './sendOnce';

/** Milliseconds for which a message is remembered: longer than agents work on one task. */
const REMEMBERED = 3_600_000;
const MOST_REMEMBERED = 10_000;

/** The times at which the tools of this process sent their messages, the oldest first. */
const sentAt = new Map<string, number>();

/**
 * Lets a tool send each text to a number once in an execution. A language model may repeat its call, and
 * n8n repeats the agent with its calls when the chat model fails. An execution runs in one process, so its
 * memory is enough. n8n's own agents have no execution: there it holds for the credential.
 */
export function sendingOnceAsTool(context: IExecuteFunctions): SendGuard {
	const { credentials } = context.getNode();
	const run = [context.getExecutionId(), credentials?.messagingGatewayApi?.id];
	const keyOf = ({ number, text }: OutgoingMessage) => JSON.stringify([...run, number, text]);
	return async (messages, request) => {
		forgetOld();
		const keys = messages.map(keyOf);
		const known = keys.map((key) => {
			if (sentAt.has(key)) return ALREADY_SENT;
			sentAt.set(key, performance.now());
			return undefined;
		});
		const outcomes = await requestOthers(messages, known, request);
		keys.forEach((key, index) => {
			if (outcomes[index]?.certainty === 'notDone') sentAt.delete(key);
		});
		return outcomes;
	};
}

function forgetOld(): void {
	const longAgo = performance.now() - REMEMBERED;
	for (const [key, time] of sentAt) {
		if (time > longAgo && sentAt.size <= MOST_REMEMBERED) return;
		sentAt.delete(key);
	}
}

const ALREADY_SENT = unrequested(
	asProblem(
		'ALREADY_SENT',
		'It was sent in this conversation, or may have been. Do not send it again',
	),
);
