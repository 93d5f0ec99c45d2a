import { execute } from '../support/context';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const to = { numbers: '27821111111', text: 'Hi', message: 'Are you well?' };

it('the interface of the first item is used for all of them', async () => {
	server.answer('27821111111=101&27822222222=102&');
	const { json } = await execute(server.url, 'message', 'send', [
		{ ...to, options: { interface: 'query' } },
		{ ...to, numbers: '27822222222', options: { interface: 'xml' } },
	]);
	expect(json.map(({ messageId }) => messageId)).toEqual(['101', '102']);
	expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
});
