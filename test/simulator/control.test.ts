import { DEMO, message, multiMessage, Service } from './service';

const SEND = `/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`;

const service = new Service();
beforeEach(() => service.reset());

describe('POST /control/reset', () => {
	test('brings back the seed and forgets everything else', async () => {
		await service.get(SEND);
		await service.control('POST', '/faults', { fault: { status: 500 } });
		await service.wait(3600);
		await service.control('POST', '/reset');
		expect(await service.credits()).toBe('Credits=1000');
		expect(await service.control('GET', '/messages')).toEqual([]);
		expect(await service.control('GET', '/faults')).toEqual([]);
		expect(await service.control('GET', '/clock')).toEqual({
			now: '2026-11-20T08:00:00.000Z',
			speed: 0,
		});
		expect(await service.get(SEND)).toBe('27821110001=1000001&');
	});

	test('forgets what was added to the lists and the rules', async () => {
		await service.control('POST', '/seed', {
			blacklist: ['27821110001'],
			industryDoNotContact: ['27821110002'],
			optOuts: [{ login: 'demo', number: '27821110003' }],
			delivery: { outcomeByEnding: { '4': { status: 'SENT', code: 106 } } },
		});
		await service.control('POST', '/reset');
		const numbers = ['27821110001', '27821110002', '27821110003', '27821110004'];
		await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=${numbers.join(';')}`);
		await service.wait(60);
		expect(await service.control('GET', '/messages')).toEqual(
			numbers.map((number) => expect.objectContaining({ number, status: 'DELIVERED' })),
		);
	});

	test('leaves nothing at all when asked to', async () => {
		await service.control('POST', '/reset', { empty: true });
		expect(await service.control('GET', '/accounts')).toEqual([]);
	});
});

describe('POST /control/seed', () => {
	test('adds an account', async () => {
		const account = { id: 2001, login: 'new', password: 'secret', credits: 1.5 };
		await service.control('POST', '/seed', { accounts: [account] });
		expect(await service.get('/credits.asp?user=new&password=secret')).toBe('Credits=2');
	});

	test('changes an account that is there', async () => {
		await service.control('POST', '/seed', { accounts: [{ login: 'demo', locked: true }] });
		expect(await service.get(`/auth.asp?${DEMO}`)).toBe('Login=ACCOUNTLOCKED');
		expect(await service.credits()).toBe('Credits=1000');
	});

	test('adds numbers to the lists', async () => {
		await service.control('POST', '/seed', {
			blacklist: ['27821110001'],
			industryDoNotContact: ['27821110002'],
			optOuts: [{ login: 'demo', number: '27821110003' }],
		});
		expect(
			await service.get(
				`/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001;27821110002;27821110003`,
			),
		).toBe('27821110001=BADDEST&27821110002=INDUSTRYDNC&27821110003=OPTEDOUT&');
	});

	test.each([
		[{ accounts: [{ login: 'x' }] }, 'Account "x" is new and needs an id and a password.'],
		[{ accounts: [{ login: 'x', password: 'x', id: 1001 }] }, 'Another account has the id 1001.'],
		[{ optOuts: [{ login: 'x', number: '27821110003' }] }, 'There is no account "x".'],
		[{ acounts: [] }, 'body must NOT have additional properties'],
	])('refuses %j and says why', async (seed, why) => {
		expect(await service.control('POST', '/seed', seed)).toEqual(
			expect.objectContaining({ statusCode: 400, message: why }),
		);
	});
});

test('GET /control/accounts shows every account, with the password to log in', async () => {
	const accounts = await service.control<object[]>('GET', '/accounts');
	expect(accounts).toHaveLength(5);
	expect(accounts[2]).toEqual({
		id: 1003,
		login: 'trial',
		password: 'trial',
		mainAccountId: null,
		credits: 10,
		locked: false,
		trial: true,
		ownNumber: '27820001003',
		shortCodes: [],
		bypassIndustryDoNotContact: false,
	});
});

test('GET /control/messages shows every message accepted', async () => {
	await service.get(SEND);
	await service.wait(3);
	expect(await service.control('GET', '/messages')).toEqual([
		{
			id: '1000001',
			account: 'demo',
			number: '27821110001',
			text: 'Hi',
			parts: 1,
			credits: 1,
			scheduledAt: null,
			status: 'SENT',
			code: 100,
			statusAt: '2026-11-20T08:00:03.000Z',
			acceptedAt: '2026-11-20T08:00:00.000Z',
			interface: 'query',
			deleted: false,
		},
	]);
});

describe('GET /control/requests', () => {
	test('shows a GET request with its parameters, its credentials masked', async () => {
		await service.get(SEND);
		expect(await service.control('GET', '/requests')).toEqual([
			{
				at: '2026-11-20T08:00:00.000Z',
				method: 'GET',
				path: '/batchmessage.asp',
				interface: 'query',
				accountId: 1001,
				request: { user: '***', password: '***', message: 'Hi', numbers: '27821110001' },
				fault: {},
				workDone: true,
				answer: {
					status: 200,
					headers: { 'content-type': 'text/html; charset=utf-8' },
					body: '27821110001=1000001&',
				},
				answerSent: 'whole',
			},
		]);
	});

	test('shows a POST request with the elements of its body, its credentials masked', async () => {
		await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', '27821110001')));
		expect(await service.control('GET', '/requests')).toEqual([
			expect.objectContaining({
				method: 'POST',
				interface: 'xml',
				request: {
					Svc_Multi_Message: [
						{
							User: ['***'],
							Password: ['***'],
							Messages: [
								{ Message: [{ MessageText: ['Hi'], Numbers: [{ Number: ['27821110001'] }] }] },
							],
						},
					],
				},
			}),
		]);
	});

	test('masks the credentials of a body that cannot be read', async () => {
		await service.post('/xmlgetreplies.asp', '<R><User>demo</User><Password>a&b</Password>');
		expect(await service.control('GET', '/requests')).toEqual([
			expect.objectContaining({ request: '<R><User>***</User><Password>***</Password>' }),
		]);
	});

	test('is forgotten on DELETE', async () => {
		await service.get(SEND);
		await service.control('DELETE', '/requests');
		expect(await service.control('GET', '/requests')).toEqual([]);
	});
});

describe('POST /control/clock', () => {
	test('advances the clock and sets it', async () => {
		expect(await service.control('POST', '/clock', { advanceSeconds: 90 })).toEqual({
			now: '2026-11-20T08:01:30.000Z',
			speed: 0,
		});
		expect(await service.control('POST', '/clock', { set: '2027-01-01T00:00:00Z' })).toEqual({
			now: '2027-01-01T00:00:00.000Z',
			speed: 0,
		});
	});

	test('makes it run, many times faster than real time', async () => {
		await service.control('POST', '/clock', { speed: 1_000_000 });
		await service.get(SEND);
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(await service.get(`/requestbatch.asp?${DEMO}&messageid=1000001;`)).toContain(
			'DELIVERED',
		);
	});
});

describe('POST /control/messages/:id/status', () => {
	test('gives a message a status of its own', async () => {
		await service.get(SEND);
		await service.control('POST', '/messages/1000001/status', {
			status: 'SENDINGFAILED',
			code: 107,
		});
		await service.wait(3600);
		expect(await service.get(`/requestbatch.asp?${DEMO}&messageid=1000001;`)).toBe(
			'1000001=SENDINGFAILED;2026/11/20;08:00:00;107&',
		);
	});

	test('answers 404 when there is no such message', async () => {
		expect(
			await service.control('POST', '/messages/5/status', { status: 'DELIVERED', code: 0 }),
		).toEqual(expect.objectContaining({ statusCode: 404, message: 'There is no message 5.' }));
	});
});

test('POST /control/short-code-messages answers 404 for a short code that nobody has', async () => {
	expect(
		await service.control('POST', '/short-code-messages', {
			shortCode: '99999',
			from: '27821110001',
			text: 'Hi',
		}),
	).toEqual(expect.objectContaining({ statusCode: 404 }));
});

test('GET /control/received shows every text from a handset, and whether it was returned', async () => {
	await service.get(SEND);
	await service.control('POST', '/replies', { from: '27821110001', text: 'Yes' });
	await service.get(`/httpgetreplies.asp?${DEMO}`);
	await service.control('POST', '/short-code-messages', {
		shortCode: '31234',
		from: '27821110009',
		text: 'VOTE 1',
	});
	const receivedAt = '2026-11-20T08:00:00.000Z';
	expect(await service.control('GET', '/received')).toEqual([
		{
			id: 1,
			account: 'demo',
			from: '27821110001',
			text: 'Yes',
			shortCode: null,
			receivedAt,
			sentMessageId: '1000001',
			returned: true,
		},
		{
			id: 2,
			account: 'demo',
			from: '27821110009',
			text: 'VOTE 1',
			shortCode: '31234',
			receivedAt,
			sentMessageId: '',
			returned: false,
		},
	]);
});

test('GET /control/opt-outs shows those of every account', async () => {
	expect(await service.control('GET', '/opt-outs')).toEqual([
		expect.objectContaining({ account: 'demo', number: '27820000001', text: 'STOP' }),
		expect.objectContaining({ account: 'demo', number: '27820000002', sentMessageId: '' }),
	]);
});
