import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { until } from '../../sandbox/until';
import { call, end, startModel, type ChatModel, type Turn } from './chatModel';
import { setUpStage, START } from './stage';
import { asked } from './triggers';
import { chain, gatewayNode, node, NODE_TYPE, serve, type WorkflowNode } from './workflows';

const stage = setUpStage();

const NUMBER = '27821111111';
const READY = { numbers: `+${NUMBER}`, text: 'Your table is ready' };
const ALREADY_SENT = 'It was sent in this conversation, or may have been. Do not send it again';
const SEND_DESCRIPTION =
	'Sends an SMS to real people. Each message is paid for and cannot be taken back. Numbers: in international form with + and country code, such as +27821234567, several separated by commas. Text: plain words without markup or emoji, at most 160 characters where possible; longer ones are billed as several messages, at most 918 in all. Put a message to several people into one call. Each number gets one row: result ACCEPTED means it was sent. Never send again after ACCEPTED, ALREADY_SENT or UNCONFIRMED, as the person would get it twice. After any other result, correct what the description says before another try.';

let model: ChatModel | undefined;
afterEach(async () => {
	await model?.close();
	model = undefined;
});

describe.each([2, 3])('an agent of version %d', (version) => {
	/** Lets the agent take these turns, and returns what its tool told the model, call by call. */
	const told = async (turns: Turn[], setup: Partial<AgentSetup> = {}): Promise<IDataObject[][]> => {
		const { status } = await stage.rest.finished(await begin({ version, turns, ...setup }));
		expect(status).toBe('success');
		return rowsTold();
	};

	it('is told how to send', async () => {
		await told([end]);
		const [tool] = model?.requests()[0]?.tools ?? [];
		expect(tool?.function.description).toBe(SEND_DESCRIPTION);
	});

	it('sends a message once, however often the model calls', async () => {
		const rows = await told([call(READY), call(READY), call({ ...READY, numbers: NUMBER }), end]);
		const [message] = await stage.simulator.messages();
		const accepted = {
			recipient: `+${NUMBER}`,
			result: 'ACCEPTED',
			description: 'Accepted for sending',
			number: NUMBER,
			accepted: true,
			messageId: message?.id,
			gatewayResult: message?.id,
			reference: null,
			parts: 1,
			scheduledAt: null,
			submittedAt: expect.any(String) as string,
		};
		const known = {
			...accepted,
			result: 'ALREADY_SENT',
			description: ALREADY_SENT,
			accepted: false,
			messageId: null,
			gatewayResult: null,
			submittedAt: null,
		};
		expect(rows).toEqual([[accepted], [known], [{ ...known, recipient: NUMBER }]]);
		expect(await texts()).toEqual(['Your table is ready']);
	});

	it('sends one of two equal messages of one turn', async () => {
		const rows = await told([call(READY, READY), end]);
		expect(rows.map(([row]) => row?.result).sort()).toEqual(['ACCEPTED', 'ALREADY_SENT']);
		expect(await texts()).toHaveLength(1);
	});

	it('does not send again what may have been sent', async () => {
		await stage.simulator.fault('/xmlsendsmsmulti.asp', { drop: 'after' });
		const rows = await told([call(READY), call(READY), end]);
		expect(wordsOf(rows)).toEqual([
			[
				'UNCONFIRMED',
				'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete. Do not repeat it: sending again may send them twice',
			],
			['ALREADY_SENT', ALREADY_SENT],
		]);
		expect(await texts()).toHaveLength(1);
	});

	it('sends once where n8n repeats the agent, as the model fails after the call', async () => {
		await told([call(READY), () => 400, call(READY), () => 400, call(READY), end], {
			agent: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		expect(model?.requests().length).toBeGreaterThan(2);
		expect(await texts()).toHaveLength(1);
	});

	it.each([
		[
			'a number in words',
			{ numbers: 'the number of Thandi' },
			'BAD_DESTINATION',
			'The number holds "thenumberofThandi", which no number has',
		],
		[
			'"and" between numbers',
			{ numbers: '+27821111111 and +27822222222' },
			'BAD_DESTINATION',
			'This looks like several numbers; separate numbers by commas',
		],
		[
			'blanks between numbers',
			{ numbers: '+27821111111 +27822222222' },
			'BAD_DESTINATION',
			'This looks like several numbers; separate numbers by commas',
		],
		['no number', { numbers: '' }, 'NO_NUMBER', 'There is no number to send to'],
		['an empty text', { text: '' }, 'NO_MESSAGE', 'There is no message text'],
	])('is told what is wrong with %s', async (_, wrong, ...words) => {
		const rows = await told([call({ ...READY, ...wrong }), end]);
		expect(wordsOf(rows)).toEqual([words]);
		expect(await texts()).toEqual([]);
	});

	it('is told of a wrong login, which is tried once', async () => {
		const credential = await stage.credential({ password: 'wrong' });
		const rows = await told([call(READY), end], { credential, tool: { retryOnFail: true } });
		expect(wordsOf(rows)).toEqual([
			[
				'NOT_SENT',
				"Not sent. The gateway did not accept the login name or password. Correct 'Login Name' and 'Password' in the credential",
			],
		]);
		expect(await asked(stage, '/xmlsendsmsmulti.asp')).toBe(1);
	});
});

it('shows a person what an agent wants to send, who approves it', async () => {
	const review = await ask();
	const [question, address = ''] = String((await texts())[0]).split(/\n(?=http)/);
	expect(question).toBe(
		'The agent wants to run this tool: Send_a_Text\n\nInput:\nnumbers: +27821111111\ntext: Your table is ready',
	);
	const page = await (await fetch(address)).text();
	expect(page).toContain('numbers: +27821111111\ntext: Your table is ready');
	await press(address, 'approve');
	await stage.rest.finished(review);
	expect(wordsOf(rowsTold())).toEqual([['ACCEPTED', 'Accepted for sending']]);
});

it('shows a person what an agent wants to send, who declines it', async () => {
	const review = await ask();
	const address = String((await texts())[0])
		.split('\n')
		.at(-1) as string;
	await press(address, 'disapprove');
	await stage.rest.finished(review);
	expect(JSON.stringify(model?.requests().at(-1))).toContain('User rejected the tool call');
	expect(await texts()).toHaveLength(1);
});

it('is told how to send over MCP too, and a wrong call is answered in rows', async () => {
	const path = randomUUID();
	const server = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ path },
		{ typeVersion: 2 },
	);
	const workflow = chain([{ ...server, webhookId: path }]);
	(workflow.nodes as WorkflowNode[]).push(sendTool());
	workflow.connections = { 'Send a Text': serve('Server', 'ai_tool') };
	const { id } = await stage.rest.createWorkflow(workflow);
	await stage.rest.activate(id);
	const ask = await connectTo(`${stage.n8n.address}/mcp/${path}`);

	const { tools } = await ask('tools/list', {});
	expect(tools).toMatchObject([{ name: 'Send_a_Text', description: SEND_DESCRIPTION }]);
	const wrong = { name: 'Send_a_Text', arguments: { ...READY, text: '' } };
	const { content } = await ask('tools/call', wrong);
	const [{ text = '' } = {}] = content as Array<{ text?: string }>;
	expect(wordsOf([JSON.parse(text) as IDataObject[]])).toEqual([
		['NO_MESSAGE', 'There is no message text'],
	]);
	await stage.rest.deactivate(id);
});

/** Begins a conversation with an MCP server, and returns how to ask it. */
async function connectTo(address: string) {
	const headers: Record<string, string> = {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
	};
	const ask = async (method: string, params: IDataObject): Promise<IDataObject> => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
		const response = await fetch(address, { method: 'POST', headers, body });
		const session = response.headers.get('mcp-session-id');
		if (session !== null) headers['mcp-session-id'] = session;
		const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
		return (JSON.parse(data) as { result: IDataObject }).result;
	};
	const clientInfo = { name: 'test', version: '1.0.0' };
	await ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	return ask;
}

/** An agent with one tool, which sends. */
interface AgentSetup {
	version: number;
	turns: Turn[];
	/** Settings of the agent: Retry On Fail. */
	agent: IDataObject;
	/** The same of the tool. */
	tool: IDataObject;
	credential: string;
	/** The review of the tool. */
	review: WorkflowNode;
}

/** Runs an agent, and returns the ID of the execution. */
async function begin(setup: Partial<AgentSetup>): Promise<string> {
	const { version = 3, turns = [end], agent, tool, credential, review } = setup;
	model = await startModel(...turns);
	const openAi = { apiKey: 'none', url: model.address };
	const id = await stage.rest.createCredential('Model', 'openAiApi', openAi);
	const parameters = { promptType: 'define', text: 'Tell the customer that the table is ready' };
	const nodes = [
		START,
		node('Agent', '@n8n/n8n-nodes-langchain.agent', parameters, { typeVersion: version, ...agent }),
	];
	const workflow = chain(nodes, { executionOrder: 'v1' });
	const chat = node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		{ model: { __rl: true, mode: 'id', value: 'scripted' } },
		{ credentials: { openAiApi: { id, name: 'Model' } } },
	);
	nodes.push(chat, sendTool(credential, tool), ...(review ? [review] : []));
	workflow.nodes = nodes;
	Object.assign(workflow.connections as IDataObject, {
		Model: serve('Agent', 'ai_languageModel'),
		'Send a Text': serve(review?.name ?? 'Agent', 'ai_tool'),
		...(review && { [review.name]: serve('Agent', 'ai_tool') }),
	});
	const created = await stage.rest.createWorkflow(workflow);
	return await stage.rest.run(created.id, START.name);
}

const sendTool = (credential = stage.demoCredential, settings: IDataObject = {}): WorkflowNode =>
	gatewayNode(
		'Send a Text',
		{
			resource: 'message',
			operation: 'send',
			numbers: "={{ $fromAI('numbers', 'The number', 'string') }}",
			text: "={{ $fromAI('text', 'The text', 'string') }}",
		},
		credential,
		{ type: `${NODE_TYPE}Tool`, ...settings },
	);

/** Lets an agent use its tool, and waits until its review, with what n8n fills in, has asked somebody. */
async function ask(): Promise<string> {
	const parameters = {
		resource: 'message',
		operation: 'sendAndWait',
		numbers: '27829999999',
		message:
			'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
	};
	const review = gatewayNode('Review', parameters, stage.demoCredential, {
		type: `${NODE_TYPE}HitlTool`,
	});
	const turns = [call({ toolParameters: READY, hitlParameters: {} }), end];
	const execution = await begin({ turns, review });
	await until(async () => (await stage.rest.execution(execution)).status === 'waiting');
	return execution;
}

const press = async (address: string, decision: string) =>
	await fetch(address, { method: 'POST', body: new URLSearchParams({ decision }) });

/** What the tool told the model: the rows of each call, as they stand in its last request. */
const rowsTold = (): IDataObject[][] =>
	(model?.requests().at(-1)?.messages ?? [])
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => JSON.parse(content) as IDataObject[]);

/** Result and description of each row. */
const wordsOf = (rows: IDataObject[][]) =>
	rows.flat().map(({ result, description, note }) => [result ?? note, description]);

const texts = async () => (await stage.simulator.messages()).map(({ text }) => text);
