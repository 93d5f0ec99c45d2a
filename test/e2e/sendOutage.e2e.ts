import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { until } from '../../sandbox/until';
import { createCampaign, SEND } from './campaigns';
import { startPostgresBehindWire, withPostgres } from './postgres';
import { Stage } from './stage';

afterAll(cleanUp);

const PEOPLE = 10_000;
const LATENCY_MILLISECONDS = 400;
const OUTAGE_MILLISECONDS = 1500;

withPostgres("an outage of n8n's database in the middle of a send", (programs) => {
	it('ends nothing, and every ID is known', async () => {
		const { wire, settings } = await startPostgresBehindWire(programs);
		const stage = await new Stage().open(settings);
		const { simulator, rest } = stage;
		await simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
		await simulator.fault(SEND, { delayMs: LATENCY_MILLISECONDS }, 100);
		const campaign = await createCampaign(stage, { people: PEOPLE, campaign: 0 }, {});
		await campaign.call();
		await until(async () => (await simulator.messages()).length >= 3000);
		wire.cut();
		await wait(OUTAGE_MILLISECONDS);
		wire.mend();

		await stage.reachable();
		const known = (await campaign.rows()).map(({ messageId }) => messageId);
		expect(await rest.executions(campaign.workflow)).toMatchObject([{ status: 'success' }]);
		const sent = await simulator.messages();
		expect(new Set(known)).toEqual(new Set(sent.map((message) => message.id)));
		expect(await campaign.received()).toEqual({ people: PEOPLE, twice: [] });
	}, 600_000);
});
