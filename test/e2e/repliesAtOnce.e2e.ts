import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { readExample } from '../../sandbox/examples';
import { until } from '../../sandbox/until';
import { startServer, type TestServer } from '../support/server';
import { setUpStage } from './stage';
import { textedNumbers } from './triggers';
import { node } from './workflows';

const stage = setUpStage();
/** Gets every reply that comes through a workflow. */
let collector: TestServer;
beforeAll(async () => {
	collector = await startServer();
});
afterAll(async () => collector?.close());
beforeEach(() => collector.answer('Taken'));

/** Posts each reply to the collector, in the place of somebody's own steps. */
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

/** The example as it is, published, with a schedule of its own; gives what ends its address. */
async function publishExample(
	schedule: Record<string, string | number>,
): Promise<{ id: string; path: string }> {
	const example = readExample('replies-at-once.json');
	// The editor makes both when somebody imports the file.
	const path = randomUUID();
	for (const one of example.nodes) {
		if (one.type === 'n8n-nodes-base.webhook') {
			Object.assign(one, { webhookId: path });
			Object.assign(one.parameters, { path });
		}
		if (one.type === 'n8n-nodes-base.scheduleTrigger') {
			one.parameters.rule = { interval: [schedule] };
		}
		if (one.name === 'Reply') Object.assign(one, { ...collecting('Reply'), id: one.id });
		if (one.credentials) {
			one.credentials = { messagingGatewayApi: { id: stage.demoCredential, name: 'Demo' } };
		}
	}
	const { name, nodes, connections, settings } = example;
	const { id } = await stage.rest.createWorkflow({ name, nodes, connections, settings } as never);
	await stage.rest.activate(id);
	return { id, path };
}

const addressOf = (path: string): string => `${stage.n8n.address}/webhook/${path}`;

/** The texts that came through, in the order in which they came. */
const collected = (): string[] =>
	collector.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);

const reply = async (from: string, text: string): Promise<void> =>
	await stage.simulator.post('replies', { from, text });

it('takes 300 replies of ten seconds once each, also those of a time when n8n was stopped', async () => {
	const numbers = await textedNumbers(stage, 300);
	const { id, path } = await publishExample(EVERY_TEN_SECONDS);
	await stage.simulator.post('webhooks', { replies: addressOf(path) });
	const start = Date.now();
	let restarted: Promise<void> | undefined;
	for (const [index, number] of numbers.entries()) {
		if (index === 100) restarted = stage.restart();
		await reply(number, `Reply ${index}`);
		await wait(Math.max(0, start + index * 30 - Date.now()));
	}
	expect(Date.now() - start).toBeLessThan(15_000);
	await restarted;
	await until(async () => new Set(collected()).size === 300, 120_000);
	// Whatever came twice has come by the next two runs of the schedule.
	await wait(25_000);
	await stage.rest.deactivate(id);
	const texts = collected();
	expect(texts).toHaveLength(300);
	expect(new Set(texts).size).toBe(300);
}, 300_000);

it('takes a thousand false notifications without a loss, and sends nothing', async () => {
	const [number = ''] = await textedNumbers(stage, 1);
	const sent = (await stage.simulator.messages()).length;
	const { id, path } = await publishExample(EVERY_HOUR);
	const address = `${addressOf(path)}?type=deliver&date=20990101-000000&from=${number}&message=Give`;
	await reply(number, 'The only one');
	for (let round = 0; round < 50; round += 1) {
		await Promise.all(
			Array.from({ length: 20 }, async (_, index) => {
				const method = index % 2 === 0 ? 'GET' : 'POST';
				const { status } = await fetch(address, { method });
				expect(status).toBe(200);
			}),
		);
	}
	await until(async () => {
		const requests = await stage.simulator.requests();
		return requests.filter((one) => one.path === '/xmlgetreplies.asp').length >= 1000;
	}, 600_000);
	await wait(2000);
	expect(collected()).toEqual(['The only one']);
	expect(await stage.simulator.messages()).toHaveLength(sent);
	await reply(number, 'Another');
	await fetch(address);
	await until(async () => collected().length === 2);
	await stage.rest.deactivate(id);
	expect(collected()).toEqual(['The only one', 'Another']);
}, 1_200_000);

it('starts within seconds of a reply', async () => {
	const REPLIES = 12;
	const [number = ''] = await textedNumbers(stage, 1);
	const { id, path } = await publishExample(EVERY_HOUR);
	await stage.simulator.post('webhooks', { replies: addressOf(path) });
	const times: number[] = [];
	collector.answer(({ body }, response) => {
		times.push(Date.now() - Number((JSON.parse(body) as { text: string }).text));
		response.end('Taken');
	});
	for (let count = 0; count < REPLIES; count += 1) {
		await reply(number, String(Date.now()));
		await wait(1000);
	}
	await until(async () => times.length === REPLIES, 90_000);
	await stage.rest.deactivate(id);
	expect(Math.max(...times)).toBeLessThan(10_000);
}, 120_000);
