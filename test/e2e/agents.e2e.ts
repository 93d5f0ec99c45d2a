import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { until } from '../../sandbox/until';
import { beginAgent, type AgentSetup } from './agents';
import { call, end, startModel, type ChatModel, type Turn } from './chatModel';
import { setUpStage } from './stage';
import { asked } from './triggers';
import { chain, gatewayNode, node, NODE_TYPE, serve, type WorkflowNode } from './workflows';

const stage = setUpStage();

const NUMBER = '27821111111';
const READY = { numbers: `+${NUMBER}`, text: 'Your table is ready' };
const ALREADY_SENT =
	'Not sent again: the same text went to this number less than a minute ago, or may have';
const SEND_DESCRIPTION =
	'Sends an SMS to real people, at once: it cannot schedule, and nothing can be taken back. Each message is paid for. Numbers: only those that the user or the data gave, never guessed, in international form with + and country code, several separated by commas. Text: plain words without markup or emoji, at most 160 characters where possible; longer ones are billed as several messages, at most 918 in all. Put a message to several people into one call. Each number gets one row. ACCEPTED means handed to the network: delivery is not known yet. After ACCEPTED, ALREADY_SENT, UNCONFIRMED or REJECTED never send it again, in other words either: the person would get it twice. After any other result nothing was sent: correct what the row names and call again. If you cannot (opt-out, credits, login), stop and tell the user.';

let model: ChatModel | undefined;
afterEach(async () => {
	await model?.close();
	model = undefined;
});

describe.each([2, 3])('an agent of version %d', (version) => {
	/** Lets the agent take these turns, and returns what its tool told the model, call by call. */
	const told = async (turns: Turn[], setup: Partial<TrialSetup> = {}): Promise<IDataObject[][]> => {
		const { status } = await stage.rest.finished(await begin({ version, turns, ...setup }));
		expect(status).toBe('success');
		return rowsTold();
	};

	it('is told how to send, and sends a message once, however often the model calls', async () => {
		const rows = await told([
			call(READY),
			call(READY),
			call({ ...READY, numbers: `00${NUMBER}` }),
			end,
		]);
		const [message] = await stage.simulator.messages();
		const row = { recipient: `+${NUMBER}`, number: NUMBER, parts: 1 };
		const description = 'Accepted for sending';
		const accepted = { ...row, result: 'ACCEPTED', description, messageId: message?.id };
		const known = { ...row, result: 'ALREADY_SENT', description: ALREADY_SENT };
		const [tool] = model?.requests()[0]?.tools ?? [];
		expect(tool?.function.description).toBe(SEND_DESCRIPTION);
		expect(rows).toEqual([[accepted], [known], [{ ...known, recipient: `00${NUMBER}` }]]);
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
				'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete. Do not repeat it, in other words either: sending again may reach people twice',
			],
			['ALREADY_SENT', ALREADY_SENT],
		]);
		expect(await texts()).toHaveLength(1);
	});

	it('sends once where n8n repeats the agent, as the model fails after the call', async () => {
		await told([call(READY), () => 400, call(READY), () => 400, call(READY), end], {
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
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
		['no number', { numbers: '' }, 'NO_NUMBER', "'Numbers' is empty"],
		['an empty text', { text: '' }, 'NO_MESSAGE', 'There is no message text'],
	])('is told what is wrong with %s', async (_, wrong, ...words) => {
		const rows = await told([call({ ...READY, ...wrong }), end]);
		expect(wordsOf(rows)).toEqual([words]);
		expect(await texts()).toEqual([]);
	});

	it('leaves out what SMS cannot carry when it is told to, and sends once', async () => {
		const rows = await told([
			call({ ...READY, text: 'It’s ready 日本' }),
			call({ ...READY, text: 'It’s ready' }),
			end,
		]);
		expect(wordsOf(rows)).toEqual([
			[
				'UNSUPPORTED_CHARACTERS',
				'The text holds characters that SMS cannot carry: 日 本. Leave them out and call again',
			],
			['ACCEPTED', 'Accepted for sending'],
		]);
		expect(await texts()).toEqual(["It's ready"]);
	});

	it('sends at most 20 messages in a run, however it splits them, and is told so in one note', async () => {
		const [all, some, one] = [list(0, 50), list(0, 20), list(20, 21)];
		const rows = await told([call(all), call(some), call(one), end]);
		expect(rows.map(({ length }) => length)).toEqual([1, 20, 1]);
		expect([rows[0], rows[2]]).toEqual([
			[{ note: tooMany(50, 'one run of the agent') }],
			[{ note: tooMany(21, 'one run of the agent') }],
		]);
		expect(await texts()).toHaveLength(20);
	});

	it('is told that another text did not go out, where each number gets one in an hour', async () => {
		const options = { sendOnce: true, reference: '2026112314' };
		const rows = await told([call(READY), call({ ...READY, text: 'We are closed' }), end], {
			parameters: { options },
		});
		expect(wordsOf(rows)[1]).toEqual([
			'ALREADY_SENT',
			'Not sent: this number has had its message for 2026112314, or may have. This text did not go out; tell the user',
		]);
		expect(await texts()).toEqual([READY.text]);
	});

	it('sends once in other words too, where Reference is the execution', async () => {
		await stage.simulator.fault('/xmlsendsmsmulti.asp', { drop: 'after' });
		const options = { sendOnce: true, reference: '={{ $execution.id }}' };
		const rows = await told([call(READY), call({ ...READY, text: 'In other words' }), end], {
			parameters: { options },
		});
		expect(rows.flat().map(({ result }) => result)).toEqual(['UNCONFIRMED', 'ALREADY_SENT']);
		expect(await texts()).toEqual([READY.text]);
	});

	it('is told that a list is empty', async () => {
		const parameters = { resource: 'reply', operation: 'getNew' };
		expect(await told([call({}), end], { parameters })).toEqual([[{ note: 'There are none.' }]]);
	});

	it('is told of a wrong login, which is tried once', async () => {
		const credential = await stage.credential({ password: 'wrong' });
		const rows = await told([call(READY), end], { credential, tool: { retryOnFail: true } });
		expect(wordsOf(rows)).toEqual([
			[
				'NOT_SENT',
				'Not sent. The gateway did not accept the login name or password. Stop and tell the user',
			],
		]);
		expect(await asked(stage, '/xmlsendsmsmulti.asp')).toBe(1);
	});
});

describe('the review of a tool by a person', () => {
	const QUESTION =
		'The agent wants to run this tool: Send_a_Text\n\nInput:\nnumbers: +27821111111\ntext: Your table is ready';
	const SHORTLY = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const REJECTED = 'User rejected the tool call';

	it.each([
		['approves it', 'approve', {}, '"result":"ACCEPTED"', 2],
		['declines it', 'disapprove', {}, REJECTED, 1],
		['does not answer', null, { limitWaitTime: { values: SHORTLY } }, REJECTED, 1],
	])(
		'shows a person what an agent wants to send, who %s',
		async (_, decision, options, answer, count) => {
			const execution = await review({ options });
			await until(async () => (await stage.rest.execution(execution)).status === 'waiting');
			const [question, address = ''] = String((await texts())[0]).split('\nApprove or decline: ');
			expect(question).toBe(QUESTION);
			const page = await (await fetch(address)).text();
			expect(page).toContain('numbers: +27821111111\ntext: Your table is ready');
			if (decision !== null) {
				await fetch(address, { method: 'POST', body: new URLSearchParams({ decision }) });
			}
			expect((await stage.rest.finished(execution, 110_000)).status).toBe('success');
			expect(JSON.stringify(toldLast())).toContain(JSON.stringify(answer).slice(1, -1));
			expect(await texts()).toHaveLength(count);
		},
		180_000,
	);

	it('lets nothing be sent if nobody could be asked', async () => {
		await stage.rest.finished(await review({ numbers: 'nobody' }));
		expect(await texts()).toEqual([]);
	});
});

it('is told that Send and Wait is no tool of its own', async () => {
	const parameters = { resource: 'message', operation: 'sendAndWait', message: 'Can you drive?' };
	const tool = gatewayNode('Ask', { ...parameters, numbers: NUMBER }, stage.demoCredential, {
		type: `${NODE_TYPE}Tool`,
	});
	await stage.rest.finished(await begin({ turns: [call({}), end], tools: [{ tool }] }));
	expect(JSON.stringify(toldLast())).toContain('A tool cannot wait for a person');
	expect(await texts()).toEqual([]);
});

it('is told how to send over MCP too, and what it sent in the last ten minutes', async () => {
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
	const told = async (parameters: IDataObject): Promise<IDataObject[]> => {
		const asked = { name: 'Send_a_Text', arguments: { ...READY, ...parameters } };
		const { content } = await ask('tools/call', asked);
		const [{ text = '' } = {}] = content as Array<{ text?: string }>;
		return JSON.parse(text) as IDataObject[];
	};
	expect(wordsOf([await told({ text: '' }), await told({}), await told({})])).toEqual([
		['NO_MESSAGE', 'There is no message text'],
		['ACCEPTED', 'Accepted for sending'],
		['ALREADY_SENT', ALREADY_SENT],
	]);
	expect(await told(list(0, 20))).toEqual([{ note: tooMany(21, 'ten minutes') }]);
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

/** An agent, by default with one tool, which sends. */
interface TrialSetup extends Omit<AgentSetup, 'url'> {
	turns: Turn[];
	/** Settings of that tool. */
	tool: IDataObject;
	parameters: IDataObject;
	credential: string;
}

/** Runs an agent, and returns the ID of the execution. */
async function begin(setup: Partial<TrialSetup>): Promise<string> {
	const { turns = [end], tool, parameters, credential, ...agent } = setup;
	model = await startModel(...turns);
	const tools = [{ tool: sendTool(credential, tool, parameters) }];
	return await beginAgent(stage, { url: model.address, tools, ...agent });
}

const sendTool = (
	credential = stage.demoCredential,
	settings: IDataObject = {},
	parameters: IDataObject = {},
): WorkflowNode =>
	gatewayNode(
		'Send a Text',
		{
			resource: 'message',
			operation: 'send',
			numbers: "={{ $fromAI('numbers', 'The number', 'string') }}",
			text: "={{ $fromAI('text', 'The text', 'string') }}",
			...parameters,
		},
		credential,
		{ type: `${NODE_TYPE}Tool`, ...settings },
	);

/** Lets an agent use its tool behind a review, which n8n fills in like this. */
async function review(parameters: IDataObject): Promise<string> {
	const tool = gatewayNode(
		'Review',
		{
			resource: 'message',
			operation: 'sendAndWait',
			numbers: '27829999999',
			message:
				'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
			...parameters,
		},
		stage.demoCredential,
		{ type: `${NODE_TYPE}HitlTool` },
	);
	const turns = [call({ toolParameters: READY, hitlParameters: {} }), end];
	return await begin({ turns, tools: [{ tool }, { tool: sendTool(), serves: tool.name }] });
}

const list = (from: number, to: number): IDataObject => ({
	...READY,
	numbers: Array.from({ length: to - from }, (_, index) => `+${27830000000 + from + index}`).join(),
});

const tooMany = (count: number, time: string) =>
	`This call sent nothing: with it the tool would send ${count} messages in ${time}, and 'Max Recipients' allows 20. Do not split it. Stop and tell the user`;

/** What the model was told last. */
const toldLast = () => model?.requests().at(-1)?.messages ?? [];

/** What the tool told the model: the rows of each call, as they stand in its last request. */
const rowsTold = (): IDataObject[][] =>
	toldLast()
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => JSON.parse(content) as IDataObject[]);

/** Result and description of each row. */
const wordsOf = (rows: IDataObject[][]) =>
	rows.flat().map(({ result, description, note }) => [result ?? note, description]);

const texts = async () => (await stage.simulator.messages()).map(({ text }) => text);
