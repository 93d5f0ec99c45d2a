import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../sandbox/execution';
import { Simulator, type SimulatorOptions } from '../../sandbox/simulator';
import { setUpStage, START } from './stage';
import { whereabouts } from './triggers';
import { chain, gatewayNode } from './workflows';

const stage = setUpStage();

interface Service {
	simulator: SimulatorOptions;
	/** The fields of the credential beside login and address. */
	credential: IDataObject;
	/** The zone of its customers' workflows, and 08:00 on the first day of 2099 there. */
	timezone: string;
	eightInTheMorning: string;
	number: string;
}

/** The services of this kind, as their public documentation describes them. */
const SERVICES: Record<string, Service> = {
	'the South African service': {
		simulator: {
			path: '/api',
			timeZone: 'Africa/Johannesburg',
			prefix: 'WinSMS',
			doNotContactWord: 'WASPADNC',
		},
		credential: { brand: 'WinSMS', timezone: 'Africa/Johannesburg' },
		timezone: 'Africa/Johannesburg',
		eightInTheMorning: '2099-01-01T06:00:00Z',
		number: '27821111111',
	},
	'the international service': {
		simulator: { prefix: 'WinSMS' },
		credential: { brand: 'WinSMS' },
		timezone: 'Europe/Berlin',
		eightInTheMorning: '2099-01-01T07:00:00Z',
		number: '4915111111111',
	},
};

/** The number on the simulator's Do Not Contact list. */
const DO_NOT_CONTACT = '27820000004';

const isNow = (iso: unknown): boolean => Math.abs(Date.now() - Date.parse(String(iso))) < 120_000;

describe.each(Object.entries(SERVICES))('%s', (_, service) => {
	let simulator: Simulator;
	let login: IDataObject;
	let credential: string;
	beforeAll(async () => {
		simulator = await Simulator.start(service.simulator);
		login = {
			baseUrl: simulator.baseUrl,
			user: 'demo',
			password: 'demo',
			allowUnauthorizedCerts: false,
			...service.credential,
		};
		credential = await stage.credential(login);
	});
	beforeEach(async () => simulator.post('reset', {}));

	const operate = async (
		via: string,
		resource: string,
		operation: string,
		{ options = {}, ...parameters }: IDataObject = {},
	): Promise<IDataObject[]> => {
		const all = {
			resource,
			operation,
			...parameters,
			options: { interface: via, ...(options as IDataObject) },
		};
		const workflow = chain([START, gatewayNode('Gateway', all, credential)], {
			timezone: service.timezone,
		});
		const { data, status } = await stage.runWorkflow(workflow);
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		return itemsOf(data, 'Gateway');
	};

	it('passes the test of its credential', async () => {
		expect(await stage.testCredential(login)).toEqual({
			status: 'OK',
			message: 'Connection successful',
		});
	});

	describe.each(['query', 'xml'])('over %s', (via) => {
		const { number } = service;
		const send = async (options: IDataObject = {}, numbers = number) =>
			await operate(via, 'message', 'send', { numbers, text: 'Hi', options });

		it('sends, and follows the message to its delivery', async () => {
			const [sent] = await send();
			expect(sent).toMatchObject({ result: 'ACCEPTED', number, scheduledAt: null });
			await simulator.post('clock', { advanceSeconds: 3600 });
			const messageIds = sent?.messageId;
			const [status] = await operate(via, 'message', 'getStatus', { messageIds });
			expect(status).toMatchObject({ phase: 'delivered', final: true });
			const [message] = await simulator.messages();
			expect(Date.parse(String(status?.statusAt))).toBe(
				Math.floor(Date.parse(message?.statusAt ?? '') / 1000) * 1000,
			);
		});

		it('schedules for the time on the clock of the workflow, and deletes it again', async () => {
			const [sent] = await send({ scheduledAt: '2099-01-01T08:00:00' });
			expect(sent).toMatchObject({ result: 'ACCEPTED', scheduledAt: service.eightInTheMorning });
			const [message] = await simulator.messages();
			expect(Date.parse(message?.scheduledAt ?? '')).toBe(Date.parse(service.eightInTheMorning));
			const messageIds = sent?.messageId;
			const [deleted] = await operate(via, 'message', 'deleteScheduled', { messageIds });
			expect(deleted).toMatchObject({ result: 'DELETED' });
		});

		it('schedules for an hour from now, and not at once', async () => {
			await send({ scheduledAt: '={{ $now.plus({ hours: 1 }).toISO() }}' });
			const [message] = await simulator.messages();
			const minutes = (Date.parse(message?.scheduledAt ?? '') - Date.now()) / 60_000;
			expect(minutes).toBeGreaterThan(58);
			expect(minutes).toBeLessThan(62);
		});

		it('says that a number is on the Do Not Contact list', async () => {
			const options = { failWhen: 'never' };
			expect(await send(options, DO_NOT_CONTACT)).toMatchObject([{ result: 'INDUSTRY_DNC' }]);
		});

		it('reads replies, messages to a long code and opt-outs, received just now', async () => {
			await send();
			await simulator.post('replies', { from: number, text: 'Date&Time = now; &' });
			const vote = { shortCode: '27870000131', from: number, text: 'G1 & co' };
			await simulator.post('short-code-messages', vote);
			const [toCode] = await operate(via, 'shortCodeMessage', 'getNew');
			expect(toCode).toMatchObject({ shortCode: '27870000131', from: number, text: 'G1 & co' });
			const replies = await operate(via, 'reply', 'getNew');
			const reply = replies.find(({ text }) => text === 'Date&Time = now; &');
			expect(reply).toMatchObject({ from: number, optOut: false });
			await simulator.post('replies', { from: number, text: 'STOP' });
			const optOuts = await operate(via, 'optOut', 'getAll', { returnAll: true });
			const optOut = optOuts.find((one) => one.number === number);
			expect([toCode, reply, optOut].map((one) => isNow(one?.receivedAt))).toEqual([
				true,
				true,
				true,
			]);
			expect(await operate(via, 'reply', 'getNew')).toMatchObject([{ text: 'STOP', optOut: true }]);
			expect(await operate(via, 'reply', 'getNew')).toEqual([]);
			expect(await operate(via, 'optOut', 'check', { numbers: number })).toMatchObject([
				{ optedOut: true },
			]);
			expect(await send({ failWhen: 'never' })).toMatchObject([{ result: 'OPTED_OUT' }]);
		});
	});

	it('transfers credits, and tells the balance', async () => {
		const transfer = { fromAccountId: '1001', toAccountId: '1002', quantity: 10 };
		const [made] = await operate('auto', 'account', 'transferCredits', transfer);
		expect(made).toMatchObject({ transferred: true });
		expect(await operate('auto', 'account', 'getBalance')).toEqual([{ credits: 990 }]);
		expect(await operate('auto', 'account', 'checkLogin')).toMatchObject([{ valid: true }]);
	});

	it('serves a whole address below its Base URL to the HTTP Request node', async () => {
		const request = async (url: string, parameters: IDataObject = {}) => {
			const http = {
				...gatewayNode('HTTP', { url, ...authentication, ...parameters }, credential, {
					type: 'n8n-nodes-base.httpRequest',
				}),
				typeVersion: 4.2,
			};
			return await stage.runWorkflow(chain([START, http]));
		};
		const authentication = {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingGatewayApi',
		};
		const balance = await request(`${simulator.baseUrl}/credits.asp`);
		expect(itemsOf(balance.data, 'HTTP')).toEqual([{ data: 'Credits=1000' }]);
		const replies = await request(`${simulator.baseUrl}/xmlgetreplies.asp`, {
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "Replies": {} }',
		});
		expect(itemsOf(replies.data, 'HTTP')[0]?.data).toContain('<XMLGateway_Replies');
		const foreign = await request('http://127.0.0.1:9/credits.asp');
		expect(foreign.data.resultData.error?.message).toContain(
			`Enter one below the 'Base URL' of the credential, such as ${simulator.baseUrl}/credits.asp`,
		);
	});
});

it('stores no password when the HTTP Request node fails', async () => {
	const password = 'Unmistakable&42';
	const credential = await stage.credential({ password });
	await stage.simulator.fault('/credits.asp', { status: 500, body: 'Out of order' });
	const url = `${stage.simulator.address}/credits.asp`;
	const http = gatewayNode(
		'HTTP',
		{
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingGatewayApi',
		},
		credential,
		{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
	);
	const { status } = await stage.runWorkflow(chain([START, http]));
	expect(status).toBe('error');
	expect(await whereabouts(stage, password, encodeURIComponent(password))).toEqual([]);
});

it('finds the wrong zone, the missing path and the file name of the South African service', async () => {
	const { simulator: options, credential } = SERVICES['the South African service'] as Service;
	const simulator = await Simulator.start(options);
	const test = async (data: IDataObject) =>
		(
			await stage.testCredential({
				baseUrl: simulator.baseUrl,
				user: 'demo',
				password: 'demo',
				...credential,
				...data,
			})
		).message;
	expect(await test({ timezone: 'UTC' })).toContain(
		"the gateway's clock is 2 hours ahead of 'Gateway Time Zone'",
	);
	expect(await test({ baseUrl: simulator.address })).toContain(
		`There is a gateway at ${simulator.address}/api`,
	);
	expect(await test({ baseUrl: `${simulator.baseUrl}/batchmessage.asp` })).toContain(
		'without the file name',
	);
	expect(await test({ brand: 'Svc' })).toContain("does not know the 'Element Prefix'");
});
