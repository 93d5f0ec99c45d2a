import type { IDataObject } from 'n8n-workflow';
import { execute } from '../support/context';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const NOT_A_CHOICE = '\'Interface\' is "Query", which is none of its values';
const to = { numbers: '27821111111', text: 'Hi', message: 'Are you well?' };

describe('an interface that does not exist', () => {
	it.each<[resource: string, operation: string, parameters: IDataObject]>([
		['message', 'send', to],
		['message', 'sendAndWait', to],
		['message', 'getStatus', { messageIds: '101' }],
		['message', 'deleteScheduled', { messageIds: '101' }],
		['reply', 'getNew', {}],
		['shortCodeMessage', 'getNew', {}],
	])('is refused before any request: %s %s', async (resource, operation, parameters) => {
		server.answer('');
		for (const chosen of ['Query', '', null]) {
			const options = { interface: chosen };
			const { error } = await execute(server.url, resource, operation, { ...parameters, options });
			expect(error?.message).toBe(
				chosen === 'Query' ? NOT_A_CHOICE : "'Interface' is empty, which is none of its values",
			);
		}
		expect(server.requests).toEqual([]);
	});

	it('counts for all recipients, whichever the other items name', async () => {
		server.answer('');
		const { error } = await execute(server.url, 'message', 'send', [
			{ ...to, options: { interface: 'Query' } },
			{ ...to, options: { interface: 'xml' } },
		]);
		expect(error?.message).toBe(NOT_A_CHOICE);
		expect(server.requests).toEqual([]);
	});
});

it('the interface of the first item is used for all of them', async () => {
	server.answer('27821111111=101&27822222222=102&');
	const { json } = await execute(server.url, 'message', 'send', [
		{ ...to, options: { interface: 'query' } },
		{ ...to, numbers: '27822222222', options: { interface: 'xml' } },
	]);
	expect(json.map(({ messageId }) => messageId)).toEqual(['101', '102']);
	expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
});
