import { readFile } from 'node:fs/promises';
import { until } from '../../sandbox/until';
import { startServer } from '../support/server';
import { say } from './report';
import { setUpStage } from './stage';
import { OVER, watch } from './triggers';

const REPLIES = 200_000;
const HEAP_MEGABYTES = 512;

const stage = setUpStage({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` });

const answerWith = (records: string[]): string =>
	`<XMLGateway_Replies>${records.join('')}</XMLGateway_Replies>`;

it(`${REPLIES} replies in one answer arrive in an n8n with a heap of ${HEAP_MEGABYTES} MB`, async () => {
	const records = Array.from(
		{ length: REPLIES },
		(_, index) =>
			`<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Reply ${index}, which is about as long as the replies of people are: yes please, at nine</Message><SentMessageID>77</SentMessageID></Reply>`,
	);
	const gateway = await startServer();
	gateway.answer(answerWith(records), answerWith([]));
	const harvest = await watch(stage, { login: { baseUrl: gateway.url }, secondsBetweenPolls: 30 });
	const executions = await until(async () => {
		const found = await stage.rest.executions(harvest.workflowId);
		return found.length > 0 && found.every(({ status }) => OVER.has(status)) && found;
	}, 120_000);
	say(`${executions.length} executions, peak of n8n ${await peakMegabytes()} MB`);
	await harvest.gather();
	const texts = harvest.items().map(({ text }) => String(text).split(',')[0]);
	expect(stage.n8n.process.hasEnded).toBe(false);
	expect(texts).toHaveLength(REPLIES);
	expect(new Set(texts).size).toBe(REPLIES);
	await gateway.close();
}, 600_000);

/** The most memory that n8n has had, as Linux counts it. */
async function peakMegabytes(): Promise<number> {
	const status = await readFile(`/proc/${stage.n8n.process.id}/status`, 'utf8');
	return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
