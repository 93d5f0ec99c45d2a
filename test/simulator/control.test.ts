import { DEMO, freshService, message, multiMessage, NUMBER, refusal } from './service';

const service = freshService();

const listed = {
	blacklist: ['27821110001'],
	industryDoNotContact: ['27821110002'],
	optOuts: [{ login: 'demo', number: '27821110003' }],
};

describe('POST /control/reset', () => {
	test('brings back the seed and forgets everything else', async () => {
		await service.seed({
			...listed,
			delivery: { outcomeByEnding: { '4': { status: 'SENT', code: 106 } } },
		});
		await service.send('27821110004');
		await service.fault({ status: 500 });
		await service.wait(3600);
		await service.reset();
		expect(await service.credits()).toBe('Credits=1000');
		expect(await service.messages()).toEqual([]);
		expect(await service.control('GET', '/faults')).toEqual([]);
		const clock = { now: '2026-11-20T08:00:00.000Z', speed: 0 };
		expect(await service.control('GET', '/clock')).toEqual(clock);
		await service.send('27821110001;27821110002;27821110003;27821110004');
		await service.wait(60);
		expect(await service.messages()).toMatchObject([
			{ id: '1000001', status: 'DELIVERED' },
			{ id: '1000002', status: 'DELIVERED' },
			{ id: '1000003', status: 'DELIVERED' },
			{ id: '1000004', status: 'DELIVERED' },
		]);
	});

	test('leaves nothing at all when asked to', async () => {
		await service.control('POST', '/reset', { empty: true });
		expect(await service.control('GET', '/accounts')).toEqual([]);
	});
});

describe('POST /control/seed', () => {
	test('adds an account', async () => {
		await service.seed({ accounts: [{ id: 2001, login: 'new', password: 'new', credits: 1.5 }] });
		expect(await service.credits('new')).toBe('Credits=2');
	});

	test('changes an account that is there', async () => {
		await service.seed({ accounts: [{ login: 'demo', locked: true }] });
		expect(await service.get(`/auth.asp?${DEMO}`)).toBe('Login=ACCOUNTLOCKED');
		expect(await service.credits()).toBe('Credits=1000');
	});

	test('adds numbers to the lists', async () => {
		await service.seed(listed);
		expect(await service.send('27821110001;27821110002;27821110003')).toBe(
			'27821110001=BADDEST&27821110002=INDUSTRYDNC&27821110003=OPTEDOUT&',
		);
	});

	test.each([
		[{ accounts: [{ login: 'x' }] }, 'Account "x" is new and needs an id and a password.'],
		[{ accounts: [{ login: 'x', password: 'x', id: 1001 }] }, 'Another account has the id 1001.'],
		[{ accounts: [{ login: 'demo', id: 7 }] }, 'The id of account "demo" cannot change.'],
		[{ optOuts: [{ login: 'x', number: '27821110003' }] }, 'There is no account "x".'],
		[{ acounts: [] }, 'body must NOT have additional properties'],
	])('refuses %j and says why', async (seed, why) => {
		expect(await service.control('POST', '/seed', seed)).toEqual(refusal(why));
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
	await service.send();
	await service.wait(3);
	expect(await service.messages()).toEqual([
		{
			id: '1000001',
			account: 'demo',
			number: NUMBER,
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
	const requests = () => service.control('GET', '/requests');

	test('shows a GET request with its parameters, its credentials masked', async () => {
		await service.get('/Auth.ASP?User=demo&PASSWORD=demo&Other=1');
		expect(await requests()).toEqual([
			{
				at: '2026-11-20T08:00:00.000Z',
				method: 'GET',
				path: '/auth.asp',
				interface: 'query',
				accountId: 1001,
				request: { User: '***', PASSWORD: '***', Other: '1' },
				fault: {},
				workDone: true,
				answer: {
					status: 200,
					headers: { 'content-type': 'text/html; charset=utf-8' },
					body: 'Login=OK',
				},
				answerSent: 'whole',
			},
		]);
	});

	test('shows a POST request with the elements of its body, its credentials masked', async () => {
		await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', NUMBER)));
		const sent = { MessageText: ['Hi'], Numbers: [{ Number: [NUMBER] }] };
		const root = { User: ['***'], Password: ['***'], Messages: [{ Message: [sent] }] };
		expect(await requests()).toMatchObject([
			{ method: 'POST', interface: 'xml', request: { Svc_Multi_Message: [root] } },
		]);
	});

	test('masks the credentials of a body that cannot be read', async () => {
		await service.post('/xmlgetreplies.asp', '<R><User>demo</User><Password>a&b</Password>');
		expect(await requests()).toMatchObject([
			{ request: '<R><User>***</User><Password>***</Password>' },
		]);
	});

	test('is forgotten on DELETE', async () => {
		await service.send();
		await service.control('DELETE', '/requests');
		expect(await requests()).toEqual([]);
	});
});

describe('POST /control/clock', () => {
	test.each([
		[{ advanceSeconds: 90 }, '2026-11-20T08:01:30.000Z'],
		[{ set: '2027-01-01T00:00:00Z' }, '2027-01-01T00:00:00.000Z'],
	])('moves the clock: %j', async (move, now) => {
		expect(await service.control('POST', '/clock', move)).toEqual({ now, speed: 0 });
	});

	test('makes it run, many times faster than real time', async () => {
		await service.control('POST', '/clock', { speed: 1_000_000 });
		await service.send();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(await service.status('1000001;')).toContain('DELIVERED');
	});
});

test('POST /control/messages/:id/status gives a message a status of its own', async () => {
	await service.send();
	const status = { status: 'SENDINGFAILED', code: 107 };
	await service.control('POST', '/messages/1000001/status', status);
	await service.wait(3600);
	expect(await service.status('1000001;')).toBe('1000001=SENDINGFAILED;2026/11/20;08:00:00;107&');
});

test.each([
	['/messages/5/status', { status: 'SENT', code: 0 }, 'There is no message 5.'],
	['/replies', { from: NUMBER, text: 'Hi', login: 'x' }, 'There is no account "x".'],
	[
		'/short-code-messages',
		{ shortCode: '99999', from: NUMBER, text: 'Hi' },
		'No account has the short code 99999.',
	],
])('POST /control%s answers 404 for what does not exist', async (path, body, why) => {
	expect(await service.control('POST', path, body)).toEqual(refusal(why, 404));
});

test('GET /control/received shows every text from a handset, and whether it was returned', async () => {
	await service.send();
	await service.reply('Yes');
	await service.replies();
	await service.textShortCode('VOTE 1', '27821110009');
	const receivedAt = '2026-11-20T08:00:00.000Z';
	const reply = { id: 1, from: NUMBER, text: 'Yes', shortCode: null, sentMessageId: '1000001' };
	const vote = {
		id: 2,
		from: '27821110009',
		text: 'VOTE 1',
		shortCode: '31234',
		sentMessageId: '',
	};
	expect(await service.control('GET', '/received')).toEqual([
		{ ...reply, account: 'demo', receivedAt, returned: true },
		{ ...vote, account: 'demo', receivedAt, returned: false },
	]);
});

test('GET /control/opt-outs shows those of every account', async () => {
	expect(await service.control('GET', '/opt-outs')).toMatchObject([
		{ account: 'demo', number: '27820000001', text: 'STOP' },
		{ account: 'demo', number: '27820000002', sentMessageId: '' },
	]);
});
