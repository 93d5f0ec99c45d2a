import { launchChromium } from '../browser/chromium';
import { itemsOf } from '../../sandbox/execution';
import type { Report } from '../../sandbox/report';
import type { Execution } from '../../sandbox/rest';
import { EVERY_MINUTE, importCampaign } from '../e2e/campaignExample';
import { SEND } from '../e2e/campaigns';
import { CampaignForms, EVER } from '../e2e/campaignForms';
import { csvOf, shopOf } from '../e2e/shop';
import { Stage } from '../e2e/stage';
import { median } from './measuring';
import { GATEWAY_LATENCY_MILLISECONDS } from './n8n';
import type { CampaignStep } from './results';

const SHOP = shopOf(20_000);
export const ROWS_OF_A_TURN = 1000;
const TEXT =
	'Dear {name}, our spring sale begins on Saturday. Reply STOP and we will not write again.';
const LONGEST_RUN_MILLISECONDS = 600_000;

/** The steps of each workflow that take most of its time, and the nodes whose items they handle. */
const STEPS: Record<CampaignStep['workflow'], Array<[node: string, handles: string]>> = {
	prepare: [
		['Check', 'Check'],
		['Findings', 'Recipients'],
		['Store Rows', 'Rows'],
	],
	send: [
		['Next Rows', 'Next Rows'],
		['Send SMS', 'Send SMS'],
		['Store Results', 'One Item per Result'],
		['Mark as Done', 'Send SMS'],
	],
	track: [
		['Open Messages', 'Open Messages'],
		['Get Status', 'Get Status'],
		['Store Status', 'One Item per Message'],
	],
};

/** Prepares, sends and follows the example campaign to a sheet of 20,000 rows as people write them. */
export async function measureCampaign(report: Report): Promise<CampaignStep[]> {
	const stage = await new Stage().open();
	const { simulator } = stage;
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 1_000_000 }] });
	for (const path of [SEND, '/xmlgetstatus.asp']) {
		await simulator.fault(path, { delayMs: GATEWAY_LATENCY_MILLISECONDS }, 1000);
	}
	const campaign = await importCampaign(stage, 60);
	await campaign.sending.change('Next Rows', { limit: ROWS_OF_A_TURN });

	report('Prepare');
	const browser = await launchChromium();
	const forms = await CampaignForms.open(stage, browser);
	await forms.check(csvOf(SHOP), { campaign: 'spring-2027', text: TEXT, ...EVER });
	await forms.decide('Start');
	await browser.close();
	const [started] = await stage.rest.executions(campaign.forms.id);
	const prepared = await stage.rest.finished(String(started?.id), LONGEST_RUN_MILLISECONDS);
	report('Send, turn by turn');
	const turns: Execution[] = [];
	while ((await campaign.open()) > 0) {
		turns.push(await campaign.sending.run(EVERY_MINUTE, LONGEST_RUN_MILLISECONDS));
	}
	await simulator.post('clock', { advanceSeconds: 3600 });
	report('Delivery Tracking');
	const tracked = await campaign.tracking.run('Every Five Minutes', LONGEST_RUN_MILLISECONDS);
	await stage.n8n.stop();
	return [
		...stepsOf('prepare', [prepared]),
		...stepsOf('send', turns),
		...stepsOf('track', [tracked]),
	];
}

/** A workflow and its nodes, each with the median of its executions. */
function stepsOf(workflow: CampaignStep['workflow'], executions: Execution[]): CampaignStep[] {
	const whole = executions.map(
		({ startedAt, stoppedAt }) => Date.parse(stoppedAt) - Date.parse(startedAt),
	);
	const rowsOf = (node: string): number =>
		median(executions.map(({ data }) => itemsOf(data, node).length));
	const nodes = STEPS[workflow].map(([node, handled]) => ({
		workflow,
		node,
		rows: rowsOf(handled),
		milliseconds: median(
			executions.map(({ data }) => data.resultData.runData[node]?.[0]?.executionTime ?? NaN),
		),
	}));
	const rows = nodes[0]?.rows ?? 0;
	return [{ workflow, node: null, rows, milliseconds: median(whole) }, ...nodes];
}
