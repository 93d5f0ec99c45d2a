import type { IDataObject, INode } from 'n8n-workflow';
import { exampleCredential, pollEvery, readExample } from '../../sandbox/examples';
import type { ExampleWorkflow } from '../../sandbox/examples';
import { importCredentials, importWorkflows } from '../../sandbox/importing';
import type { Customer } from './shop';
import { demoLogin, START, type Stage } from './stage';
import { chain, gatewayNode, node, rowNodes } from './workflows';

export const PREPARE = readExample('campaign-prepare.json');
export const SENDING = readExample('campaign-send.json');
export const TRACKING = readExample('delivery-tracking.json');
export const REPLIES = readExample('replies.json');

/** The trigger of the second. */
export const EVERY_MINUTE = 'Every Minute';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Hours of the example that are open day and night. */
export const ALWAYS = {
	timeZone: 'Africa/Johannesburg',
	open: Object.fromEntries(DAYS.map((day) => [day, { from: '00:00', until: '24:00' }])),
	holidays: [] as string[],
};

/** Has polls and schedules of a workflow begin every few seconds. */
export function hurry(seconds: number, workflow: ExampleWorkflow): void {
	pollEvery(seconds, workflow);
	const rule = { interval: [{ field: 'seconds', secondsInterval: seconds }] };
	for (const { type, parameters } of workflow.nodes) {
		if (type === 'n8n-nodes-base.scheduleTrigger') parameters.rule = rule;
	}
}

/** Imports the four workflows, for these people and for turns of so many seconds. */
export async function importCampaign(
	stage: Stage,
	shop: Customer[],
	seconds: number,
): Promise<void> {
	const { sandbox, simulator, rest } = stage;
	await importCredentials(sandbox, [{ ...exampleCredential, data: demoLogin(simulator) }]);
	const workflows = [PREPARE, SENDING, TRACKING, REPLIES];
	for (const workflow of workflows) hurry(seconds, workflow);
	await importWorkflows(sandbox, workflows);
	const people = shop.map(({ name, number }) => ({ name, number }));
	await rest.changeNode(PREPARE.id, 'People', { jsonOutput: JSON.stringify({ people }) });
	await permit(stage, ALWAYS);
}

/** Changes the hours in which the campaign sends. */
export const permit = async ({ rest }: Stage, hours: object): Promise<void> =>
	await rest.changeNode(SENDING.id, 'Hours', { jsonOutput: JSON.stringify(hours) });

/** How many rows of the campaign are not done. */
export const open = async ({ rest }: Stage): Promise<number> =>
	await rest.countDataTableRows('SMS Campaign', 'done', false);

/** Sends from another workflow, which stores its results as the note of the tracking says. */
export async function sendTracked(
	stage: Stage,
	rows: IDataObject[],
	options: IDataObject,
): Promise<void> {
	const store = SENDING.nodes.find(({ name }) => name === 'Store Results') as INode;
	const send = { numbers: '={{ $json.number }}', defaultCountry: 'ZA', text: 'Hello', options };
	const workflow = chain(
		[
			START,
			...rowNodes(rows),
			gatewayNode('Send', send, stage.demoCredential),
			node('Store', store.type, store.parameters as IDataObject, { typeVersion: 1.1 }),
		],
		{ executionOrder: 'v1' },
	);
	expect((await stage.runWorkflow(workflow)).status).toBe('success');
}
