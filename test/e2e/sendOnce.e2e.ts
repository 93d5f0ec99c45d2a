import { setTimeout as wait } from 'node:timers/promises';
import { itemsOf } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import {
	createCampaign,
	GATEWAY,
	messagesOfEach,
	RECIPIENTS_OF_A_REQUEST,
	SEND,
	writtenTwice,
} from './campaigns';
import { Relay } from './relay';
import { setUpStage } from './stage';

const PEOPLE = 5000;
const KILLS = 5;
/** How long the gateway takes for a request, and the latest moment of a kill in it. */
const LATENCY_MILLISECONDS = 400;

const stage = setUpStage();
let relay: Relay;
let credential: string;
beforeAll(async () => {
	relay = await Relay.start(stage.simulator.address);
	credential = await stage.credential({ baseUrl: relay.address });
});
beforeEach(async () => {
	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
	await stage.simulator.fault(SEND, { delayMs: LATENCY_MILLISECONDS }, 1000);
});
afterAll(() => relay?.stop());

const create = async (
	id: number,
	{ people = PEOPLE, ...options }: { people?: number; failWhen?: string } = {},
) =>
	await createCampaign(
		stage,
		{ people, campaign: id },
		{ sendOnce: true, reference: 'autumn', ...options },
		{ credential },
	);

/** The results of a campaign's newest execution, by number. */
async function newestResults(workflow: string, count: number): Promise<Map<string, string>> {
	const [newest] = await until(async () => {
		const executions = await stage.rest.executions(workflow);
		return executions.length >= count && executions;
	});
	const { data } = await stage.rest.finished(newest?.id ?? '', 120_000);
	return new Map(
		itemsOf(data, GATEWAY).map(({ number, result }) => [String(number), String(result)]),
	);
}

const withResult = (results: Map<string, string>, wanted: string): string[] =>
	[...results].flatMap(([number, result]) => (result === wanted ? number : []));

const sentCounts = async (id: number) => messagesOfEach(await stage.simulator.messages(), id);

it(`a campaign that is killed ${KILLS} times and begun again reaches everybody once`, async () => {
	const { workflow, call } = await create(1);
	for (let kill = 0; kill < KILLS; kill += 1) {
		const begun = relay.nextRequest(SEND);
		await call();
		await begun;
		await wait((kill * LATENCY_MILLISECONDS) / KILLS);
		await stage.n8n.process.kill();
		await stage.restart();
	}
	await call();
	const results = await newestResults(workflow, KILLS + 1);
	const counts = await sentCounts(1);
	const doubtful = withResult(results, 'UNCONFIRMED');
	expect(writtenTwice(counts)).toEqual([]);
	expect(results.size).toBe(PEOPLE);
	expect(doubtful.length).toBeLessThanOrEqual(RECIPIENTS_OF_A_REQUEST);
	expect(counts.size).toBeGreaterThanOrEqual(PEOPLE - KILLS * RECIPIENTS_OF_A_REQUEST);
	expect(withResult(results, 'NOT_SENT')).toEqual([]);
}, 600_000);

it('two executions a second apart send to everybody once', async () => {
	const { workflow, call } = await create(2);
	await call();
	await wait(1000);
	await call();
	await newestResults(workflow, 2);
	await until(async () => {
		const executions = await stage.rest.executions(workflow);
		return executions.every(({ status }) => status === 'success');
	});
	const counts = await sentCounts(2);
	expect(counts.size).toBe(PEOPLE);
	expect(writtenTwice(counts)).toEqual([]);
}, 180_000);

it('Retry sends what was not accepted, and nothing else', async () => {
	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 2 }] });
	const { workflow, call } = await create(3, { people: 3, failWhen: 'anyNotAccepted' });
	await call();
	const [failed] = await until(async () => {
		const executions = await stage.rest.executions(workflow);
		return executions.some(({ status }) => status === 'error') && executions;
	});
	expect((await sentCounts(3)).size).toBe(2);

	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 100 }] });
	await stage.rest.retry(failed?.id ?? '');
	const results = await newestResults(workflow, 2);
	expect([...results.values()]).toEqual(['ALREADY_SENT', 'ALREADY_SENT', 'ACCEPTED']);
	const counts = await sentCounts(3);
	expect(counts.size).toBe(3);
	expect(writtenTwice(counts)).toEqual([]);
}, 120_000);
