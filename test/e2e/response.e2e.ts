import type { IDataObject, INode } from 'n8n-workflow';
import { hintsOf, itemsOf, runCount } from '../../sandbox/execution';
import type { Execution } from '../../sandbox/rest';
import { until } from '../../sandbox/until';
import { whereChromium } from '../browser/chromium';
import { startChatModel, type ChatModel } from './chatModel';
import { deviceScaleFactor, photograph } from './photographs';
import { hasHumanReview } from './release';
import { setUpStage, START } from './stage';
import {
	chain,
	gatewayNode,
	node,
	NODE_TYPE,
	rowNodes,
	serve,
	type WorkflowNode,
} from './workflows';

const stage = setUpStage();

const models: ChatModel[] = [];
afterEach(async () => {
	await Promise.all(models.splice(0).map((model) => model.close()));
});

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
		['with another signature', (link: URL) => link.searchParams.set('signature', '0'.repeat(64))],
		['with a short signature', (link: URL) => link.searchParams.set('signature', '0')],
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
	const failed = async (execution: string): Promise<Execution> =>
		await stage.rest.finished(execution, 110_000);

	it('that the gateway refuses fails, and nobody is waited for', async () => {
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 0 }] });
		const { status, data } = await failed(await begin());
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toBe('The account has not enough credits');
	});

	it('that the gateway refuses goes to the error output, and nobody is waited for', async () => {
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 0 }] });
		const execution = await begin({}, { onError: 'continueErrorOutput' });
		const { status, data } = await failed(execution);
		expect(status).toBe('success');
		expect(itemsOf(data, 'After')).toEqual([]);
		expect(itemsOf(data, 'Failed')).toMatchObject([
			{ name: 'Thandi', error: { result: 'INSUFFICIENT_CREDITS' } },
		]);
	});

	it.each([
		['is dropped after it was accepted', { drop: 'after' }],
		['gets no answer in time', { delayMs: 65_000 }],
	])(
		'that %s is waited for, and not sent again',
		async (_, fault) => {
			await stage.simulator.fault('/xmlsendsmsmulti.asp', fault);
			const settings = { retryOnFail: true, onError: 'continueErrorOutput' as const };
			const asked = await ask({}, settings);
			const { data } = await stage.rest.execution(asked.execution);
			expect(itemsOf(data, 'Gateway')).toMatchObject([{ result: 'UNCONFIRMED' }]);
			await approve(asked);
			expect(await continued(asked)).toEqual(APPROVED);
			expect(await stage.simulator.messages()).toHaveLength(1);
		},
		180_000,
	);

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

	it('says that nobody can reach this n8n from a telephone', async () => {
		const { execution } = await ask();
		const { data } = await stage.rest.execution(execution);
		expect(hintsOf(data, 'Gateway')).toEqual([
			'The link leads to localhost, which telephones cannot reach. Ask whoever runs n8n to set N8N_WEBHOOK_URL (before n8n 2.30 WEBHOOK_URL) to its public address.',
		]);
		await stage.rest.cancel(execution);
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

if (!hasHumanReview) {
	console.log('Left out, as this n8n has no human review: the review of a tool of an agent');
} else {
	describe('as the human review of a tool, the node', () => {
		it('lets the agent use the tool once somebody has approved', async () => {
			const review = await letAgentAsk();
			await approve(review.asked);
			expect(await toldTo(review)).toContain('"result":"ACCEPTED"');
			expect(await texts()).toEqual([expect.stringContaining('Send_a_Text'), 'It is ready']);
		});

		it('keeps the agent from the tool once somebody has declined', async () => {
			const review = await letAgentAsk();
			await post(review.asked.link, { decision: 'disapprove' });
			expect(await toldTo(review)).toContain('User rejected the tool call');
			expect(await texts()).toEqual([expect.stringContaining('Send_a_Text')]);
		});

		it('keeps the agent from the tool if nobody answers', async () => {
			const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
			const review = await letAgentAsk({ limitWaitTime: { values } });
			expect(await toldTo(review)).toContain('User rejected the tool call');
			expect(await texts()).toHaveLength(1);
		}, 180_000);

		it('keeps the agent from the tool if nobody could be asked', async () => {
			const { execution } = await beginAgent((agent) => reviewed(agent, {}, 'nobody'));
			await stage.rest.finished(execution);
			expect(await stage.simulator.messages()).toEqual([]);
		});

		it('tells the person what the agent wants to do', async () => {
			const review = await letAgentAsk();
			const page = await (await fetch(review.asked.link)).text();
			expect(page).toContain('The agent wants to run Send_a_Text: 27822222222, It is ready');
			await approve(review.asked);
			await toldTo(review);
		});
	});

	it('an agent is told that the operation is no tool of its own', async () => {
		const { execution, model } = await beginAgent((agent) => {
			const tool = asking('Ask', 'Tool', { message: 'Can you drive?' });
			agent.add(tool, serve('Agent', 'ai_tool'));
		});
		await stage.rest.finished(execution);
		const [, second] = model.requests();
		expect(JSON.stringify(second)).toContain('A tool cannot wait for a person');
		expect(await stage.simulator.messages()).toEqual([]);
	});
}

const TELEPHONE = { width: 360, height: 640 };

const texts = async () => (await stage.simulator.messages()).map(({ text }) => text);

interface Review {
	asked: Asked;
	model: ChatModel;
}

/** Lets an agent use a tool, and waits until the review has asked somebody. */
async function letAgentAsk(options: IDataObject = {}): Promise<Review> {
	const { execution, model } = await beginAgent((agent) => reviewed(agent, options));
	await isWaiting(execution);
	const [question] = await stage.simulator.messages();
	return { asked: { execution, link: String(question?.text.split('\n').at(-1)) }, model };
}

/** What the agent was told after the review; it says its last word then. */
async function toldTo({ asked, model }: Review): Promise<string> {
	const { status } = await stage.rest.finished(asked.execution, 110_000);
	const requests = model.requests();
	expect(status).toBe('success');
	expect(requests).toHaveLength(2);
	return requests[1]?.messages.find(({ role }) => role === 'tool')?.content ?? '';
}

/** A workflow with an agent, to which tools are added. */
interface AgentWorkflow {
	add: (tool: WorkflowNode, connections: IDataObject) => void;
}

/** A tool that sends, and its review. */
function reviewed(agent: AgentWorkflow, options: IDataObject = {}, numbers = NUMBER): void {
	agent.add(
		gatewayNode(
			'Send a Text',
			{
				resource: 'message',
				operation: 'send',
				numbers: "={{ $fromAI('numbers', 'The number', 'string') }}",
				text: "={{ $fromAI('text', 'The text', 'string') }}",
			},
			stage.demoCredential,
			{ type: `${NODE_TYPE}Tool` },
		),
		serve('Review', 'ai_tool'),
	);
	const message =
		'=The agent wants to run {{ $tool.name }}: {{ $tool.parameters.numbers }}, {{ $tool.parameters.text }}';
	const fields = { numbers, message, approvalOptions: DOUBLE, options };
	const review = asking('Review', 'HitlTool', fields);
	agent.add(review, serve('Agent', 'ai_tool'));
}

const asking = (name: string, type: 'HitlTool' | 'Tool', parameters: IDataObject): WorkflowNode =>
	gatewayNode(
		name,
		{ resource: 'message', operation: 'sendAndWait', numbers: NUMBER, ...parameters },
		stage.demoCredential,
		{ type: `${NODE_TYPE}${type}` },
	);

/** Runs an agent whose model calls the first tool, once. */
async function beginAgent(addTools: (agent: AgentWorkflow) => void) {
	const toolParameters = { numbers: '27822222222', text: 'It is ready' };
	const model = await startChatModel({ toolParameters, hitlParameters: {} });
	models.push(model);
	const openAi = { apiKey: 'none', url: model.address };
	const id = await stage.rest.createCredential('Model', 'openAiApi', openAi);
	const parameters = { promptType: 'define', text: 'Tell the customer that it is ready' };
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', parameters, { typeVersion: 3 });
	const workflow = chain([START, agent], { executionOrder: 'v1' });
	const add: AgentWorkflow['add'] = (tool, connections) => {
		(workflow.nodes as IDataObject[]).push(tool);
		(workflow.connections as IDataObject)[tool.name] = connections;
	};
	add(
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'id', value: 'scripted' } },
			{ credentials: { openAiApi: { id, name: 'Model' } } },
		),
		serve('Agent', 'ai_languageModel'),
	);
	addTools({ add });
	const created = await stage.rest.createWorkflow(workflow);
	return { execution: await stage.rest.run(created.id, START.name), model };
}
