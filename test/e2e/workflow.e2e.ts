import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../sandbox/execution';
import { startServer, type TestServer } from '../support/server';
import { setUpStage, START } from './stage';
import { chain, gatewayNode, node, NODE_TYPE, rowNodes, type WorkflowNode } from './workflows';

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

	it.each([
		['a good login', () => ({}), 'OK', 'Connection successful'],
		[
			'a wrong password',
			() => ({ password: 'Unm1stakable' }),
			'Error',
			'The gateway did not accept the login name or password',
		],
		[
			'something else at the Base URL',
			() => ({ baseUrl: page.url, password: 'Unm1stakable' }),
			'Error',
			`The answer is not one a messaging gateway gives: "Welcome". Check 'Service' or 'Base URL' in the credential`,
		],
	])('tells %s', async (_, data, status, message) => {
		const result = await stage.testCredential(data());
		expect(result.status).toBe(status);
		expect(result.message).toContain(message);
		expect(result.message).not.toContain('Unm1stakable');
	});
});
