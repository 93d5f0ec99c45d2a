import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../sandbox/until';
import { countOf, createCampaign, RECIPIENTS_OF_A_REQUEST, SEND } from './campaigns';
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

const create = async (people: number, options: { failWhen?: string } = {}) =>
	await createCampaign(
		stage,
		{ people, campaign: 0 },
		{ sendOnce: true, reference: 'autumn', ...options },
		{ credential },
	);

it(`a campaign that is killed ${KILLS} times and begun again reaches everybody once`, async () => {
	const campaign = await create(PEOPLE);
	for (let kill = 0; kill < KILLS; kill += 1) {
		const begun = relay.nextRequest(SEND);
		await campaign.call();
		await begun;
		await wait((kill * LATENCY_MILLISECONDS) / KILLS);
		await stage.n8n.process.kill();
		await stage.restart();
	}
	await campaign.call();
	const rows = await campaign.rows(KILLS + 1);
	const { people, twice } = await campaign.received();
	expect(twice).toEqual([]);
	expect(rows).toHaveLength(PEOPLE);
	expect(countOf(rows, 'UNCONFIRMED')).toBeLessThanOrEqual(RECIPIENTS_OF_A_REQUEST);
	expect(people).toBeGreaterThanOrEqual(PEOPLE - KILLS * RECIPIENTS_OF_A_REQUEST);
	expect(countOf(rows, 'NOT_SENT')).toBe(0);
}, 600_000);

it('two executions a second apart send to everybody once', async () => {
	const campaign = await create(PEOPLE);
	await campaign.call();
	await wait(1000);
	await campaign.call();
	await until(async () => {
		const executions = await stage.rest.executions(campaign.workflow);
		return executions.length === 2 && executions.every(({ status }) => status === 'success');
	}, 120_000);
	expect(await campaign.received()).toEqual({ people: PEOPLE, twice: [] });
}, 180_000);

it('Retry sends what was not accepted, and nothing else', async () => {
	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 2 }] });
	const campaign = await create(3, { failWhen: 'anyNotAccepted' });
	await campaign.call();
	expect(await campaign.rows()).toEqual([]);
	expect(await campaign.received()).toEqual({ people: 2, twice: [] });

	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 100 }] });
	const [failed] = await stage.rest.executions(campaign.workflow);
	await stage.rest.retry(String(failed?.id));
	const results = (await campaign.rows(2)).map(({ result }) => result);
	expect(results).toEqual(['ALREADY_SENT', 'ALREADY_SENT', 'ACCEPTED']);
	expect(await campaign.received()).toEqual({ people: 3, twice: [] });
}, 120_000);
