import { until } from '../../sandbox/until';
import type { Stage } from './stage';

/** What n8n itself shows once an execution has ended. */
export const NO_ACTION_REQUIRED = 'No action required';
/** What an answer gets for which somebody else, or another moment, was earlier. */
export const TOO_LATE =
	/<h1>(Already|No longer open|Not taken)|is running already|No action required/;

/** The address in a question, which ends with it. */
export const linkIn = (text = ''): string => text.split('\n').at(-1) as string;

/** Waits until so many questions were asked and the execution waits, and returns the link of the last. */
export const nextLink = async (
	{ rest, simulator }: Stage,
	execution: string,
	count = 1,
): Promise<string> =>
	await until(
		async () => {
			const { status } = await rest.execution(execution);
			// The simulator lists them by their IDs, which rise.
			const messages = await simulator.messages();
			return status === 'waiting' && messages.length === count && linkIn(messages.at(-1)?.text);
		},
		90_000,
		`Execution ${execution} does not wait for answer ${count}`,
	);

/** Answers a question, as the form of its page does. */
export const post = async (link: string, fields: Record<string, string>): Promise<Response> =>
	await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });
