import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../sandbox/until';
import { startServer, type TestServer } from '../support/server';
import { Example, importExamples } from './exampleWorkflow';
import { setUpStage } from './stage';
import { asked, REPLIES, reply, textedNumbers } from './triggers';
import { node } from './workflows';

const stage = setUpStage();
const atOnce = new Example(stage, 'replies-at-once.json');
/** Gets everything that comes through the workflow. */
let collector: TestServer;
beforeAll(async () => {
	collector = await startServer();
	for (const one of atOnce.workflow.nodes) {
		if (['Reply', 'Unreadable'].includes(one.name)) Object.assign(one, collecting(one.name));
	}
	await importExamples(stage, [atOnce.workflow]);
});
afterAll(async () => collector?.close());
beforeEach(() => collector.answer('Taken'));

/** Posts each item to the collector, in the place of somebody's own steps. */
const collecting = (name: string) => ({
	...node(name, 'n8n-nodes-base.httpRequest', {
		method: 'POST',
		url: collector.url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
		options: {},
	}),
	typeVersion: 4.2,
});

const EVERY_TEN_SECONDS = { field: 'seconds', secondsInterval: 10 };
const EVERY_HOUR = { field: 'hours', hoursInterval: 1 };

/** Publishes the example with a schedule while something is done with its address. */
async function publish(schedule: object, work: (address: string) => Promise<void>): Promise<void> {
	await atOnce.change('Every Five Minutes', { rule: { interval: [schedule] } });
	const address = `${stage.n8n.address}/webhook/${atOnce.node('Gateway Notifies').id}`;
	await atOnce.whileActive(async () => await work(address));
}

/** The items that came through, in the order in which they came. */
const collected = (): IDataObject[] =>
	collector.requests.map(({ body }) => JSON.parse(body) as IDataObject);

const texts = (): unknown[] => collected().map(({ text }) => text);

it('takes 300 replies of ten seconds once each, also those of a time when n8n was stopped', async () => {
	const numbers = await textedNumbers(stage, 300);
	await publish(EVERY_TEN_SECONDS, async (replies) => {
		await stage.simulator.post('webhooks', { replies });
		const start = Date.now();
		let restarted: Promise<void> | undefined;
		for (const [index, from] of numbers.entries()) {
			if (index === 100) restarted = stage.restart();
			await reply(stage, { from, text: `Reply ${index}` });
			await wait(Math.max(0, start + index * 30 - Date.now()));
		}
		expect(Date.now() - start).toBeLessThan(15_000);
		await restarted;
		await until(async () => new Set(texts()).size === 300, 120_000);
		// Whatever came twice has come by the next two runs of the schedule.
		await wait(25_000);
	});
	expect(texts()).toHaveLength(300);
}, 300_000);

it('takes a thousand false notifications without a loss, and sends nothing', async () => {
	const [from = ''] = await textedNumbers(stage, 1);
	const sent = (await stage.simulator.messages()).length;
	await publish(EVERY_HOUR, async (address) => {
		const notification = `${address}?type=deliver&date=20990101-000000&from=${from}&message=Give`;
		await reply(stage, { from, text: 'The only one' });
		for (let round = 0; round < 50; round += 1) {
			await Promise.all(
				Array.from({ length: 20 }, async (_, index) => {
					const method = index % 2 === 0 ? 'GET' : 'POST';
					expect((await fetch(notification, { method })).status).toBe(200);
				}),
			);
		}
		await until(async () => (await asked(stage, REPLIES)) >= 1000, 600_000);
		await wait(2000);
		expect(texts()).toEqual(['The only one']);
		expect(await stage.simulator.messages()).toHaveLength(sent);
		await reply(stage, { from, text: 'Another' });
		await fetch(notification);
		await until(() => Promise.resolve(texts().length === 2));
	});
	expect(texts()).toEqual(['The only one', 'Another']);
}, 1_200_000);

it('starts within seconds of a reply, and keeps what cannot be read', async () => {
	const REPLIES_SENT = 12;
	const [from = ''] = await textedNumbers(stage, 1);
	await publish(EVERY_HOUR, async (replies) => {
		await stage.simulator.post('webhooks', { replies });
		const times: number[] = [];
		collector.answer(({ body }, response) => {
			times.push(Date.now() - Number((JSON.parse(body) as { text: string }).text));
			response.end('Taken');
		});
		for (let count = 0; count < REPLIES_SENT; count += 1) {
			await reply(stage, { from, text: String(Date.now()) });
			await wait(1000);
		}
		await until(() => Promise.resolve(times.length === REPLIES_SENT), 90_000);
		expect(Math.max(...times)).toBeLessThan(10_000);

		collector.answer('Taken');
		const half = `<XMLGateway_Replies><Reply><CLI>${from}</CLI><Message>Half`;
		await stage.simulator.fault(REPLIES, { body: half });
		await reply(stage, { from, text: 'Garbled' });
		await until(() => Promise.resolve(collected().some(({ unparsed }) => unparsed === true)));
	});
}, 120_000);
