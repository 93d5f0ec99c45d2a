/**
 * The Poll Times of a trigger that polls every few seconds; the editor offers no less than a minute.
 * n8n takes one second of the minute for each poll time, not a list of seconds.
 *
 * @param seconds a divisor of 60
 */
export const pollTimesEvery = (seconds: number) => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});
