import fc from 'fast-check';
import type { INode, ITriggerFunctions } from 'n8n-workflow';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import * as pollHost from '../../nodes/MessagingGateway/host/pollHost';
import { setUpClock } from '../support/fastTime';
import { poll } from '../support/poll';
import { testServer } from '../support/server';

jest.mock('../../nodes/MessagingGateway/host/delay', () =>
	jest.requireActual('../support/fastTime'),
);

const server = testServer();
beforeEach(setUpClock);
afterEach(() => jest.restoreAllMocks());

const NOTHING = '<XMLGateway_Replies></XMLGateway_Replies>';

/** Asks the contexts of a trigger to poll, one after the other; gives those that did. */
async function polled(workflow: string, ...registrations: string[]): Promise<string[]> {
	const found: string[] = [];
	for (const registration of registrations) {
		server.answer(NOTHING);
		await poll({ url: server.url, host: 'n8n 2', workflow, registration });
		if (server.requests.length > 0) found.push(registration);
	}
	return found;
}

async function takeDown(workflow: string): Promise<void> {
	const context = {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: 'node' }) as INode,
	} as unknown as ITriggerFunctions;
	await (await new MessagingGatewayTrigger().trigger.call(context)).closeFunction?.();
}

describe('n8n 2 makes two contexts of the node, and asks both at an activation', () => {
	it('with Every Minute it asks both each minute, and the first goes on', async () => {
		expect(await polled('minute', 'A', 'B', 'A', 'B', 'A', 'B')).toEqual(['A', 'A', 'A']);
	});

	it('with a custom cron it asks only one from then on, which need not be the first', async () => {
		expect(await polled('cron', 'A', 'B', 'B', 'B', 'B')).toEqual(['A', 'B', 'B', 'B']);
		expect(await polled('other cron', 'A', 'B', 'A', 'A')).toEqual(['A', 'A', 'A']);
	});

	it('after an edit it asks two others', async () => {
		expect(await polled('edit', 'A', 'B', 'A', 'B')).toEqual(['A', 'A']);
		await takeDown('edit');
		expect(await polled('edit', 'C', 'D', 'D', 'C', 'D', 'C')).toEqual(['C', 'D', 'D']);
	});

	it('in whatever order it asks, one of them polls at each time', async () => {
		let run = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 8 }), async (orders) => {
				const workflow = `orders ${(run += 1)}`;
				expect(await polled(workflow, 'A', 'B')).toEqual(['A']);
				for (const isFirst of orders) {
					const pair = isFirst ? ['A', 'B'] : ['B', 'A'];
					expect(await polled(workflow, ...pair)).toHaveLength(1);
				}
			}),
			{ numRuns: 10 },
		);
	});

	it('only the first poll has the time of an activation', async () => {
		const timeForPoll = jest.spyOn(pollHost, 'timeForPoll');
		const isStart = () => timeForPoll.mock.calls.map(([, start]) => start);
		await polled('times', 'A', 'B', 'B', 'A', 'B', 'A');
		expect(isStart()).toEqual([true, false, false]);
		await takeDown('times');
		await polled('times', 'C', 'D', 'C');
		expect(isStart()).toEqual([true, false, false, true, false]);
	});
});

it('n8n 1 makes one context, which polls each time', async () => {
	expect(await polled('one context', 'A', 'A', 'A')).toEqual(['A', 'A', 'A']);
});
