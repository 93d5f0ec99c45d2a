import type { IDataObject } from 'n8n-workflow';
import { pollEvery, type ExampleWorkflow } from '../../sandbox/examples';
import { Example, importExamples } from './exampleWorkflow';
import { START, type Stage } from './stage';
import { chain, gatewayNode, node, rowNodes } from './workflows';

/** The trigger of the workflow that sends. */
export const EVERY_MINUTE = 'Every Minute';

/** Holidays of the example on which nothing is closed this year. */
export const NO_HOLIDAYS = {
	timeZone: 'UTC',
	warnBelow: 0,
	holidays: [`${new Date().getUTCFullYear()}-01-01`],
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

/**
 * Imports the workflows of the campaign, with turns of so many seconds, for numbers of a country. Makes
 * the tables, and publishes the forms.
 */
export async function importCampaign(
	stage: Stage,
	seconds: number,
	defaultCountry = 'ZA',
	adapt: (workflow: ExampleWorkflow) => void = () => undefined,
) {
	const forms = new Example(stage, 'campaign.json');
	const sending = new Example(stage, 'campaign-send.json');
	const tracking = new Example(stage, 'delivery-tracking.json');
	const replies = new Example(stage, 'replies.json');
	const workflows = [forms, sending, tracking, replies].map(({ workflow }) => workflow);
	for (const workflow of workflows) {
		hurry(seconds, workflow);
		adapt(workflow);
	}
	await importExamples(stage, workflows);
	await forms.setUp();
	await forms.change('Check', { defaultCountry });
	await stage.rest.activate(forms.id);
	/** Changes the holidays and the balance that warns. */
	const permit = async (settings: object): Promise<void> =>
		await sending.change('Hours and Holidays', { jsonOutput: JSON.stringify(settings) });
	await permit(NO_HOLIDAYS);
	/** How many rows have no result. */
	const open = async (): Promise<number> =>
		await stage.rest.countDataTableRows('SMS Recipients', 'result', '');
	return { forms, sending, tracking, replies, permit, open };
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
