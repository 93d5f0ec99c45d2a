import type { IPollFunctions } from 'n8n-workflow';
import { isDurable, timeForPoll } from '../../nodes/MessagingGateway/host/pollHost';
import { givesReceipts } from '../../nodes/MessagingGateway/host/olderVersions';

const context = (budget?: number): IPollFunctions =>
	(budget === undefined ? {} : { getPollBudgetMs: () => budget }) as unknown as IPollFunctions;

/** Seconds of the first, second and third poll of one activation. */
function secondsOfPolls(budget?: number): number[] {
	const activation = context(budget);
	return [true, false, false].map((isStart) => timeForPoll(activation, isStart) / 1000);
}

describe('the time of a poll', () => {
	it('is four minutes in n8n 1, and one minute while the workflow is activated', () => {
		expect(secondsOfPolls()).toEqual([60, 240, 240]);
	});

	it('is the same in n8n 2 without its durable scheduler, which names five minutes', () => {
		expect(secondsOfPolls(300_000)).toEqual([60, 240, 240]);
	});

	it('is what the durable scheduler gives, which ends a poll after it', () => {
		expect(secondsOfPolls(36_000)).toEqual([36, 36, 36]);
		expect(secondsOfPolls(100_000)).toEqual([100, 100, 100]);
	});
});

it('the durable scheduler is known by its budget, and receipts come with any', () => {
	expect([undefined, 300_000, 36_000].map((budget) => isDurable(context(budget)))).toEqual([
		false,
		false,
		true,
	]);
	expect([undefined, 300_000, 36_000].map((budget) => givesReceipts(context(budget)))).toEqual([
		false,
		true,
		true,
	]);
});
