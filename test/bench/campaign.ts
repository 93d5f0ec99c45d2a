import { launchChromium } from '../browser/chromium';
import { itemsOf } from '../../sandbox/execution';
import type { Report } from '../../sandbox/report';
import type { Execution } from '../../sandbox/rest';
import { EVERY_MINUTE, importCampaign } from '../e2e/campaignExample';
import { SEND } from '../e2e/campaigns';
import { CampaignForms, EVER } from '../e2e/campaignForms';
import { csvOf, shopOf } from '../e2e/shop';
import { Stage } from '../e2e/stage';
import { median, timed } from './measuring';
import { GATEWAY_LATENCY_MILLISECONDS } from './n8n';
import type { CampaignStep } from './results';

const SHOP = shopOf(20_000);
export const ROWS_OF_A_TURN = 1000;
const TEXT =
	'Dear {name}, our spring sale begins on Saturday. Reply STOP and we will not write again.';
const LONGEST_RUN_MILLISECONDS = 600_000;

/** The steps of each workflow that take most of its time, and the nodes whose items they handle. */
const STEPS: Record<'send' | 'track', Array<[node: string, handles: string]>> = {
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

/** Starts, sends, shows and follows the example campaign to a sheet of 20,000 rows as people write them. */
export async function measureCampaign(report: Report): Promise<CampaignStep[]> {
	const stage = await new Stage().open();
	const { simulator } = stage;
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 1_000_000 }] });
	for (const path of [SEND, '/xmlgetstatus.asp']) {
		await simulator.fault(path, { delayMs: GATEWAY_LATENCY_MILLISECONDS }, 1000);
	}
	const campaign = await importCampaign(stage, 60);
	await campaign.sending.change('Next Rows', { limit: ROWS_OF_A_TURN });

	const browser = await launchChromium();
	const forms = await CampaignForms.open(stage, browser);
	const inBrowser = async (
		workflow: 'check' | 'start' | 'manage',
		work: () => Promise<unknown>,
	) => {
		report(workflow);
		return { workflow, node: null, rows: SHOP.length, milliseconds: await timed(work) };
	};
	const check = await inBrowser('check', () =>
		forms.check(csvOf(SHOP), { campaign: 'spring-2027', text: TEXT, ...EVER }),
	);
	const start = await inBrowser('start', () => forms.decide('Start'));
	report('Send, turn by turn');
	const turns: Execution[] = [];
	while ((await campaign.open()) > 0) {
		turns.push(await campaign.sending.run(EVERY_MINUTE, LONGEST_RUN_MILLISECONDS));
	}
	const manage = await inBrowser('manage', () => forms.manage('spring-2027'));
	await browser.close();
	await simulator.post('clock', { advanceSeconds: 3600 });
	report('Delivery Tracking');
	const tracked = await campaign.tracking.run('Every Five Minutes', LONGEST_RUN_MILLISECONDS);
	await stage.n8n.stop();
	return [check, start, manage, ...stepsOf('send', turns), ...stepsOf('track', [tracked])];
}

/** A workflow and its nodes, each with the median of its executions. */
function stepsOf(workflow: keyof typeof STEPS, executions: Execution[]): CampaignStep[] {
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
