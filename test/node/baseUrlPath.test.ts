import type { IDataObject } from 'n8n-workflow';
import { execute } from '../support/context';
import { poll } from '../support/poll';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const query = { options: { interface: 'query' } };
const message = { numbers: '27821111111', text: 'Hi' };
const question = { numbers: '27821111111', message: 'Shall we?', responseType: 'approval' };
const transfer = { fromAccountId: '1001', toAccountId: '1002', quantity: 10 };
const id = { messageIds: '101' };

/** Everything that the node asks a gateway for, on each interface that has it. */
const OPERATIONS: Array<[resource: string, operation: string, IDataObject, path: string]> = [
	['account', 'checkLogin', {}, 'auth'],
	['account', 'getBalance', {}, 'credits'],
	['account', 'transferCredits', transfer, 'creditstransfer'],
	['message', 'send', { ...message, ...query }, 'batchmessage'],
	['message', 'send', message, 'xmlsendsmsmulti'],
	['message', 'sendAndWait', { ...question, ...query }, 'batchmessage'],
	['message', 'sendAndWait', question, 'xmlsendsmsmulti'],
	['message', 'getStatus', { ...id, ...query }, 'requestbatch'],
	['message', 'getStatus', id, 'xmlgetstatus'],
	['message', 'deleteScheduled', { ...id, ...query }, 'deletescheduled'],
	['message', 'deleteScheduled', id, 'xmldeletescheduled'],
	['reply', 'getNew', query, 'httpgetreplies'],
	['reply', 'getNew', {}, 'xmlgetreplies'],
	['shortCodeMessage', 'getNew', query, 'httpgetscmessages'],
	['shortCodeMessage', 'getNew', {}, 'xmlgetscmessages'],
	['optOut', 'getAll', { returnAll: true }, 'listoptouts'],
	['optOut', 'check', { numbers: '27821111111' }, 'listoptouts'],
];

describe('a Base URL with a path', () => {
	it.each(OPERATIONS)('is kept in %s: %s %j', async (resource, operation, parameters, path) => {
		server.answer('FAIL&');
		await execute(`${server.url}/sms/api/`, resource, operation, parameters);
		expect(server.requests.map((request) => request.path)).toEqual([`/sms/api/${path}.asp`]);
	});

	it('is kept in the trigger', async () => {
		server.answer('FAIL&');
		await poll({
			url: `${server.url}/api`,
			parameters: { events: ['statusChange', 'reply', 'shortCodeMessage'], messageIds: '101' },
			host: 'n8n 2',
		});
		for (const { path } of server.requests) expect(path).toMatch(/^\/api\/\w+\.asp$/);
		expect(server.requests.length).toBeGreaterThan(0);
	});
});
