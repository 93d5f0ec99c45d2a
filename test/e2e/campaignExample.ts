import type { IDataObject } from 'n8n-workflow';
import { pollEvery, type ExampleWorkflow } from '../../sandbox/examples';
import { Example, importExamples } from './exampleWorkflow';
import type { Customer } from './shop';
import { START, type Stage } from './stage';
import { chain, gatewayNode, node, rowNodes } from './workflows';

/** The trigger of the workflow that sends. */
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

export type Campaign = Awaited<ReturnType<typeof importCampaign>>;

/** Imports the workflows of the campaign, for these people and for turns of so many seconds. */
export async function importCampaign(stage: Stage, shop: Customer[], seconds: number) {
	const prepare = new Example(stage, 'campaign-prepare.json');
	const sending = new Example(stage, 'campaign-send.json');
	const tracking = new Example(stage, 'delivery-tracking.json');
	const replies = new Example(stage, 'replies.json');
	const workflows = [prepare, sending, tracking, replies].map(({ workflow }) => workflow);
	for (const workflow of workflows) hurry(seconds, workflow);
	await importExamples(stage, workflows);
	const people = shop.map(({ name, number }) => ({ name, number }));
	await prepare.change('People', { jsonOutput: JSON.stringify({ people }) });
	/** Changes the hours in which it sends. */
	const permit = async (hours: object): Promise<void> =>
		await sending.change('Hours', { jsonOutput: JSON.stringify(hours) });
	await permit(ALWAYS);
	/** How many rows are not done. */
	const open = async (): Promise<number> =>
		await stage.rest.countDataTableRows('SMS Campaign', 'done', false);
	return { prepare, sending, tracking, replies, permit, open };
}

/** Sends from another workflow, which stores its results as the note of the tracking says. */
export async function sendTracked(
	stage: Stage,
	rows: IDataObject[],
	options: IDataObject,
): Promise<void> {
	const store = new Example(stage, 'campaign-send.json').node('Store Results');
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
