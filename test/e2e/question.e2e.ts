import type { IDataObject, INode } from 'n8n-workflow';
import { itemsOf, itemsOfAllRuns, runCount } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { whereChromium } from '../browser/chromium';
import { SEND } from './campaigns';
import { deviceScaleFactor, photograph } from './photographs';
import { nextLink, NO_ACTION_REQUIRED, post, TOO_LATE } from './questions';
import { setUpStage, START } from './stage';
import { chain, gatewayNode, leadTo, node, rowNodes } from './workflows';

const stage = setUpStage();

const ROW = { name: 'Thandi', error: 'of the node before' };
const DOUBLE = { values: { approvalType: 'double' } };
const QUESTION = {
	resource: 'message',
	operation: 'sendAndWait',
	numbers: '27821111111',
	message: '=Can you drive, {{ $json.name }}?',
};
const TELEPHONE = { width: 360, height: 640 };

/** A question that somebody was asked. */
interface Asked {
	execution: string;
	/** The address in the message. */
	link: string;
}

const begin = async (parameters: IDataObject = {}, settings: Partial<INode> = {}) =>
	await stage.begin({ rows: [ROW], parameters: { ...QUESTION, ...parameters }, settings });

async function ask(parameters?: IDataObject, settings?: Partial<INode>): Promise<Asked> {
	const execution = await begin(parameters, settings);
	const link = await nextLink(stage, execution);
	const [question] = await stage.simulator.messages();
	expect(question?.text).toBe(`Can you drive, Thandi?\n${link}`);
	return { execution, link };
}

const statusOf = async (execution: string) => (await stage.rest.execution(execution)).status;

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
		expect(await statusOf(asked.execution)).toBe('waiting');
		await approve(asked);
		expect(await continued(asked)).toEqual(APPROVED);
	});

	it('takes an answer in words', async () => {
		const asked = await ask({ responseType: 'freeText' });
		const thanks = await post(asked.link, { text: 'At 3 & not before,\r\nça va? €' });
		expect(thanks.headers.get('content-type')).toContain('text/html');
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
			expect([type, await statusOf(asked.execution)]).toEqual([type, 'waiting']);
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
		expect((await fetch(forged)).status).toBe(401);
		expect((await post(forged.href, { decision: 'approve' })).status).toBe(401);
		expect(await statusOf(asked.execution)).toBe('waiting');
		await stage.rest.cancel(asked.execution);
	});
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
});

describe('two people with one telephone, who are asked the same in a loop', () => {
	const ANSWERED = /This question was answered at \d\d:\d\d\./;
	const ASK = 'Ask {{ $json }} "again"';

	async function beginLoop(parameters: IDataObject = {}): Promise<string> {
		const all = { ...QUESTION, message: 'Shall we pay?', approvalOptions: DOUBLE, ...parameters };
		const jsonOutput = "={{ { ...$json, name: $('Each').item.json.name } }}";
		const workflow = chain([
			START,
			...rowNodes([{ name: 'Thandi' }, { name: 'Sipho' }]),
			node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
			gatewayNode(ASK, all, stage.demoCredential),
			node('After', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput }),
			node('Done', 'n8n-nodes-base.noOp'),
		]);
		const connections = workflow.connections as IDataObject;
		connections.Loop = leadTo('Done', ASK);
		connections.After = leadTo('Loop');
		const { id } = await stage.rest.createWorkflow(workflow);
		return await stage.rest.run(id, START.name);
	}

	const shown = async (response: Response) => ({
		status: response.status,
		text: await response.text(),
	});
	const answer = async (link: string, decision: string) =>
		await shown(await post(link, { decision }));

	/** What came after each question. */
	async function outputs(execution: string): Promise<IDataObject[]> {
		const { data, status } = await stage.rest.finished(execution, 110_000);
		expect(status).toBe('success');
		return itemsOfAllRuns(data, 'After');
	}

	it.each([
		['approve', 'disapprove', false],
		['disapprove', 'approve', true],
	])(
		'answer each their own question: %s, %s, n8n restarted in between: %s',
		async (first, second, isRestarted) => {
			const execution = await beginLoop();
			const one = await nextLink(stage, execution, 1);
			expect((await answer(one, first)).text).toContain('Thank you');
			const two = await nextLink(stage, execution, 2);
			if (isRestarted) await stage.restart();

			// She opens her link again, reloads the page of thanks, and presses the other button.
			for (const late of [
				fetch(one),
				post(one, { decision: first }),
				approve({ execution, link: one }),
			]) {
				const { status, text } = await shown(await late);
				expect(status).toBe(410);
				expect(text).toMatch(ANSWERED);
				expect(text).not.toContain('Shall we pay?');
			}
			expect(await statusOf(execution)).toBe('waiting');

			expect((await answer(two, second)).text).toContain('Thank you');
			const answers = [
				{ name: 'Thandi', data: { approved: first === 'approve', respondedAt: NOW } },
				{ name: 'Sipho', data: { approved: second === 'approve', respondedAt: NOW } },
			];
			expect(await outputs(execution)).toEqual(answers);
			for (const link of [one, two]) {
				expect((await answer(link, 'approve')).text).toContain(NO_ACTION_REQUIRED);
			}
			expect(await outputs(execution)).toEqual(answers);
			expect(await stage.simulator.messages()).toHaveLength(2);
		},
		180_000,
	);

	it('may press as often as they like', async () => {
		const execution = await beginLoop();
		const one = await nextLink(stage, execution, 1);
		const presses = ['approve', 'disapprove', 'approve', 'disapprove', 'approve'];
		const answers = await Promise.all(presses.map((decision) => answer(one, decision)));
		const thanks = answers.filter(({ text }) => text.includes('Thank you'));
		expect(thanks).toHaveLength(1);
		// n8n itself answers those that come when the execution already runs.
		for (const { status, text } of answers) {
			if (status !== 200) expect(text).toMatch(TOO_LATE);
			expect([200, 409, 410]).toContain(status);
		}
		await answer(await nextLink(stage, execution, 2), 'disapprove');
		const [first, second] = await outputs(execution);
		const approved = (first?.data as IDataObject).approved === true;
		expect(thanks[0]?.text).toContain(approved ? 'Approve' : 'Decline');
		expect(second).toMatchObject({ data: { approved: false } });
		expect(await stage.simulator.messages()).toHaveLength(2);
	}, 180_000);

	it('who do not answer go on after the end of the wait, and learn that it is over', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' };
		const execution = await beginLoop({ options: { limitWaitTime: { values } } });
		const one = await nextLink(stage, execution, 1);
		await until(async () => (await stage.simulator.messages()).length === 2, 90_000);
		const late = await until(async () => {
			const { status, text } = await answer(one, 'approve');
			return status === 410 && text;
		});
		expect(late).toContain('This question cannot be answered any more.');
		expect(await outputs(execution)).toEqual([{ name: 'Thandi' }, { name: 'Sipho' }]);
		expect((await answer(one, 'approve')).text).toContain(NO_ACTION_REQUIRED);
	}, 300_000);
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
				await photograph(page, `question-${colorScheme}`);
			}
			await page.getByRole('button', { name: 'Decline' }).click();
			await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		} finally {
			await browser.close();
		}
		expect(await continued(asked)).toEqual([{ data: { approved: false, respondedAt: NOW } }]);
	}, 180_000);
});
