/**
 * Answers that this process has just given to n8n, with their times, by question. n8n 1 takes two that
 * come at the same moment, and would continue the execution twice.
 */
const taken = new Map<string, string>();

/** After a minute n8n has long stored that the execution continues. It then takes no further answer. */
const isRecent = (time: string): boolean => Date.now() - Date.parse(time) < 60_000;

/** The time of an answer to this question, ISO 8601 in UTC; undefined if there was none just now. */
export function takenAt(question: string): string | undefined {
	const time = taken.get(question);
	return time !== undefined && isRecent(time) ? time : undefined;
}

/** Remembers an answer. */
export function take(question: string, time: string): void {
	for (const [other, earlier] of taken) if (!isRecent(earlier)) taken.delete(other);
	taken.set(question, time);
}

/** Forgets an answer that n8n could not take. */
export const release = (question: string): void => void taken.delete(question);
