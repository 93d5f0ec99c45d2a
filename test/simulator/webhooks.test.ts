import { startServer, type TestServer } from '../support/server';
import { Service } from './service';

const NUMBER = '27825550101';

let receiver: TestServer;
beforeAll(async () => {
	receiver = await startServer();
});
afterAll(async () => receiver.close());
beforeEach(() => receiver.answer('Thanks'));

/** A simulator that notifies the receiver, and has sent a message. */
async function notifying(replies: string | null = receiver.url): Promise<Service> {
	const service = new Service({ timeZone: 'Africa/Johannesburg' });
	await service.control('POST', '/webhooks', { replies });
	await service.send(NUMBER);
	return service;
}

/** Long enough for a second call that must not come. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 250));

const received = () => receiver.requests.map(({ method, query }) => ({ method, ...query }));

const NOTIFICATION = { method: 'GET', type: 'deliver', date: '20261120-100000', from: NUMBER };

test('a reply is notified once, and returned as ever', async () => {
	const service = await notifying();
	await service.reply('Yes & no', NUMBER);
	await aWhile();
	expect(received()).toEqual([NOTIFICATION]);
	expect(await service.replies()).toContain('Message=Yes & no;');
});

test('without an address, and after a reset, nobody is notified', async () => {
	const service = await notifying(null);
	await service.reply('Yes', NUMBER);
	await service.control('POST', '/webhooks', { replies: receiver.url });
	await service.reset();
	await service.send(NUMBER);
	await service.reply('Yes', NUMBER);
	await aWhile();
	expect(received()).toEqual([]);
});

test.each(['127.0.0.1:5678/webhook', 'file:///etc/passwd', ''])(
	'an address of HTTP or HTTPS is asked for: %j is refused',
	async (replies) => {
		expect(await new Service().control('POST', '/webhooks', { replies })).toMatchObject({
			statusCode: 400,
		});
	},
);
