import { DEMO, message, multiMessage, Service, withMessageIds } from './service';

const NUMBER = '27821110001';
const SEND = `/batchmessage.asp?${DEMO}&message=Hi&numbers=${NUMBER}`;

describe('with the clock of Johannesburg, at 10:00 there', () => {
	let service: Service;
	beforeEach(() => {
		service = new Service({ timeZone: 'Africa/Johannesburg' });
	});

	test('a time to send at is on that clock, over the query interface', async () => {
		await service.get(`${SEND}&scheduled=202611201030`);
		expect(await service.control('GET', '/messages')).toEqual([
			expect.objectContaining({ scheduledAt: '2026-11-20T08:30:00.000Z' }),
		]);
	});

	test('a time to send at is on that clock, over the XML interface', async () => {
		const body = multiMessage(message('Hi', NUMBER), '<Scheduled>202611201030</Scheduled>');
		await service.post('/xmlsendsmsmulti.asp', body);
		expect(await service.control('GET', '/messages')).toEqual([
			expect.objectContaining({ scheduledAt: '2026-11-20T08:30:00.000Z' }),
		]);
	});

	test('a time that is still to come in GMT alone sends at once', async () => {
		await service.get(`${SEND}&scheduled=202611200830`);
		expect(await service.control('GET', '/messages')).toEqual([
			expect.objectContaining({ scheduledAt: null }),
		]);
	});

	test('statuses are dated by it', async () => {
		await service.get(SEND);
		await service.wait(60);
		expect(await service.get(`/requestbatch.asp?${DEMO}&messageid=1000001;`)).toBe(
			'1000001=DELIVERED;2026/11/20;10:00:06;0&',
		);
		const asked = withMessageIds('Svc_StatusRequest', '1000001');
		expect(await service.post('/xmlgetstatus.asp', asked)).toContain(
			'<StatusDateTime>2026/11/20 10:00:06</StatusDateTime>',
		);
	});

	test('the status of an unknown ID has the present time of it', async () => {
		const asked = withMessageIds('Svc_StatusRequest', '5');
		expect(await service.post('/xmlgetstatus.asp', asked)).toContain(
			'<StatusDateTime>2026/11/20 10:00:00</StatusDateTime>',
		);
	});

	test('replies, short-code messages and opt-outs are dated by it', async () => {
		await service.get(SEND);
		await service.control('POST', '/replies', { from: NUMBER, text: 'STOP' });
		const vote = { shortCode: '31234', from: NUMBER, text: 'VOTE 1' };
		await service.control('POST', '/short-code-messages', vote);
		const at = `CLI=${NUMBER};DateReceived=202611201000;`;
		expect(await service.get(`/listoptouts.asp?${DEMO}`)).toContain(at);
		expect(await service.get(`/httpgetscmessages.asp?${DEMO}`)).toContain(at);
		expect(await service.get(`/httpgetreplies.asp?${DEMO}`)).toContain(at);
	});
});

describe('with the path /api', () => {
	const service = new Service({ path: '/api' });

	test('the endpoints are below it', async () => {
		expect(await service.get(`/api/auth.asp?${DEMO}`)).toBe('Login=OK');
		expect(
			await service.post('/api/xmlsendsmsmulti.asp', multiMessage(message('Hi', NUMBER))),
		).toContain('<Number>27821110001</Number><ID>1000001</ID>');
	});

	test('there is a web page without it, and no endpoint', async () => {
		expect((await service.request(`/auth.asp?${DEMO}`)).status).toBe(404);
		expect(await service.get(`/auth.asp?${DEMO}`)).toContain('<html>');
		expect(await service.get('/')).toContain('Messaging Gateway Simulator');
	});
});

describe('an endpoint and its parameters', () => {
	const service = new Service();

	test('are taken in upper and lower case', async () => {
		expect(await service.get('/Auth.ASP?User=demo&PASSWORD=demo')).toBe('Login=OK');
		expect(
			await service.get(`/BatchMessage.asp?User=demo&Password=demo&Message=Hi&Numbers=${NUMBER}`),
		).toBe(`${NUMBER}=1000001&`);
	});

	test('keep their names in the log, with the credentials masked', async () => {
		await service.get('/Auth.ASP?User=demo&PASSWORD=demo&Other=1');
		const requests = await service.control<object[]>('GET', '/requests');
		expect(requests.at(-1)).toEqual(
			expect.objectContaining({
				path: '/auth.asp',
				request: { User: '***', PASSWORD: '***', Other: '1' },
			}),
		);
	});

	test('keep the case of their values', async () => {
		expect(await service.get('/auth.asp?user=DEMO&password=demo')).toBe('Login=FAIL');
	});
});

test('the result for a number on the Do Not Contact list can be another word', async () => {
	const service = new Service({ doNotContactWord: 'WASPADNC' });
	expect(
		await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=27820000004;${NUMBER}`),
	).toBe(`27820000004=WASPADNC&${NUMBER}=1000001&`);
	expect(
		await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', '27820000004'))),
	).toContain('<ID>FAIL:WASPADNC</ID>');
});

test.each([
	['&numbers=27821110001', 'Error="No message given"'],
	['&message=Hi', 'Error="No numbers supplied"'],
])('the text of an Error can have quotes: %s', async (parameters, answer) => {
	const service = new Service({ quotedErrors: true });
	expect(await service.get(`/batchmessage.asp?${DEMO}${parameters}`)).toBe(answer);
});

test('a long code receives messages as a short code does', async () => {
	const service = new Service();
	await service.control('POST', '/short-code-messages', {
		shortCode: '27870000131',
		from: NUMBER,
		text: 'G1 On & off 7.47A',
	});
	expect(await service.get(`/httpgetscmessages.asp?${DEMO}`)).toBe(
		`SC=27870000131;CLI=${NUMBER};DateReceived=202611200800;Message=G1 On & off 7.47A&`,
	);
});
