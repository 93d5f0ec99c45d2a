import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../sandbox/execution';
import { setUpStage, START } from './stage';
import { chain, gatewayNode, NODE_TYPE, type WorkflowNode } from './workflows';

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
});

it('the test of a credential tells a wrong password, without naming it', async () => {
	const { status, message } = await stage.testCredential({ password: 'Unm1stakable' });
	expect({ status, message }).toEqual({
		status: 'Error',
		message: expect.stringContaining('The gateway did not accept the login name or password'),
	});
	expect(message).not.toContain('Unm1stakable');
});
