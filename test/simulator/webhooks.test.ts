import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookAddresses } from '../../simulator/webhooks/webhooks';
import type { SimulatorOptions } from '../../simulator/simulator';
import { refusal, Service } from './service';

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

/** A simulator that rings these addresses, and has sent a message to each number. */
async function ringing(
	webhooks: Partial<WebhookAddresses>,
	options: SimulatorOptions = {},
	numbers = NUMBER,
): Promise<Service> {
	const service = new Service(options);
	await service.control('POST', '/webhooks', webhooks);
	await service.send(numbers);
	return service;
}

const isUnanswered = async (service: Service, count: number) =>
	(await service.control<{ unanswered: number }>('GET', '/webhooks')).unanswered === count;

describe('a new reply', () => {
	test('rings the address once, with its type, date and number, and is returned as ever', async () => {
		const timeZone = 'Africa/Johannesburg';
		const service = await ringing({ replies: `${address}/bell` }, { timeZone });
		await service.reply('Yes & no', NUMBER);
		await until(() => rung.length > 0);
		await awhile();
		expect(rung).toEqual([
			`GET /bell?type=deliver&date=20261120-100000&from=${NUMBER}` +
				'&simulator_message=Yes+%26+no&simulator_sent_message_id=1000001',
		]);
		expect(await service.replies()).toContain('Message=Yes & no;');
	});

	test('to a short code rings too', async () => {
		const service = await ringing({ replies: `${address}/bell?token=7` });
		await service.textShortCode('VOTE 1', NUMBER);
		await until(() => rung.length > 0);
		expect(rung).toEqual([
			`GET /bell?token=7&type=deliver&date=20261120-080000&from=${NUMBER}` +
				'&simulator_message=VOTE+1&simulator_sent_message_id=1000001&simulator_short_code=31234',
		]);
	});

	test('rings nobody when there is no address, and no address of a delivery report', async () => {
		const service = await ringing({ deliveryReports: address });
		await service.reply('Yes', NUMBER);
		await awhile();
		expect(rung).toEqual([]);
	});
});

describe('a delivery report', () => {
	test('rings the address once the message was delivered, or failed', async () => {
		const service = await ringing(
			{ deliveryReports: `${address}/report` },
			{ timeZone: 'Africa/Johannesburg' },
			`${NUMBER};27825559103`,
		);
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
		const numbers = '27825559100;27825559105';
		const service = await ringing({ deliveryReports: address }, {}, numbers);
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
		const service = await ringing({ replies: address }, { webhookPatienceMs: 1500 });
		const begun = performance.now();
		for (const text of ['One', 'Two', 'Three']) await service.reply(text, NUMBER);
		expect(performance.now() - begun).toBeLessThan(1000);
		await until(() => rung.length === 3);
		expect(await service.control('GET', '/webhooks')).toEqual({
			replies: address,
			deliveryReports: null,
			pending: 3,
			answered: 0,
			unanswered: 0,
		});
		await until(async () => await isUnanswered(service, 3));
		expect(rung).toHaveLength(3);
		const unanswered = { outcome: 'unanswered', status: null };
		expect(await service.control('GET', '/notifications')).toMatchObject(Array(3).fill(unanswered));
	});

	test('that cannot be reached is counted', async () => {
		const service = await ringing({ replies: 'http://127.0.0.1:9' });
		await service.reply('Yes', NUMBER);
		await until(async () => await isUnanswered(service, 1));
	});

	test('that answers 500, or leads elsewhere, is not rung again', async () => {
		const service = await ringing({ replies: address });
		for (status of [500, 302]) {
			await service.reply('Yes', NUMBER);
			await awhile();
		}
		expect(rung).toHaveLength(2);
		expect(await service.control('GET', '/notifications')).toMatchObject([
			{ outcome: 'answered', status: 500 },
			{ outcome: 'answered', status: 302 },
		]);
	});

	test('gets 300 replies within ten seconds, once each', async () => {
		const service = await ringing({ replies: address });
		for (let count = 1; count <= 300; count += 1) await service.reply(`Reply ${count}`, NUMBER);
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
			expect(await new Service().control('POST', '/webhooks', { replies })).toEqual(
				refusal(`"${replies}" is not an address that begins with http:// or https://.`),
			);
		},
	);

	test('are changed one by one, and removed with null', async () => {
		const service = await ringing({ replies: address, deliveryReports: address });
		expect(await service.control('POST', '/webhooks', { replies: null })).toMatchObject({
			replies: null,
			deliveryReports: address,
		});
	});

	test('are those it was started with again after a reset', async () => {
		const webhooks = { replies: `${address}/first`, deliveryReports: null };
		const service = await ringing({ replies: `${address}/second` }, { webhooks });
		await service.reset();
		await service.send(NUMBER);
		await service.reply('Yes', NUMBER);
		await until(() => rung.length > 0);
		expect(rung).toEqual([expect.stringContaining('GET /first?')]);
		expect(await service.control('GET', '/webhooks')).toMatchObject(webhooks);
	});
});
