import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { Stage } from './stage';
import { AFTER, OVER, watch } from './triggers';

const REPLIES = 200_000;
const HEAP_MEGABYTES = 512;

afterAll(cleanUp);

/** A gateway that returns many replies in its first answer, and none in the others. */
async function gatewayWithMany(): Promise<Server> {
	const records = Array.from(
		{ length: REPLIES },
		(_, index) =>
			`<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Reply ${index}, which is about as long as the replies of people are: yes please, at nine</Message><SentMessageID>77</SentMessageID></Reply>`,
	);
	const answers = [records.join('')];
	const server = createServer((request, response) => {
		request.resume();
		request.on('end', () => {
			response.end(`<XMLGateway_Replies>${answers.shift() ?? ''}</XMLGateway_Replies>`);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

it(`${REPLIES} replies in one answer arrive in an n8n with a heap of ${HEAP_MEGABYTES} MB`, async () => {
	const stage = await new Stage().open({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` });
	const gateway = await gatewayWithMany();
	const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
	const { workflowId } = await watch(stage, { login: { baseUrl }, secondsBetweenPolls: 30 });
	const executions = await until(async () => {
		const found = await stage.rest.executions(workflowId);
		return found.length > 0 && found.every(({ status }) => OVER.has(status)) && found;
	}, 120_000);
	const peak = await peakMegabytes(stage.n8n.process.id);
	const texts: unknown[] = [];
	for (const { id } of [...executions].reverse()) {
		const { data } = await stage.rest.execution(id);
		texts.push(...itemsOf(data, AFTER).map(({ text }) => String(text).split(',')[0]));
	}
	console.log(`${executions.length} executions, peak of n8n ${peak} MB`);
	expect(stage.n8n.process.hasEnded).toBe(false);
	expect(texts).toHaveLength(REPLIES);
	expect(new Set(texts).size).toBe(REPLIES);
	gateway.close();
}, 600_000);

/** The most memory that a process has had, as Linux counts it. */
async function peakMegabytes(id: number): Promise<number> {
	const status = await readFile(`/proc/${id}/status`, 'utf8');
	return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
