import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../sandbox/execution';
import { freePort } from '../../sandbox/ports';
import { startPostgres } from '../../sandbox/postgres';
import { withPostgres } from './postgres';
import { setUpStage, START } from './stage';
import { chain, gatewayNode } from './workflows';

const UUID_OF_VERSION_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const NUMBER = '27821111111';

/** Everything that changes something. */
const REFUSED: IDataObject[] = [
	{ resource: 'message', operation: 'send', numbers: NUMBER, text: 'Hi' },
	{ resource: 'message', operation: 'sendAndWait', numbers: NUMBER, message: 'Can you come?' },
	{ resource: 'message', operation: 'deleteScheduled', messageIds: '1000001' },
	{
		resource: 'account',
		operation: 'transferCredits',
		fromAccountId: '1001',
		toAccountId: '1002',
		quantity: 10,
	},
];

withPostgres("n8n's experimental engine v2", (programs) => {
	const stage = setUpStage(async () => ({
		N8N_ENABLED_MODULES: 'engine-v2',
		N8N_ENGINE_DATABASE_URL: addressOf(await startPostgres(programs)),
		N8N_ENGINE_HOST: '127.0.0.1',
		N8N_ENGINE_PORT: String(await freePort()),
		N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
	}));

	const run = async (parameters: IDataObject) => {
		const gateway = gatewayNode('Gateway', parameters, stage.demoCredential);
		return await stage.runWorkflow(chain([START, gateway], { engineType: 'v2' }));
	};

	it.each(REFUSED)('refuses $operation before any request', async (parameters) => {
		const { id, status, data } = await run(parameters);
		expect(id).toMatch(UUID_OF_VERSION_7);
		expect(status).toBe('error');
		expect(JSON.stringify(data)).toContain(
			"This operation does not run in n8n's experimental engine v2, and nothing was changed",
		);
		expect(await stage.simulator.requests()).toEqual([]);
	});

	it('reads', async () => {
		const { id, status, data } = await run({ resource: 'account', operation: 'getBalance' });
		expect(id).toMatch(UUID_OF_VERSION_7);
		expect(status).toBe('success');
		expect(itemsOf(data, 'Gateway')).toEqual([{ credits: 1000 }]);
	});
});

function addressOf(settings: Record<string, string>): string {
	const { DB_POSTGRESDB_USER: user, DB_POSTGRESDB_PASSWORD: password } = settings;
	const { DB_POSTGRESDB_PORT: port, DB_POSTGRESDB_DATABASE: database } = settings;
	return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}
