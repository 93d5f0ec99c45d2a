/**
 * The Poll Times of a trigger that asks every few seconds, where the editor's least is a minute. n8n
 * takes one second of the minute for each poll time, and no list of them.
 *
 * @param seconds a whole part of 60
 */
export const pollTimesEvery = (seconds: number) => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});
