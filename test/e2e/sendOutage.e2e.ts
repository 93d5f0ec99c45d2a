import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf } from '../../sandbox/execution';
import { findPostgres, startPostgres } from '../../sandbox/postgres';
import { until } from '../../sandbox/until';
import { createCampaign, GATEWAY, messagesOfEach, SEND, writtenTwice } from './campaigns';
import { Stage } from './stage';
import { Wire } from './wire';

afterAll(cleanUp);

const PEOPLE = 10_000;
const LATENCY_MILLISECONDS = 400;
const OUTAGE_MILLISECONDS = 1500;

const postgres = findPostgres();
const title =
	"an outage of n8n's database in the middle of a send ends nothing, and every ID is known";

if (postgres === undefined) it.skip(title, () => undefined);
else it(title, async () => await scenario(postgres), 600_000);

async function scenario(programs: string): Promise<void> {
	const settings = await startPostgres(programs);
	const wire = await Wire.to(Number(settings.DB_POSTGRESDB_PORT));
	const stage = await new Stage().open({ ...settings, DB_POSTGRESDB_PORT: String(wire.port) });
	const { simulator, rest } = stage;
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
	await simulator.fault(SEND, { delayMs: LATENCY_MILLISECONDS }, 100);
	const people = { people: PEOPLE, campaign: 0 };
	const { workflow, call } = await createCampaign(stage, people, {});
	await call();
	await until(async () => (await simulator.messages()).length >= 3000);
	wire.cut();
	await wait(OUTAGE_MILLISECONDS);
	wire.mend();

	const execution = await until(async () => {
		const [newest] = await rest.executions(workflow).catch(() => []);
		return newest && newest.status !== 'running' && newest;
	}, 120_000);
	expect(execution.status).toBe('success');
	const { data } = await rest.finished(execution.id);
	const known = itemsOf(data, GATEWAY).map(({ messageId }) => messageId);
	const sent = await simulator.messages();
	expect(new Set(known)).toEqual(new Set(sent.map((message) => message.id)));
	const counts = messagesOfEach(sent, 0);
	expect(counts.size).toBe(PEOPLE);
	expect(writtenTwice(counts)).toEqual([]);
}
