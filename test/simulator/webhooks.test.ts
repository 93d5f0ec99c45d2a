import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO, Service } from './service';

jest.setTimeout(20_000);

const NUMBER = '27825550101';
const SHOWN_WITHIN_MS = 10_000;

let server: Server;
let address: string;
/** The request lines that the receiver got, such as `GET /bell?type=deliver`. */
let rung: string[];
/** What the receiver answers; undefined answers nothing. */
let status: number | undefined;

beforeAll(async () => {
	server = createServer((request, response) => {
		rung.push(`${request.method} ${request.url}`);
		if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('Thanks');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.close();
	server.closeAllConnections();
});
beforeEach(() => {
	rung = [];
	status = 200;
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const end = Date.now() + SHOWN_WITHIN_MS;
	while (!(await isSo())) {
		if (Date.now() > end) throw new Error('It did not come to that in time.');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Long enough for a second call that must not come: the simulator looks every 200 ms. */
const awhile = () => new Promise((resolve) => setTimeout(resolve, 250));

const listenTo = (service: Service, webhooks: object) =>
	service.control('POST', '/webhooks', webhooks);
const send = (service: Service, number = NUMBER) =>
	service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=${number}`);
const reply = (service: Service, text: string) =>
	service.control('POST', '/replies', { from: NUMBER, text });

describe('a new reply', () => {
	test('rings the address once, with its type, date and number', async () => {
		const service = new Service({ timeZone: 'Africa/Johannesburg' });
		await listenTo(service, { replies: `${address}/bell` });
		await send(service);
		await reply(service, 'Yes & no');
		await until(() => rung.length > 0);
		await awhile();
		expect(rung).toEqual([
			`GET /bell?type=deliver&date=20261120-100000&from=${NUMBER}` +
				'&simulator_message=Yes+%26+no&simulator_sent_message_id=1000001',
		]);
	});

	test('is still returned by the operations', async () => {
		const service = new Service();
		await listenTo(service, { replies: address });
		await send(service);
		await reply(service, 'Yes');
		await until(() => rung.length === 1);
		expect(await service.get(`/httpgetreplies.asp?${DEMO}`)).toContain('Message=Yes;');
	});

	test('to a short code rings too', async () => {
		const service = new Service();
		await listenTo(service, { replies: `${address}/bell?token=7` });
		await service.control('POST', '/short-code-messages', {
			shortCode: '31234',
			from: NUMBER,
			text: 'VOTE 1',
		});
		await until(() => rung.length > 0);
		expect(rung).toEqual([
			`GET /bell?token=7&type=deliver&date=20261120-080000&from=${NUMBER}` +
				'&simulator_message=VOTE+1&simulator_sent_message_id=&simulator_short_code=31234',
		]);
	});

	test('rings nobody when there is no address, and no address of a delivery report', async () => {
		const service = new Service();
		await listenTo(service, { deliveryReports: address });
		await send(service);
		await reply(service, 'Yes');
		await awhile();
		expect(rung).toEqual([]);
	});
});

describe('a delivery report', () => {
	test('rings the address once the message was delivered, or failed', async () => {
		const service = new Service({ timeZone: 'Africa/Johannesburg' });
		await listenTo(service, { deliveryReports: `${address}/report` });
		await send(service, `${NUMBER};27825559103`);
		await awhile();
		expect(rung).toEqual([]);
		await service.wait(60);
		await until(() => rung.length === 2);
		await service.wait(60);
		await awhile();
		expect(rung.sort()).toEqual([
			`GET /report?type=report&date=20261120-100006&from=${NUMBER}` +
				'&simulator_message_id=1000001&simulator_status=DELIVERED&simulator_code=0',
			'GET /report?type=report&date=20261120-100006&from=27825559103' +
				'&simulator_message_id=1000002&simulator_status=SENDINGFAILED&simulator_code=103',
		]);
	});

	test('rings for a status that somebody gave, and for a message without a report never', async () => {
		const service = new Service();
		await listenTo(service, { deliveryReports: address });
		await send(service, '27825559100;27825559105');
		await service.wait(3600);
		const failed = { status: 'SENDINGFAILED', code: 107 };
		await service.control('POST', '/messages/1000002/status', failed);
		await until(() => rung.length > 0);
		await awhile();
		expect(rung).toEqual([expect.stringContaining('from=27825559105')]);
	});
});

describe('a receiver', () => {
	test('that answers nothing delays nobody, and is not rung again', async () => {
		status = undefined;
		const service = new Service({ webhookPatienceMs: 1500 });
		await listenTo(service, { replies: address });
		await send(service);
		const begun = performance.now();
		for (const text of ['One', 'Two', 'Three']) await reply(service, text);
		expect(performance.now() - begun).toBeLessThan(1000);
		await until(() => rung.length === 3);
		expect(await service.control('GET', '/webhooks')).toEqual({
			replies: address,
			deliveryReports: null,
			pending: 3,
			answered: 0,
			unanswered: 0,
		});
		await until(async () => {
			const { unanswered } = await service.control<{ unanswered: number }>('GET', '/webhooks');
			return unanswered === 3;
		});
		expect(rung).toHaveLength(3);
		expect(await service.control('GET', '/notifications')).toEqual(
			Array(3).fill(expect.objectContaining({ outcome: 'unanswered', status: null })),
		);
	});

	test('that cannot be reached is counted', async () => {
		const service = new Service();
		await listenTo(service, { replies: 'http://127.0.0.1:9' });
		await send(service);
		await reply(service, 'Yes');
		await until(async () => {
			const { unanswered } = await service.control<{ unanswered: number }>('GET', '/webhooks');
			return unanswered === 1;
		});
	});

	test('that answers 500, or leads elsewhere, is not rung again', async () => {
		const service = new Service();
		await listenTo(service, { replies: address });
		await send(service);
		for (status of [500, 302]) {
			await reply(service, 'Yes');
			await awhile();
		}
		expect(rung).toHaveLength(2);
		expect(await service.control('GET', '/notifications')).toEqual([
			expect.objectContaining({ outcome: 'answered', status: 500 }),
			expect.objectContaining({ outcome: 'answered', status: 302 }),
		]);
	});

	test('gets 300 replies within ten seconds, once each', async () => {
		const service = new Service();
		await listenTo(service, { replies: address });
		await send(service);
		for (let count = 1; count <= 300; count += 1) await reply(service, `Reply ${count}`);
		await until(() => rung.length >= 300);
		await awhile();
		expect(new Set(rung).size).toBe(300);
		expect(rung).toHaveLength(300);
	});
});

describe('the addresses', () => {
	test.each(['127.0.0.1:5678/webhook', 'file:///etc/passwd', ''])(
		'are of HTTP or HTTPS: %j is refused',
		async (replies) => {
			expect(await listenTo(new Service(), { replies })).toEqual(
				expect.objectContaining({
					statusCode: 400,
					message: `"${replies}" is not an address that begins with http:// or https://.`,
				}),
			);
		},
	);

	test('are changed one by one, and removed with null', async () => {
		const service = new Service();
		await listenTo(service, { replies: address, deliveryReports: address });
		expect(await listenTo(service, { replies: null })).toEqual(
			expect.objectContaining({ replies: null, deliveryReports: address }),
		);
	});

	test('are those it was started with again after a reset', async () => {
		const webhooks = { replies: `${address}/first`, deliveryReports: null };
		const service = new Service({ webhooks });
		await listenTo(service, { replies: `${address}/second` });
		await service.control('POST', '/reset');
		expect(await service.control('GET', '/webhooks')).toEqual(expect.objectContaining(webhooks));
		await send(service);
		await reply(service, 'Yes');
		await until(() => rung.length > 0);
		expect(rung).toEqual([expect.stringContaining('GET /first?')]);
	});
});
