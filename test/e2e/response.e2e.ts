import type { IDataObject, INode } from 'n8n-workflow';
import { itemsOf, runCount } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { whereChromium } from '../browser/chromium';
import { SEND } from './campaigns';
import { deviceScaleFactor, photograph } from './photographs';
import { setUpStage, START } from './stage';
import { chain, gatewayNode, node, rowNodes } from './workflows';

const stage = setUpStage();

const NUMBER = '27821111111';
const ROW = { name: 'Thandi', error: 'of the node before' };
const DOUBLE = { values: { approvalType: 'double' } };
const NO_ACTION_REQUIRED = 'No action required';

/** A question that somebody was asked. */
interface Asked {
	execution: string;
	/** The address in the message. */
	link: string;
}

const begin = async (parameters: IDataObject = {}, settings: Partial<INode> = {}) =>
	await stage.begin({
		rows: [ROW],
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			numbers: NUMBER,
			message: '=Can you drive, {{ $json.name }}?',
			...parameters,
		},
		settings,
	});

async function ask(parameters?: IDataObject, settings?: Partial<INode>): Promise<Asked> {
	const execution = await begin(parameters, settings);
	await isWaiting(execution);
	const [question] = await stage.simulator.messages();
	const [text, link] = question?.text.split('\n') ?? [];
	expect(text).toBe('Can you drive, Thandi?');
	return { execution, link: String(link) };
}

const isWaiting = async (execution: string): Promise<void> =>
	void (await until(
		async () => (await stage.rest.execution(execution)).status === 'waiting',
		90_000,
		`Execution ${execution} does not wait`,
	));

const post = async (link: string, fields: Record<string, string>): Promise<Response> =>
	await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });

const approve = async ({ link }: Asked) => await post(link, { decision: 'approve' });

/** What came after the answer, which nobody gives twice. */
async function continued({ execution }: Asked): Promise<IDataObject[]> {
	const { data, status } = await stage.rest.finished(execution, 110_000);
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
	expect(runCount(data, 'After')).toBe(1);
	return itemsOf(data, 'After');
}

const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const APPROVED = [{ data: { approved: true, respondedAt: NOW } }];

describe('a link', () => {
	it('that is opened decides nothing, however often', async () => {
		const asked = await ask();
		for (let times = 0; times < 5; times += 1) {
			const page = await fetch(asked.link);
			expect(page.status).toBe(200);
			expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
			expect(page.headers.get('cache-control')).toBe('no-store');
			expect(await page.text()).toContain('Can you drive, Thandi?');
		}
		await fetch(asked.link, { method: 'HEAD' });
		expect((await stage.rest.execution(asked.execution)).status).toBe('waiting');
		await approve(asked);
		expect(await continued(asked)).toEqual(APPROVED);
	});

	it('takes one answer, and no second', async () => {
		const asked = await ask({ approvalOptions: DOUBLE });
		const thanks = await post(asked.link, { decision: 'disapprove' });
		expect(thanks.status).toBe(200);
		expect(thanks.headers.get('content-type')).toContain('text/html');
		expect(await thanks.text()).toContain('Your answer was received.');
		const data = { approved: false, respondedAt: NOW };
		expect(await continued(asked)).toEqual([{ data }]);
		expect(await (await approve(asked)).text()).toContain(NO_ACTION_REQUIRED);
		expect(await (await fetch(asked.link)).text()).toContain(NO_ACTION_REQUIRED);
		expect(await continued(asked)).toEqual([{ data }]);
	});

	it('takes one of many answers at the same time', async () => {
		const asked = await ask();
		await Promise.all(Array.from({ length: 5 }, () => approve(asked)));
		expect(await continued(asked)).toEqual(APPROVED);
	});

	it('takes an answer in words', async () => {
		const asked = await ask({ responseType: 'freeText' });
		await post(asked.link, { text: 'At 3 & not before,\r\nça va? €' });
		const data = { text: 'At 3 & not before,\nça va? €', respondedAt: NOW };
		expect(await continued(asked)).toEqual([{ data }]);
	});

	it('decides nothing with a form that holds no answer', async () => {
		const asked = await ask();
		const bodies: Array<[string, string]> = [
			['application/x-www-form-urlencoded', ''],
			['application/x-www-form-urlencoded', 'decision=disapprove'],
			['application/json', '{"decision":'],
			['application/json', '[]'],
			['text/plain', 'decision=approve'],
			['application/xml', '<decision>'],
			['multipart/form-data; boundary=x', 'decision=approve'],
		];
		for (const [type, body] of bodies) {
			await fetch(asked.link, { method: 'POST', headers: { 'content-type': type }, body });
			expect([type, (await stage.rest.execution(asked.execution)).status]).toEqual([
				type,
				'waiting',
			]);
		}
		await approve(asked);
		expect(await continued(asked)).toEqual(APPROVED);
	});

	it.each([
		['without its signature', (link: URL) => link.searchParams.delete('signature')],
		['with more than was signed', (link: URL) => link.searchParams.set('approved', 'true')],
	])('is refused %s', async (_, change) => {
		const asked = await ask();
		const forged = new URL(asked.link);
		expect(forged.searchParams.get('signature')).toMatch(/^[\da-f]{64}$/);
		change(forged);
		for (const method of ['GET', 'POST']) {
			const body = method === 'POST' ? new URLSearchParams({ decision: 'approve' }) : null;
			expect((await fetch(forged, { method, body })).status).toBe(401);
		}
		expect((await stage.rest.execution(asked.execution)).status).toBe('waiting');
		await stage.rest.cancel(asked.execution);
	});

	it('leads on after a restart of n8n', async () => {
		const asked = await ask();
		await stage.restart();
		expect(await (await fetch(asked.link)).text()).toContain('Can you drive, Thandi?');
		await approve(asked);
		expect(await continued(asked)).toEqual(APPROVED);
	}, 180_000);

	it('leads nowhere after the end of the wait, which passes the input on', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const asked = await ask({ options: { limitWaitTime: { values } } });
		expect(await continued(asked)).toEqual([ROW]);
		expect(await (await approve(asked)).text()).toContain(NO_ACTION_REQUIRED);
		expect(await continued(asked)).toEqual([ROW]);
	}, 180_000);
});

describe('a question', () => {
	it('that the gateway refuses goes to the error output, and nobody is waited for', async () => {
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 0 }] });
		const execution = await begin({}, { onError: 'continueErrorOutput' });
		const { status, data } = await stage.rest.finished(execution, 110_000);
		expect(status).toBe('success');
		expect(itemsOf(data, 'After')).toEqual([]);
		expect(itemsOf(data, 'Failed')).toMatchObject([
			{ name: 'Thandi', error: { result: 'INSUFFICIENT_CREDITS' } },
		]);
	});

	it('that may have been sent is waited for, and not sent again', async () => {
		await stage.simulator.fault(SEND, { drop: 'after' });
		const asked = await ask({}, { retryOnFail: true, onError: 'continueErrorOutput' });
		const { data } = await stage.rest.execution(asked.execution);
		expect(itemsOf(data, 'Gateway')).toMatchObject([{ result: 'UNCONFIRMED' }]);
		await approve(asked);
		expect(await continued(asked)).toEqual(APPROVED);
		expect(await stage.simulator.messages()).toHaveLength(1);
	});

	it('is asked once with Retry On Fail, although the input holds an error', async () => {
		const asked = await ask({}, { retryOnFail: true, waitBetweenTries: 0 });
		expect(await stage.simulator.messages()).toHaveLength(1);
		await approve(asked);
		expect(await continued(asked)).toEqual(APPROVED);
	});

	it('finds its way back from the answer to the item it came from', async () => {
		const report = "={{ { name: $('Each').item.json.name, approved: $json.data.approved } }}";
		const workflow = chain([
			START,
			...rowNodes([ROW]),
			gatewayNode(
				'Gateway',
				{ resource: 'message', operation: 'sendAndWait', numbers: NUMBER, message: 'Yes?' },
				stage.demoCredential,
			),
			node('Report', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: report }),
		]);
		const { id } = await stage.rest.createWorkflow(workflow);
		const execution = await stage.rest.run(id, START.name);
		await isWaiting(execution);
		const [question] = await stage.simulator.messages();
		await post(String(question?.text.split('\n').at(-1)), { decision: 'approve' });
		const { data } = await stage.rest.finished(execution);
		expect(itemsOf(data, 'Report')).toEqual([{ name: 'Thandi', approved: true }]);
	});
});

whereChromium('the page on a telephone', (launch) => {
	it('takes the answer that is pressed', async () => {
		const asked = await ask({ approvalOptions: DOUBLE });
		const browser = await launch();
		try {
			const page = await browser.newPage({ viewport: TELEPHONE, deviceScaleFactor });
			await page.goto(asked.link);
			for (const colorScheme of ['dark', 'light'] as const) {
				await page.emulateMedia({ colorScheme });
				await photograph(page, `response-${colorScheme}`);
			}
			await page.getByRole('button', { name: 'Decline' }).click();
			await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		} finally {
			await browser.close();
		}
		expect(await continued(asked)).toEqual([{ data: { approved: false, respondedAt: NOW } }]);
	}, 180_000);
});

const TELEPHONE = { width: 360, height: 640 };
