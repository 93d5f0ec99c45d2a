import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../sandbox/execution';
import { Simulator, type SimulatorOptions } from '../../sandbox/simulator';
import { PASSWORD, whereIsPassword } from './password';
import { setUpStage, START } from './stage';
import { reply } from './triggers';
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

/** Runs a request of the HTTP Request node with a credential of ours. */
const request = async (credential: string, url: string, parameters: IDataObject = {}) => {
	const http = gatewayNode(
		'HTTP',
		{
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingGatewayApi',
			...parameters,
		},
		credential,
		{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
	);
	return await stage.runWorkflow(chain([START, http]));
};

describe.each(Object.entries(SERVICES))('%s', (_, service) => {
	const { number, timezone } = service;
	let simulator: Simulator;
	let login: IDataObject;
	let credential: string;
	beforeAll(async () => {
		simulator = await Simulator.start(service.simulator);
		login = { baseUrl: simulator.baseUrl, ...service.credential };
		credential = await stage.credential(login);
	});
	beforeEach(async () => simulator.post('reset', {}));

	it('passes the test of its credential', async () => {
		expect(await stage.testCredential(login)).toEqual({
			status: 'OK',
			message: 'Connection successful',
		});
	});

	it.each(['query', 'xml'])('is sent to, followed and read over %s', async (via) => {
		const operate = async (resource: string, operation: string, parameters: IDataObject = {}) => {
			const options = { interface: via, ...(parameters.options as IDataObject) };
			const all = { resource, operation, ...parameters, options };
			const gateway = gatewayNode('Gateway', all, credential);
			const { data, status } = await stage.runWorkflow(chain([START, gateway], { timezone }));
			expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
			return itemsOf(data, 'Gateway');
		};
		const send = async (numbers: string, options: IDataObject = {}) =>
			(await operate('message', 'send', { numbers, text: 'Hi', options }))[0];

		const later = await send(number, { scheduledAt: '2099-01-01T08:00:00' });
		expect(later).toMatchObject({ result: 'ACCEPTED', scheduledAt: service.eightInTheMorning });
		const [waiting] = await simulator.messages();
		expect(Date.parse(waiting?.scheduledAt ?? '')).toBe(Date.parse(service.eightInTheMorning));
		const deleted = await operate('message', 'deleteScheduled', { messageIds: later?.messageId });
		expect(deleted).toMatchObject([{ result: 'DELETED' }]);

		const sent = await send(number);
		expect(await send(DO_NOT_CONTACT, { failWhen: 'never' })).toMatchObject({
			result: 'INDUSTRY_DNC',
		});
		await reply({ simulator }, { from: number, text: 'Date&Time = now; &' });
		const vote = { shortCode: '27870000131', from: number, text: 'G1 & co' };
		await simulator.post('short-code-messages', vote);
		const [toCode] = await operate('shortCodeMessage', 'getNew');
		expect(toCode).toMatchObject(vote);
		const replies = await operate('reply', 'getNew');
		const received = replies.find(({ text }) => text === 'Date&Time = now; &');
		expect(received).toMatchObject({ from: number, optOut: false });
		await reply({ simulator }, { from: number, text: 'STOP' });
		const optOuts = await operate('optOut', 'getAll', { returnAll: true });
		const optOut = optOuts.find((one) => one.number === number);
		for (const record of [toCode, received, optOut]) {
			const age = Date.now() - Date.parse(String(record?.receivedAt));
			expect(Math.abs(age)).toBeLessThan(120_000);
		}

		await simulator.post('clock', { advanceSeconds: 3600 });
		const [status] = await operate('message', 'getStatus', { messageIds: sent?.messageId });
		expect(status).toMatchObject({ phase: 'delivered', final: true });
		const message = (await simulator.messages()).find(({ id }) => id === sent?.messageId);
		expect(Date.parse(String(status?.statusAt))).toBe(
			Math.floor(Date.parse(message?.statusAt ?? '') / 1000) * 1000,
		);
	});

	it('serves a whole address below its Base URL to the HTTP Request node', async () => {
		const balance = await request(credential, `${simulator.baseUrl}/credits.asp`);
		expect(itemsOf(balance.data, 'HTTP')).toEqual([{ data: 'Credits=1000' }]);
		const replies = await request(credential, `${simulator.baseUrl}/xmlgetreplies.asp`, {
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "Replies": {} }',
		});
		expect(itemsOf(replies.data, 'HTTP')[0]?.data).toContain('<XMLGateway_Replies');
		const foreign = await request(credential, 'http://127.0.0.1:9/credits.asp');
		expect(foreign.data.resultData.error?.message).toContain(
			`Enter one below the 'Base URL' of the credential, such as ${simulator.baseUrl}/credits.asp`,
		);
	});
});

it('stores no password when the HTTP Request node fails', async () => {
	const credential = await stage.credential({ password: PASSWORD });
	await stage.simulator.fault('/credits.asp', { status: 500, body: 'Out of order' });
	const { status } = await request(credential, `${stage.simulator.address}/credits.asp`);
	expect(status).toBe('error');
	expect(await whereIsPassword(stage)).toEqual([]);
});
