import type { IDataObject, INode } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import {
	exampleCredential,
	exampleFiles,
	examplePath,
	pollEvery,
	readExample,
	type ExampleWorkflow,
} from '../../sandbox/examples';
import { itemsOf, runCount } from '../../sandbox/execution';
import { projectFolder } from '../../sandbox/folders';
import { importCredentials, importWorkflows } from '../../sandbox/importing';
import type { Execution } from '../../sandbox/rest';
import { until } from '../../sandbox/until';
import { whereChromium } from '../browser/chromium';
import { startChatModel, startTalkingModel, type ChatModel, type ChatRequest } from './chatModel';
import { Editor } from './editor';
import { demoLogin, setUpStage, START } from './stage';
import { asked } from './triggers';
import { chain, gatewayNode, node, serve } from './workflows';

const sendSchema = JSON.parse(
	readFileSync(
		path.join(projectFolder, 'nodes/MessagingGateway/__schema__/v1.0.0/message/send.json'),
		'utf8',
	),
) as { properties: Record<string, { type: string }> };

const SECONDS_BETWEEN_POLLS = 2;

const ASKING = 'ask-by-sms.json';
const ANSWERING = 'answers-by-sms.json';
const DRIVER = '27821111111';
const QUESTION = 'Can you drive?';

/** What each file of examples/ is tried by. */
const TRIALS: Record<string, () => void> = {
	'answers-by-sms.json': tryAnswers,
	'approval-by-sms.json': tryApproval,
	'ask-by-sms.json': tryAsking,
	'auto-reply-by-keyword.json': tryAutoReply,
	'campaign-prepare.json': tryPreparing,
	'campaign-send.json': trySending,
	'delivery-tracking.json': tryDeliveryTracking,
	'on-call-escalation.json': tryEscalation,
	'replies-at-once.json': tryRepliesAtOnce,
	'replies.json': tryReplies,
	'reply-router.json': tryRouter,
	'send-and-follow.json': trySendAndFollow,
	'send-to-sheet-rows.json': trySheet,
	'short-code-votes.json': tryVotes,
	'sms-assistant.json': tryAssistant,
	'verify-a-number.json': tryVerifying,
	'watch-messages.json': tryWatching,
};

const stage = setUpStage();

/** The model of the examples with an agent, and what it says. */
let model: ChatModel;
let say: (chat: ChatRequest) => string;
let modelCredential: string;

beforeAll(async () => {
	model = await startTalkingModel((chat) => say(chat));
	const openAi = { apiKey: 'none', url: model.address };
	modelCredential = await stage.rest.createCredential('Model', 'openAiApi', openAi);
	const data = demoLogin(stage.simulator);
	await importCredentials(stage.sandbox, [{ ...exampleCredential, data }]);
	const examples = exampleFiles().map(readExample);
	for (const example of examples) await adapt(example);
	await importWorkflows(stage.sandbox, examples);
});
afterAll(async () => model?.close());

it('every example has a trial', () => {
	expect(exampleFiles()).toEqual(Object.keys(TRIALS));
});

whereChromium("the editor's own import", (launch) => {
	let browser: Browser;
	let editor: Editor;
	beforeAll(async () => {
		browser = await launch();
		editor = await Editor.open(stage, browser);
	});
	afterAll(async () => browser.close());

	it.each(exampleFiles())('takes every node of %s', async (file) => {
		const expected = readExample(file);
		const { nodes, connections } = await stage.rest.workflow(
			await editor.importFile(examplePath(file)),
		);
		const named = (workflowNodes: unknown) =>
			(workflowNodes as INode[]).map(({ name, type }) => [name, type]).sort();
		expect(named(nodes)).toEqual(named(expected.nodes));
		expect(connections).toEqual(expected.connections);
	});
});

for (const [file, trial] of Object.entries(TRIALS)) describe(file, trial);

/** Changes what takes minutes; the rest is as it is. */
async function adapt(workflow: ExampleWorkflow): Promise<void> {
	pollEvery(SECONDS_BETWEEN_POLLS, workflow);
	for (const one of workflow.nodes) {
		if (one.type !== '@n8n/n8n-nodes-langchain.lmChatOpenAi') continue;
		one.credentials = { openAiApi: { id: modelCredential, name: 'Model' } };
	}
	for (const one of workflow.nodes) {
		const { id, parameters, type } = one;
		// The editor makes both when somebody imports the file.
		if (type === 'n8n-nodes-base.webhook') Object.assign(one, { webhookId: id });
		if (type === 'n8n-nodes-base.webhook') Object.assign(parameters, { path: id });
		if (type === 'n8n-nodes-base.wait') Object.assign(parameters, { unit: 'seconds' });
		if (type !== 'n8n-nodes-base.scheduleTrigger') continue;
		const seconds = { field: 'seconds', secondsInterval: SECONDS_BETWEEN_POLLS };
		parameters.rule = { interval: [seconds] };
	}
}

function tryApproval(): void {
	const { id } = readExample('approval-by-sms.json');

	it.each([
		['Approved', 'approve', true],
		['Declined', 'disapprove', false],
	])('goes on with the answer: %s', async (end, decision, approved) => {
		const run = await stage.rest.run(id, 'When Clicking Execute Workflow');
		await until(async () => (await stage.rest.execution(run)).status === 'waiting');
		const [message] = await stage.simulator.messages();
		const link = String(message?.text.split('\n').at(-1));
		const page = await (await fetch(link)).text();
		expect(page).toContain('Yes, I can');
		await fetch(link, { method: 'POST', body: new URLSearchParams({ decision }) });
		const { data } = await stage.rest.finished(run);
		expect(itemsOf(data, end)).toMatchObject([{ data: { approved } }]);
	});
}

/** Calls Ask by SMS, and gives the ID of the calling execution. */
async function callAsking(values: IDataObject = {}): Promise<string> {
	const call = node(
		'Call',
		'n8n-nodes-base.executeWorkflow',
		{
			workflowId: { __rl: true, mode: 'id', value: readExample(ASKING).id },
			workflowInputs: {
				mappingMode: 'defineBelow',
				value: { number: `+${DRIVER}`, question: QUESTION, waitMinutes: 5, ...values },
			},
		},
		{ typeVersion: 1.2 },
	);
	const { id } = await stage.rest.createWorkflow(chain([START, call], { executionOrder: 'v1' }));
	return await stage.rest.run(id, START.name);
}

const isAsked = async (): Promise<void> =>
	void (await until(async () => (await stage.simulator.messages()).length > 0));

const openQuestions = async () => await stage.rest.dataTableRows('SMS Questions');

/** What the calling workflow gets, once nothing is left of the question. */
async function answerTo(execution: string): Promise<IDataObject[]> {
	const { data, status } = await stage.rest.finished(execution, 110_000);
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
	expect(await openQuestions()).toEqual([]);
	return itemsOf(data, 'Call');
}

function tryAsking(): void {
	const { id } = readExample(ASKING);
	beforeAll(async () => {
		await setUp(id);
		await stage.rest.activate(id);
	});

	it('gives the text of the person to the calling workflow', async () => {
		await whileActive(readExample(ANSWERING).id, async () => {
			const execution = await callAsking();
			await isAsked();
			await stage.simulator.post('replies', { from: DRIVER, text: 'Yes, at 3 & not before' });
			expect(await answerTo(execution)).toEqual([
				{
					answered: true,
					text: 'Yes, at 3 & not before',
					number: DRIVER,
					question: QUESTION,
					receivedAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
					reason: null,
				},
			]);
		});
		expect(await stage.simulator.messages()).toMatchObject([{ text: QUESTION }]);
	});

	it('takes an answer that comes before it waits', async () => {
		await stage.simulator.fault('/xmlsendsmsmulti.asp', { delayMs: 10_000 });
		await whileActive(readExample(ANSWERING).id, async () => {
			const execution = await callAsking();
			await isAsked();
			await stage.simulator.post('replies', { from: DRIVER, text: 'Yes' });
			expect(await answerTo(execution)).toMatchObject([{ answered: true, text: 'Yes' }]);
		});
	});

	it('waits for an answer to what may have been sent, and sends it once', async () => {
		await stage.simulator.fault('/xmlsendsmsmulti.asp', { drop: 'after' });
		await whileActive(readExample(ANSWERING).id, async () => {
			const execution = await callAsking();
			await isAsked();
			await stage.simulator.post('replies', { from: DRIVER, text: 'Yes' });
			expect(await answerTo(execution)).toMatchObject([{ answered: true, text: 'Yes' }]);
		});
		expect(await stage.simulator.messages()).toHaveLength(1);
	});

	it('says that nobody answered in time', async () => {
		const execution = await callAsking({ waitMinutes: 0.05 });
		expect(await answerTo(execution)).toMatchObject([
			{ answered: false, text: null, reason: 'Nobody answered in time' },
		]);
	});

	it.each([
		['nobody', 'The number holds "nobody", which no number has'],
		[`${DRIVER}, 27822222222`, "There are 2 recipients, and 'Max Recipients' allows 1"],
	])('says why nobody was asked: %s', async (number, reason) => {
		const answers = await answerTo(await callAsking({ number }));
		expect(answers).toMatchObject([
			{ answered: false, text: null, reason: expect.stringContaining(reason) as string },
		]);
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it('is a tool of an agent, which gets the answer', async () => {
		const caller = await startChatModel({ number: DRIVER, question: QUESTION, waitMinutes: 5 });
		try {
			await whileActive(readExample(ANSWERING).id, async () => {
				const execution = await beginAgent(caller.address);
				await isAsked();
				await stage.simulator.post('replies', { from: DRIVER, text: 'Only on Monday' });
				await stage.rest.finished(execution, 110_000);
			});
			const told = caller.requests()[1]?.messages.find(({ role }) => role === 'tool')?.content;
			expect(told).toContain('Only on Monday');
		} finally {
			await caller.close();
		}
	});

	/** Runs an agent with Ask by SMS as its tool. */
	async function beginAgent(url: string): Promise<string> {
		const credential = await stage.rest.createCredential('Model', 'openAiApi', {
			apiKey: 'none',
			url,
		});
		const parameters = { promptType: 'define', text: 'Ask the driver' };
		const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', parameters, { typeVersion: 3 });
		const workflow = chain([START, agent], { executionOrder: 'v1' });
		const inputs: Array<[name: string, type: string]> = [
			['number', 'string'],
			['question', 'string'],
			['waitMinutes', 'number'],
		];
		const fromAi = (name: string, type: string) => `={{ $fromAI('${name}', '', '${type}') }}`;
		(workflow.nodes as IDataObject[]).push(
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				{ model: { __rl: true, mode: 'id', value: 'scripted' } },
				{ credentials: { openAiApi: { id: credential, name: 'Model' } } },
			),
			node(
				'Ask',
				'@n8n/n8n-nodes-langchain.toolWorkflow',
				{
					description: 'Asks a person by SMS',
					workflowId: { __rl: true, mode: 'id', value: id },
					workflowInputs: {
						mappingMode: 'defineBelow',
						value: Object.fromEntries(inputs.map(([name, type]) => [name, fromAi(name, type)])),
						schema: inputs.map(([name, type]) => ({
							id: name,
							displayName: name,
							type,
							display: true,
						})),
					},
				},
				{ typeVersion: 2.2 },
			),
		);
		Object.assign(workflow.connections as IDataObject, {
			Model: serve('Agent', 'ai_languageModel'),
			Ask: serve('Agent', 'ai_tool'),
		});
		const created = await stage.rest.createWorkflow(workflow);
		return await stage.rest.run(created.id, START.name);
	}
}

function tryAnswers(): void {
	const { id } = readExample(ANSWERING);
	beforeAll(async () => {
		await setUp(readExample(ASKING).id);
		await stage.rest.activate(readExample(ASKING).id);
	});

	it('leaves opt-outs and texts of people who were not asked alone', async () => {
		const execution = await callAsking();
		await isAsked();
		await stage.text('27822222222');
		await whileActive(id, async () => {
			await stage.simulator.post('replies', { from: '27822222222', text: 'Who is this?' });
			await stage.simulator.post('replies', { from: DRIVER, text: 'STOP' });
			await polls(3);
		});
		expect((await outputs(id, 'One by One', 1)).map(({ text }) => text)).toEqual(['Who is this?']);
		expect(await outputs(id, 'No Question')).toHaveLength(1);
		expect(await openQuestions()).toHaveLength(1);
		expect((await stage.rest.execution(execution)).status).toBe('waiting');
		await whileActive(id, async () => {
			await stage.simulator.post('replies', { from: DRIVER, text: 'Yes' });
			expect(await answerTo(execution)).toMatchObject([{ text: 'Yes' }]);
		});
	});

	it('answers the question that the gateway names, and each with its own text', async () => {
		const questions = ['First?', 'Second?'];
		const executions: string[] = [];
		for (const question of questions) {
			executions.push(await callAsking({ question }));
			await until(async () => (await stage.simulator.messages()).length === executions.length);
		}
		const other = await callAsking({ number: '27822222222', question: 'Third?' });
		await until(async () => (await stage.simulator.messages()).length === 3);
		await whileActive(id, async () => {
			await stage.simulator.post('replies', { from: '27822222222', text: 'To the third' });
			await stage.simulator.post('replies', { from: DRIVER, text: 'To the second' });
			const answered = await stage.rest.finished(executions[1] as string, 110_000);
			expect(itemsOf(answered.data, 'Call')).toMatchObject([{ text: 'To the second' }]);
			await stage.simulator.post('replies', { from: DRIVER, text: 'To the first' });
			const first = await stage.rest.finished(executions[0] as string, 110_000);
			expect(itemsOf(first.data, 'Call')).toMatchObject([{ text: 'To the first' }]);
			const third = await stage.rest.finished(other, 110_000);
			expect(itemsOf(third.data, 'Call')).toMatchObject([{ text: 'To the third' }]);
		});
	});
}

function tryAssistant(): void {
	const { id } = readExample('sms-assistant.json');
	const received = async (number: string) =>
		(await stage.simulator.messages())
			.filter((message) => message.number === number && message.text !== 'Hello')
			.map(({ text }) => text);
	const write = async (from: string, text: string) =>
		await stage.simulator.post('replies', { from, text });
	const receives = async (number: string, count: number) =>
		await until(async () => (await received(number)).length === count);

	const counted = async (number: string) =>
		await stage.rest.countDataTableRows('SMS Assistant Answers', 'number', number);

	beforeAll(async () => setUp(id));

	it('answers with what the model says, and remembers what was said', async () => {
		say = ({ messages }) => `I know of ${messages.length} messages`;
		await stage.text('27821111111');
		await whileActive(id, async () => {
			await write('27821111111', 'When are you open?');
			await receives('27821111111', 1);
			await write('27821111111', 'And on Sunday?');
			await receives('27821111111', 2);
		});
		// The first of them are the instructions.
		expect(await received('27821111111')).toEqual(['I know of 2 messages', 'I know of 4 messages']);
	});

	it('never answers an opt-out', async () => {
		const before = model.requests().length;
		await stage.text('27822222222');
		await whileActive(id, async () => {
			await write('27822222222', 'Stop');
			await polls(2);
		});
		expect(model.requests()).toHaveLength(before);
		expect(await asked(stage, '/xmlsendsmsmulti.asp')).toBe(0);
	});

	it('answers a number at most five times an hour', async () => {
		say = () => 'Me too';
		await stage.text('27823333333', '27824444444');
		await whileActive(id, async () => {
			for (const count of [1, 2, 3, 4, 5]) {
				await write('27823333333', 'I am a machine');
				await receives('27823333333', count);
			}
			await write('27823333333', 'I am a machine');
			await write('27824444444', 'I am not');
			await receives('27824444444', 1);
			await until(async () => (await outputs(id, 'Enough for This Hour')).length === 1);
		});
		expect(await received('27823333333')).toHaveLength(5);
	});

	it('lets a colleague answer what the model does not know, and others meanwhile', async () => {
		const COLLEAGUE = '27829999999';
		const long =
			'Where is my refund? See http://evil.example/a, www.evil.example or\nevil.example/b. ';
		say = ({ messages }) => (/refund/.test(messages.at(-1)?.content ?? '') ? 'PERSON.' : 'Yes');
		await stage.text('27825555555', '27826666666');
		await whileActive(id, async () => {
			await write('27825555555', long + 'x'.repeat(100));
			await write('27826666666', 'Are you open?');
			await receives('27826666666', 1);
			await receives(COLLEAGUE, 1);
			const [question = ''] = await received(COLLEAGUE);
			const shown = 'Where is my refund? See (link) (link) or (link) '.padEnd(100, 'x');
			expect(question).toContain(`27825555555 asks: ${shown}\nWrite the answer here:\nhttp`);
			// A question counts before it is asked.
			expect(await counted('27825555555')).toBe(1);
			const link = question.split('\n').at(-1) as string;
			await fetch(link, { method: 'POST', body: new URLSearchParams({ text: 'On its way' }) });
			await receives('27825555555', 1);
		});
		expect(await received('27825555555')).toEqual(['On its way']);
		expect(await counted('27825555555')).toBe(1);
	});

	it('fails if an answer cannot be sent', async () => {
		say = () => 'x'.repeat(919);
		await stage.text('27827777777');
		await whileActive(id, async () => {
			await write('27827777777', 'Tell me everything');
			await until(async () =>
				(await stage.rest.executions(id)).some(({ status }) => status === 'error'),
			);
		});
		expect(await received('27827777777')).toEqual([]);
	});
}

function tryAutoReply(): void {
	const { id } = readExample('auto-reply-by-keyword.json');
	const HELP =
		'We are glad to help. Call us from 9:00 to 17:00, or text HOURS for our opening hours.';
	const HOURS = 'We are open from Monday to Friday, 9:00 to 17:00.';

	it('answers keywords once, and nobody else', async () => {
		const replies: Array<[string, string, string?]> = [
			['27821111111', 'help', HELP],
			['27822222222', ' "Hours" please?', HOURS],
			['27823333333', 'HELP! I lost my key & <card>', HELP],
			['27824444444', 'STOP'],
			['27825555555', 'helpful people, thank you'],
			['27826666666', HELP],
		];
		await stage.text(...replies.map(([number]) => number));
		await whileActive(id, async () => {
			for (const [from, text] of replies) await stage.simulator.post('replies', { from, text });
			await until(async () => (await answers()).length === 3);
			await polls(2);
		});
		// Keyword by keyword, and not in the order of the replies.
		expect((await answers()).sort()).toEqual(
			replies.flatMap(([number, , text]) => (text ? [[number, text]] : [])),
		);
		const received = await outputs(id, 'New Reply');
		expect(received.map(({ text }) => text)).toEqual(replies.map(([, text]) => text));
		const answered = await outputs(id, 'Answered');
		for (const { number, reference } of answered) {
			expect(reference).toBe(received.find(({ from }) => from === number)?.recordId);
		}
		expect(await outputs(id, 'For a Person')).toHaveLength(2);
	});

	it('answers neither what cannot be read nor the samples of a test', async () => {
		const broken = '<XMLGateway_Replies><Reply><CLI>27821111111</CLI><Message>HELP</Message>';
		const path = '/xmlgetreplies.asp';
		await stage.simulator.fault(path, { body: broken });
		await whileActive(id, async () => polls(2));
		expect(await outputs(id, 'New Reply')).toContainEqual(
			expect.objectContaining({ unparsed: true }),
		);
		await stage.rest.finished(await stage.rest.run(id, 'New Reply'));
		expect(await outputs(id, 'New Reply')).toContainEqual(
			expect.objectContaining({ sample: true }),
		);
		expect(await answers()).toEqual([]);
	});

	it.each([
		['tries again what certainly was not sent', { status: 404, skipWork: true }, 1, 'Answered'],
		['does not repeat what may have been sent', { drop: 'after' }, 1, 'Not Answered'],
	])('%s', async (_, fault, count, end) => {
		const before = (await outputs(id, end)).length;
		await stage.text('27821111111');
		await stage.simulator.fault('/xmlsendsmsmulti.asp', fault);
		await whileActive(id, async () => {
			await stage.simulator.post('replies', { from: '27821111111', text: 'HELP' });
			await until(async () => (await outputs(id, end)).length > before);
			await polls(4);
		});
		expect(await answers()).toHaveLength(count);
		expect(await outputs(id, end)).toHaveLength(before + 1);
	});

	const answers = async () =>
		(await stage.simulator.messages())
			.filter(({ text }) => text === HELP || text === HOURS)
			.map(({ number, text }) => [number, text]);
}

const BEGIN = 'When Clicking Execute Workflow';
const PREPARED: Array<[number: string | null, problem: string | null]> = [
	['27821117020', null],
	['27821117021', null],
	['27821117022', null],
	['27821117023', null],
	[null, 'The number holds "I", which no number has'],
	['27821117020', 'Another message of this run has the same reference and number'],
];

/** What a campaign of 3,000 people goes through is in campaign.e2e.ts. */
function tryPreparing(): void {
	const { id } = readExample('campaign-prepare.json');

	it('makes a row for each number, and says what it costs', async () => {
		const { data } = await stage.rest.finished(await stage.rest.run(id, BEGIN));
		expect(itemsOf(data, 'Cost')).toEqual([
			{
				campaign: 'spring-2027',
				messages: 4,
				problems: 2,
				creditsNeeded: 4,
				creditsThere: 1000,
				enough: true,
			},
		]);
		const rows = await stage.rest.dataTableRows('SMS Campaign');
		expect(rows.map(({ number, problem }) => [number, problem])).toEqual(PREPARED);
		expect(rows.map(({ done }) => done)).toEqual(PREPARED.map(([, problem]) => problem !== null));
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it('has one table for the results, whose columns begin with the fields of Send', () => {
		const columnsIn = (file: string) =>
			readExample(file).nodes.find(({ name }) => name === 'Create SMS Messages')?.parameters
				.columns;
		const fields = Object.entries(sendSchema.properties).map(([name, { type }]) => ({
			name,
			type: type === 'integer' ? 'number' : type,
		}));
		const { column } = columnsIn('campaign-prepare.json') as { column: IDataObject[] };
		expect(column.slice(0, fields.length)).toEqual(fields);
		for (const file of ['delivery-tracking.json', 'replies.json']) {
			expect(columnsIn(file)).toEqual({ column });
		}
	});
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function trySending(): void {
	const { id, nodes } = readExample('campaign-send.json');
	const turn = async () => await stage.rest.finished(await stage.rest.run(id, 'Every Minute'));

	it('has the hours that its note names', () => {
		const hours = nodes.find(({ name }) => name === 'Hours')?.parameters.jsonOutput;
		const { timeZone, open } = JSON.parse(String(hours)) as IDataObject;
		const workingDay = { from: '08:00', until: '20:00' };
		expect([timeZone, open]).toEqual([
			'Africa/Johannesburg',
			{
				Monday: workingDay,
				Tuesday: workingDay,
				Wednesday: workingDay,
				Thursday: workingDay,
				Friday: workingDay,
				Saturday: { from: '09:00', until: '13:00' },
			},
		]);
	});

	it('sends each open row once, stores its result and marks it', async () => {
		const open = Object.fromEntries(DAYS.map((day) => [day, { from: '00:00', until: '24:00' }]));
		const always = { timeZone: 'UTC', open, holidays: [] };
		await stage.rest.changeNode(id, 'Hours', { jsonOutput: JSON.stringify(always) });
		const { status } = await turn();
		expect(status).toBe('success');
		const sent = await stage.simulator.messages();
		const stored = await stage.rest.dataTableRows('SMS Messages');
		expect(stored.map(({ number, messageId }) => [number, messageId])).toEqual(
			sent.map((message) => [message.number, message.id]),
		);
		expect(sent).toHaveLength(4);
		expect(await stage.rest.countDataTableRows('SMS Campaign', 'done', false)).toBe(0);
		const again = await turn();
		expect(runCount(again.data, 'Send SMS')).toBe(0);
	});
}

function tryReplies(): void {
	const { id } = readExample('replies.json');
	const NUMBER = '27821111111';
	const rows = async () => await stage.rest.dataTableRows('SMS Replies');

	it('keeps replies that come before the table, and stores them once', async () => {
		await stage.text(NUMBER);
		await whileActive(id, async () => {
			await stage.simulator.post('replies', { from: NUMBER, text: 'Too early' });
			await until(async () => (await failed(id)).length > 0);
		});
		await setUp(id);
		await setUp(id);
		const [failure] = await failed(id);
		for (let times = 0; times < 2; times += 1) await stage.rest.retry(failure as string);
		await until(async () => (await rows()).length > 0);
		expect(await rows()).toMatchObject([{ from: NUMBER, text: 'Too early' }]);
	});

	it('stores every reply as it was written, and what cannot be read as it came', async () => {
		const TEXTS = [
			'Yes',
			' spaces ',
			'12',
			'true',
			'={{ 1 + 1 }}',
			'null',
			"'; DROP TABLE x; --",
			'two\nlines & <b>]]></b> ünïcödé €',
			'STOP',
		];
		const before = (await rows()).length;
		await stage.text(NUMBER);
		await whileActive(id, async () => {
			for (const text of TEXTS) await stage.simulator.post('replies', { from: NUMBER, text });
			await until(async () => (await rows()).length >= before + TEXTS.length);
			const path = '/xmlgetreplies.asp';
			const broken = '<XMLGateway_Replies><Reply><CLI>27821111111</CLI><Message>Y';
			await stage.simulator.fault(path, { body: broken });
			await polls(2);
		});
		const stored = (await rows()).slice(before);
		expect(stored.map(({ text }) => text)).toEqual([...TEXTS, null]);
		expect(stored.map(({ optOut }) => optOut)).toEqual([
			...TEXTS.map((text) => text === 'STOP'),
			null,
		]);
		expect(stored.at(-1)?.raw).toContain('<CLI>27821111111');
	});
}

function tryVotes(): void {
	const { id } = readExample('short-code-votes.json');
	const counts = async () =>
		Object.fromEntries(
			(await stage.rest.dataTableRows('SMS Vote Counts')).map(({ choice, votes }) => [
				choice,
				votes,
			]),
		);
	const BROKEN = '<XMLGateway_SCmessages><SCmessage><SC>31234</SC><Message>VOTE Amina';
	const vote = async (from: string, text: string) =>
		await stage.simulator.post('short-code-messages', { shortCode: '31234', from, text });

	it('counts the latest vote of each number', async () => {
		await setUp(id);
		await whileActive(id, async () => {
			await vote('27821111111', 'VOTE Amina');
			await vote('27822222222', 'vote: bongani!');
			await vote('27823333333', 'Carla');
			await vote('27824444444', 'VOTE Nobody');
			await vote('27825555555', 'VOTE Amina');
			await vote('27825555555', 'VOTE Carla');
			await until(async () => (await counts()).Carla === 2);
			expect(await counts()).toEqual({ Amina: 1, Bongani: 1, Carla: 2 });
			await stage.simulator.post('clock', { advanceSeconds: 120 });
			await vote('27821111111', 'Vote Bongani');
			await until(async () => (await counts()).Bongani === 2);
			const path = '/xmlgetscmessages.asp';
			await stage.simulator.fault(path, { body: BROKEN });
			await polls(2, path);
		});
		expect(await counts()).toEqual({ Amina: 0, Bongani: 2, Carla: 2 });
		const uncounted = (await stage.rest.dataTableRows('SMS Votes')).filter(({ choice }) => !choice);
		expect(uncounted).toMatchObject([
			{ voter: '27824444444', text: 'VOTE Nobody' },
			{ voter: null, text: expect.stringContaining('Amina') },
		]);
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it('stores no samples', async () => {
		const before = await stage.rest.dataTableRows('SMS Votes');
		await stage.rest.finished(await stage.rest.run(id, 'New Short Code Message'));
		expect(await stage.rest.dataTableRows('SMS Votes')).toEqual(before);
	});
}

function tryDeliveryTracking(): void {
	const { id } = readExample('delivery-tracking.json');
	const NUMBERS = '27821111111, 27821119101';
	const rows = async () =>
		(await stage.rest.dataTableRows('SMS Messages')).filter(
			({ reference }) => reference === 'tracked',
		);
	const timesAsked = async () => await asked(stage, '/xmlgetstatus.asp');

	it('follows what another workflow sent, beyond a restart of n8n, and writes it once', async () => {
		await stage.simulator.post('seed', { nextMessageId: '3000001' });
		await stage.simulator.post('clock', { speed: 0 });
		await stage.rest.finished(await stage.rest.run(id, 'Show Overview'));
		const parameters = { numbers: NUMBERS, text: 'Hello', options: { reference: 'tracked' } };
		const stores = readExample('campaign-send.json').nodes.find(
			({ name }) => name === 'Store Results',
		) as INode;
		const store = node('Store', stores.type, stores.parameters, { typeVersion: 1.1 });
		const send = gatewayNode('Send', parameters, stage.demoCredential);
		await stage.runWorkflow(chain([START, send, store], { executionOrder: 'v1' }));
		await whileActive(id, async () => {
			await until(async () => (await timesAsked()) > 1);
			expect(await rows()).toMatchObject([{ status: null }, { status: null }]);
			await stage.restart();
			await stage.simulator.post('clock', { advanceSeconds: 3600 });
			await until(async () => (await rows()).every(({ final }) => final === true));
			const written = await rows();
			const before = await timesAsked();
			await until(async () => (await timesAsked()) > before + 1);
			expect(await rows()).toEqual(written);
		});
		expect(await rows()).toMatchObject([
			{ number: '27821111111', status: 'DELIVERED' },
			{ number: '27821119101', status: 'SENDINGFAILED' },
		]);
	});

	it('shows an overview', async () => {
		const run = await stage.rest.run(id, 'Show Overview');
		const { data, status } = await stage.rest.finished(run);
		expect(status).toBe('success');
		expect(itemsOf(data, 'Messages by Campaign')).toContainEqual({
			reference: 'tracked',
			result: 'ACCEPTED',
			status: 'DELIVERED',
			count_id: 1,
			sum_parts: 1,
			count_reply: 0,
		});
	});
}

function tryVerifying(): void {
	const { id, nodes } = readExample('verify-a-number.json');
	const NUMBER = '082 111 1111';
	const call = async (name: string, body: object): Promise<IDataObject> => {
		const webhook = nodes.find((one) => one.name === name);
		const response = await fetch(`${stage.n8n.address}/webhook/${webhook?.id}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return { status: response.status, ...((await response.json()) as IDataObject) };
	};
	const begin = async (number = NUMBER) => await call('Send a Code', { number });
	const codeSent = async () => (await stage.simulator.messages()).at(-1)?.text.slice(0, 6);
	const check = async (verification: unknown, code: unknown) =>
		(await call('Check a Code', { verification, code })).verified;

	beforeAll(async () => {
		await setUp(id);
		await stage.rest.activate(id);
	});
	afterAll(async () => stage.rest.deactivate(id));

	it('takes the code once, and no other', async () => {
		const { sent, verification } = await begin('27824444441');
		expect(sent).toBe(true);
		const code = await codeSent();
		expect(code).toMatch(/^\d{6}$/);
		expect(await check(verification, code === '000000' ? '000001' : '000000')).toBe(false);
		expect(await check('another', code)).toBe(false);
		expect(await call('Check a Code', { verification, code })).toEqual({
			status: 200,
			verified: true,
			number: '27824444441',
		});
		expect(await check(verification, code)).toBe(false);
	});

	it('stores a hash, and no code', async () => {
		const { verification } = await begin('27824444442');
		const code = (await codeSent()) as string;
		const rows = await stage.rest.dataTableRows('SMS Codes');
		const row = rows.find((one) => one.verification === verification);
		expect(row?.hash).toBe(
			createHash('sha256')
				.update(`${String(verification)}${code}`)
				.digest('hex'),
		);
		expect(JSON.stringify(row)).not.toContain(`"${code}"`);
	});

	it('allows five attempts, also at the same moment', async () => {
		const { verification } = await begin('27824444443');
		const code = await codeSent();
		const wrong = code === '000000' ? '000001' : '000000';
		for (let attempts = 1; attempts <= 5; attempts += 1) await check(verification, wrong);
		expect(await check(verification, code)).toBe(false);

		const { verification: other } = await begin('27824444444');
		await Promise.all(Array.from({ length: 12 }, async () => await check(other, wrong)));
		const rows = await stage.rest.dataTableRows('SMS Codes');
		const row = rows.find((one) => one.verification === other);
		expect(row?.attempts).toBeLessThanOrEqual(5);
	});

	it('sends a number one code a minute, and says why it sent none', async () => {
		const answers = [await begin(), await begin(), await begin()];
		// The minute may end in between.
		expect((await stage.simulator.messages()).length).toBeLessThanOrEqual(2);
		expect(answers.filter(({ status }) => status === 422)).not.toEqual([]);
		expect(await begin('nobody')).toMatchObject({ status: 422, sent: false });
	});
}

function tryEscalation(): void {
	const { id } = readExample('on-call-escalation.json');
	const linkTo = async (number: string) =>
		await until(async () => {
			const messages = await stage.simulator.messages();
			return messages
				.find((one) => one.number === number)
				?.text.split('\n')
				.at(-1);
		});
	/** The SMS arrives before n8n has stored that the execution waits. */
	const press = async (link: string, decision: string) => {
		const body = () => new URLSearchParams({ decision });
		await until(async () => (await fetch(link, { method: 'POST', body: body() })).ok);
	};
	const waitingFor = async (minutes: number) => {
		const ask = readExample('on-call-escalation.json').nodes.find(({ name }) => name === 'Ask');
		const limit = { limitType: 'afterTimeInterval', resumeAmount: minutes, resumeUnit: 'minutes' };
		const options = {
			...(ask?.parameters.options as IDataObject),
			limitWaitTime: { values: limit },
		};
		await stage.rest.changeNode(id, 'Ask', { options });
	};

	it('asks the next when one cannot, and ends with who takes it', async () => {
		await waitingFor(10);
		const run = await stage.rest.run(id, BEGIN);
		await press(await linkTo('27821117020'), 'disapprove');
		await press(await linkTo('27821117021'), 'approve');
		const { data } = await stage.rest.finished(run);
		expect(itemsOf(data, 'Taken')).toMatchObject([{ takenBy: 'Bongani' }]);
		expect(await stage.simulator.messages()).toHaveLength(2);
	});

	it('asks everybody in turn when nobody answers, and says so', async () => {
		await waitingFor(0.05);
		const run = await stage.rest.run(id, BEGIN);
		// n8n looks once a minute whether a time of waiting is over.
		const { data } = await stage.rest.finished(run, 300_000);
		expect(runCount(data, 'Nobody Took It')).toBe(1);
		const asked = await stage.simulator.messages();
		expect(asked.map(({ number }) => number)).toEqual([
			'27821117020',
			'27821117021',
			'27821117022',
		]);
	}, 320_000);
}

function tryRouter(): void {
	const { id } = readExample('reply-router.json');
	const COLLEAGUE = '27821117029';

	it('hands each reply to the workflow that it is for, and to a person otherwise', async () => {
		const called = await stage.rest.createWorkflow(
			chain(
				[
					node(
						'Called',
						'n8n-nodes-base.executeWorkflowTrigger',
						{ inputSource: 'passthrough' },
						{ typeVersion: 1.1 },
					),
				],
				{ executionOrder: 'v1' },
			),
		);
		await stage.rest.activate(called.id);
		const { nodes, connections, versionId } = await stage.rest.workflow(id);
		for (const one of nodes as IDataObject[]) {
			if (one.type !== 'n8n-nodes-base.executeWorkflow') continue;
			Object.assign(one, { disabled: false });
			Object.assign(one.parameters as IDataObject, {
				workflowId: { __rl: true, mode: 'id', value: called.id },
			});
		}
		await importWorkflows(stage.sandbox, [
			{ ...readExample('reply-router.json'), nodes, connections, versionId },
		]);
		await stage.text('27824444445', '27821117020', '27824444446', '27824444447');
		await whileActive(id, async () => {
			await stage.simulator.post('replies', { from: '27824444445', text: 'order 2 bottles' });
			await stage.simulator.post('replies', { from: '27821117020', text: 'I am late' });
			await stage.simulator.post('replies', { from: '27824444446', text: 'Are you open?' });
			await stage.simulator.post('replies', { from: '27824444447', text: 'STOP' });
			await until(async () => (await forwarded()).length === 1);
			await polls(2);
		});
		expect((await outputs(id, 'Orders')).map(({ text }) => text)).toEqual(['order 2 bottles']);
		expect((await outputs(id, 'Drivers')).map(({ text }) => text)).toEqual(['I am late']);
		expect(await forwarded()).toEqual(['27824444446 writes: Are you open?']);
	});

	const forwarded = async () =>
		(await stage.simulator.messages())
			.filter(({ number }) => number === COLLEAGUE)
			.map(({ text }) => text);
}

/** Notifies a workflow as the gateway does, and waits for the execution. */
async function notify({ id, nodes }: ExampleWorkflow, method: string): Promise<Execution> {
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	const seen = new Set((await stage.rest.executions(id)).map((execution) => execution.id));
	const address = `${stage.n8n.address}/webhook/${webhook?.id}?type=deliver&from=${DRIVER}`;
	expect((await fetch(address, { method })).status).toBe(200);
	const started = await until(async () =>
		(await stage.rest.executions(id)).find((one) => one.mode === 'webhook' && !seen.has(one.id)),
	);
	return await stage.rest.finished(started.id);
}

/** What came with a notification is to be seen, by the output of its method. */
function expectNotified({ data, status }: Execution, output: number): void {
	expect(status).toBe('success');
	expect(itemsOf(data, 'Gateway Notifies', { output })).toMatchObject([
		{ query: { type: 'deliver', from: DRIVER } },
	]);
}

function tryRepliesAtOnce(): void {
	const example = readExample('replies-at-once.json');
	const half = '<XMLGateway_Replies><Reply><CLI>27821111111</CLI><Message>Half';

	it('reads the replies when it is notified, by GET or by POST, and now and then', async () => {
		await stage.text(DRIVER);
		const texts = async () => (await outputs(example.id, 'Reply')).map(({ text }) => text);
		await whileActive(example.id, async () => {
			expectNotified(await notify(example, 'GET'), 0);
			expectNotified(await notify(example, 'POST'), 1);
			await stage.simulator.post('replies', { from: DRIVER, text: 'Yes' });
			await until(async () => (await texts()).length === 1);
			await stage.simulator.fault('/xmlgetreplies.asp', { body: half });
			await until(async () => (await outputs(example.id, 'Unreadable')).length === 1);
		});
		expect(await texts()).toEqual(['Yes']);
	});
}

function tryWatching(): void {
	const { id } = readExample('watch-messages.json');

	it('gives each change of the listed messages once', async () => {
		await stage.simulator.post('seed', { nextMessageId: '4711' });
		await stage.simulator.post('clock', { speed: 0 });
		await stage.text('27821111111', '27821119101', '27822222222');
		const changes = async (node: string) =>
			(await outputs(id, node)).map(({ messageId, previousStatus }) => [messageId, previousStatus]);
		await whileActive(id, async () => {
			await stage.simulator.post('clock', { advanceSeconds: 2 });
			await until(async () => (await changes('On Its Way')).length === 2);
			await polls(2, '/xmlgetstatus.asp');
			await stage.simulator.post('clock', { advanceSeconds: 3600 });
			await until(async () => (await changes('Failed')).length === 1);
			await wait(2 * SECONDS_BETWEEN_POLLS * 1000);
		});
		expect(await changes('On Its Way')).toEqual([
			['4711', null],
			['4712', null],
		]);
		expect(await changes('Delivered')).toEqual([['4711', 'SENT']]);
		expect(await changes('Failed')).toEqual([['4712', 'SENT']]);
	});
}

function trySheet(): void {
	const { id, nodes } = readExample('send-to-sheet-rows.json');

	const run = async (): Promise<IDataObject[]> => {
		const { data, status } = await stage.rest.finished(
			await stage.rest.run(id, 'When Clicking Execute Workflow'),
		);
		expect(status).toBe('success');
		return itemsOf(data, 'Row to Write');
	};

	it('tries each row, and gives one line for each', async () => {
		expect((await run()).map(({ row_number: row, result }) => [row, result])).toEqual([
			[2, 'DRY_RUN'],
			[3, 'DRY_RUN'],
			[4, 'DRY_RUN'],
			[5, 'DRY_RUN; DRY_RUN'],
			[8, 'DRY_RUN'],
			[9, 'BAD_DESTINATION'],
		]);
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it('sends to the numbers as people write them', async () => {
		const send = nodes.find(({ name }) => name === 'Send SMS')?.parameters.options as IDataObject;
		await stage.rest.changeNode(id, 'Send SMS', { options: { ...send, dryRun: false } });
		const written = await run();
		const sent = await stage.simulator.messages();
		expect(sent.map(({ number }) => number)).toEqual([
			'27821117020',
			'27821117021',
			'27821117022',
			'27821117023',
			'27821117024',
			'27821117025',
		]);
		const ids = sent.map((message) => message.id);
		expect(written.map(({ messageIds }) => messageIds)).toEqual([
			ids[0],
			ids[1],
			ids[2],
			`${ids[3]}; ${ids[4]}`,
			ids[5],
			'',
		]);
	});
}

function trySendAndFollow(): void {
	const { id } = readExample('send-and-follow.json');

	it('sends once and asks until every message is final', async () => {
		const run = await stage.rest.run(id, 'When Clicking Execute Workflow');
		const { data, status } = await stage.rest.finished(run);
		expect(status).toBe('success');
		expect(itemsOf(data, 'Followed to the End')).toMatchObject([
			{ reference: 'Amina', delivered: true },
			{ reference: 'Bongani', delivered: true },
			{ reference: 'Eve', delivered: true },
		]);
		expect(runCount(data, 'Get Status')).toBeGreaterThan(1);
		expect(await stage.simulator.messages()).toHaveLength(3);
	});
}

/** Does something while the triggers of a workflow are on. */
async function whileActive(id: string, work: () => Promise<void>): Promise<void> {
	await stage.rest.activate(id);
	try {
		await work();
	} finally {
		await stage.rest.deactivate(id);
	}
}

async function setUp(id: string): Promise<void> {
	const { status } = await stage.rest.finished(await stage.rest.run(id, 'Set Up Once'));
	expect(status).toBe('success');
}

/** Waits for as many polls as that, and for what the last of them started. */
async function polls(count: number, path = '/xmlgetreplies.asp'): Promise<void> {
	const before = await asked(stage, path);
	await until(async () => (await asked(stage, path)) >= before + count);
	await wait(1000);
}

/** What a node put out in all executions of its workflow, the earliest first. */
async function outputs(id: string, node: string, output = 0): Promise<IDataObject[]> {
	const executions = await allExecutions(id);
	return executions.flatMap(({ data }) => {
		const runs = Array.from({ length: runCount(data, node) }, (_, run) => run);
		return runs.flatMap((run) => itemsOf(data, node, { run, output }));
	});
}

async function allExecutions(id: string): Promise<Execution[]> {
	const summaries = (await stage.rest.executions(id)).reverse();
	return await Promise.all(summaries.map((summary) => stage.rest.finished(summary.id)));
}

const failed = async (id: string): Promise<string[]> =>
	(await stage.rest.executions(id)).filter(({ status }) => status === 'error').map((one) => one.id);
