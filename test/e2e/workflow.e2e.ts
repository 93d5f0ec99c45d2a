import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../sandbox/execution';
import { startServer, type TestServer } from '../support/server';
import { startChatModel } from './chatModel';
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

const NUMBER = '27821111111';

const operation = (name: string, resource: string, parameters: IDataObject = {}) =>
	gatewayNode(name, { resource, ...parameters }, stage.demoCredential);

describe('a workflow', () => {
	it('goes through every operation', async () => {
		await stage.text(NUMBER);
		await stage.simulator.post('replies', { from: NUMBER, text: 'Yes' });
		const vote = { shortCode: '31234', from: NUMBER, text: 'VOTE A' };
		await stage.simulator.post('short-code-messages', vote);

		const workflow = chain([
			START,
			operation('Check Login', 'account', { operation: 'checkLogin' }),
			operation('Get Balance', 'account', { operation: 'getBalance' }),
			operation('Transfer Credits', 'account', {
				operation: 'transferCredits',
				fromAccountId: '1001',
				toAccountId: '1002',
				quantity: 10,
			}),
			operation('Preview', 'message', {
				operation: 'preview',
				text: 'Dear customer',
				includeLink: true,
			}),
			operation('Send', 'message', {
				operation: 'send',
				numbers: NUMBER,
				text: '={{ $json.text }}',
			}),
			operation('Get Status', 'message', {
				operation: 'getStatus',
				messageIds: '={{ $json.messageId }}',
			}),
			operation('Schedule', 'message', {
				operation: 'send',
				numbers: NUMBER,
				text: 'Later',
				options: { scheduledAt: '2099-01-01T00:00:00Z' },
			}),
			operation('Delete Scheduled', 'message', {
				operation: 'deleteScheduled',
				messageIds: '={{ $json.messageId }}',
			}),
			operation('Get New Replies', 'reply', {
				operation: 'getNew',
				options: { excludeShortCode: true },
			}),
			operation('Get New Short Code Messages', 'shortCodeMessage', { operation: 'getNew' }),
			operation('Check Opt-Out', 'optOut', {
				operation: 'check',
				numbers: '={{ $json.from }}',
			}),
			operation('Get Many Opt-Outs', 'optOut', { operation: 'getAll', limit: 1 }),
		]);
		const { status, data } = await stage.runWorkflow(workflow);

		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');
		const shown: Array<[string, IDataObject]> = [
			['Check Login', { login: 'OK', valid: true, locked: false }],
			['Get Balance', { credits: 999 }],
			['Transfer Credits', { result: 'TRANSFERRED', quantity: 10 }],
			['Preview', { text: 'Dear customer', textLength: 13, sendable: true }],
			['Send', { accepted: true, number: NUMBER, parts: 1 }],
			['Get Status', { phase: 'queued', final: false }],
			['Schedule', { accepted: true, scheduledAt: '2099-01-01T00:00:00Z' }],
			['Delete Scheduled', { result: 'DELETED' }],
			['Get New Replies', { text: 'Yes', from: NUMBER }],
			['Get New Short Code Messages', { text: 'VOTE A', shortCode: '31234' }],
			['Check Opt-Out', { number: NUMBER, optedOut: false }],
			['Get Many Opt-Outs', { number: '27820000001' }],
		];
		expect(shown.map(([name]) => itemsOf(data, name))).toMatchObject(
			shown.map(([, item]) => [item]),
		);

		for (const { name, parameters } of (workflow.nodes as WorkflowNode[]).slice(1)) {
			const fields = Object.keys(itemsOf(data, name)[0] ?? {});
			expect([name, fields]).toEqual([name, await stage.rest.outputFields(NODE_TYPE, parameters)]);
		}
	});

	it('finds its way back from each result to the item it came from', async () => {
		const rows = [
			{ name: 'Thandi', numbers: `${NUMBER}, 27822222222` },
			{ name: 'Pieter', numbers: '27823333333' },
		];
		const { data } = await stage.runWorkflow(
			chain([
				START,
				...rowNodes(rows),
				operation('Send', 'message', {
					operation: 'send',
					numbers: '={{ $json.numbers }}',
					text: '=Dear {{ $json.name }}',
				}),
				operation('Get Status', 'message', {
					operation: 'getStatus',
					messageIds: '={{ $json.messageId }}',
				}),
				node('Report', 'n8n-nodes-base.set', {
					mode: 'raw',
					jsonOutput:
						"={{ { name: $('Each').item.json.name, number: $('Send').item.json.number, isSame: $('Send').item.json.messageId === $json.messageId } }}",
				}),
			]),
		);
		expect(itemsOf(data, 'Report')).toEqual([
			{ name: 'Thandi', number: NUMBER, isSame: true },
			{ name: 'Thandi', number: '27822222222', isSame: true },
			{ name: 'Pieter', number: '27823333333', isSame: true },
		]);
	});
});

describe('the test of a credential, as its dialog calls it', () => {
	let page: TestServer;
	beforeAll(async () => {
		page = await startServer();
		page.answer('<html><title>Welcome</title></html>');
	});
	afterAll(async () => page.close());

	const outcomes: Array<[string, () => IDataObject, string, string]> = [
		['a good login', () => ({}), 'OK', 'Connection successful'],
		[
			'a wrong password',
			() => ({ password: 'Unm1stakable' }),
			'Error',
			'The gateway did not accept the login name or password',
		],
		[
			'a locked account',
			() => ({ user: 'locked', password: 'locked' }),
			'Error',
			'The login is right, but the gateway account is locked',
		],
		[
			'something else at the Base URL',
			() => ({ baseUrl: page.url, password: 'Unm1stakable' }),
			'Error',
			'The answer is not one a messaging gateway gives: "Welcome". Check the \'Base URL\' of the credential',
		],
		[
			'nothing at the Base URL',
			() => ({ baseUrl: 'http://127.0.0.1:9' }),
			'Error',
			"The gateway refused the connection. The service may be down. Check the 'Base URL' of the credential, or try again later",
		],
		[
			'a wrong Element Prefix',
			() => ({ brand: 'Other' }),
			'Error',
			"The login is right, but the XML interface does not know the 'Element Prefix'. Ask the gateway provider for it",
		],
	];

	it.each(outcomes)('tells %s', async (_, data, status, message) => {
		const result = await stage.testCredential(data());
		expect(result.status).toBe(status);
		expect(result.message).toContain(message);
		expect(result.message).not.toContain('Unm1stakable');
	});
});

describe('an AI agent', () => {
	it('is offered the node as a tool', async () => {
		const tool = (await stage.rest.nodeTypes()).find(({ name }) => name === `${NODE_TYPE}Tool`);
		expect(tool).toMatchObject({ displayName: 'Messaging Gateway Tool' });
	});

	it('sends a message with it, and is told what became of it', async () => {
		const told = await letAgentSend('Your table is ready');
		const messages = await stage.simulator.messages();
		expect(messages).toMatchObject([{ number: NUMBER, text: 'Your table is ready' }]);
		expect(JSON.parse(told)).toMatchObject([{ accepted: true, messageId: messages[0]?.id }]);
	});

	it('is told not to send again what may have been sent', async () => {
		await stage.simulator.fault('/xmlsendsmsmulti.asp', { drop: 'after' });
		const told = await letAgentSend('Your table is ready');
		expect(told).toContain('UNCONFIRMED');
		expect(told).toContain('Do not send');
		expect(await stage.simulator.messages()).toHaveLength(1);
	});

	/** Gives what the node answered the agent. */
	async function letAgentSend(text: string): Promise<string> {
		const model = await startChatModel({ numbers: NUMBER, text });
		const openAi = { apiKey: 'none', url: model.address };
		const id = await stage.rest.createCredential('Model', 'openAiApi', openAi);
		const agent = { promptType: 'define', text: 'Tell the customer that the table is ready' };
		const workflow = chain([START, node('Agent', '@n8n/n8n-nodes-langchain.agent', agent)]);
		(workflow.nodes as IDataObject[]).push(
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				{ model: { __rl: true, mode: 'id', value: 'scripted' } },
				{ credentials: { openAiApi: { id, name: 'Model' } } },
			),
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
		);
		Object.assign(workflow.connections as IDataObject, {
			Model: serve('Agent', 'ai_languageModel'),
			'Send a Text': serve('Agent', 'ai_tool'),
		});

		const { data } = await stage.runWorkflow(workflow);
		const asked = model.requests();
		await model.close();
		expect(data.resultData.error?.message).toBeUndefined();
		return asked[1]?.messages.find(({ role }) => role === 'tool')?.content ?? '';
	}
});
