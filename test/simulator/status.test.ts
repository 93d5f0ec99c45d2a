import { DEMO, message, multiMessage, Service, withMessageIds } from './service';

const DAY = 24 * 60 * 60;

/** One StatusID of a response, without a CLI. */
const statusId = (id: string, status: string, dateTime: string, code: string) =>
	`<StatusID><MessageID>${id}</MessageID><CLI/><Status>${status}</Status>` +
	`<StatusDateTime>${dateTime}</StatusDateTime><StatusCode>${code}</StatusCode></StatusID>`;

const response = (...children: string[]) =>
	`<XMLGatewayStatus_Response>${children.join('')}</XMLGatewayStatus_Response>`;

const usual = new Service();
let service = usual;
beforeEach(async () => {
	service = usual;
	await service.reset();
	await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001;27821119101`);
});

const byQuery = (ids: string) => service.get(`/requestbatch.asp?${DEMO}&messageid=${ids}`);

const byXml = (...ids: string[]) =>
	service.post('/xmlgetstatus.asp', withMessageIds('Svc_StatusRequest', ...ids));

describe('GET /requestbatch.asp', () => {
	test('answers NOTFOUND, as the first facet only, while a message is queued', async () => {
		expect(await byQuery('1000001;1000002;')).toBe('1000001=NOTFOUND&1000002=NOTFOUND&');
	});

	test('answers SENT with code 105 once the message is accepted for delivery', async () => {
		await service.wait(1);
		expect(await byQuery('1000001;')).toBe('1000001=SENT;2026/11/20;08:00:01;105&');
	});

	test('answers SENT with code 100 once it is sent and not yet reported on', async () => {
		await service.wait(3);
		expect(await byQuery('1000001;')).toBe('1000001=SENT;2026/11/20;08:00:03;100&');
	});

	test('answers DELIVERED with code 0, or SENDINGFAILED with the reason, in the end', async () => {
		await service.wait(60);
		expect(await byQuery('1000001;1000002;')).toBe(
			'1000001=DELIVERED;2026/11/20;08:00:06;0&1000002=SENDINGFAILED;2026/11/20;08:00:06;101&',
		);
	});

	test('answers NOTFOUND for a wrong message ID', async () => {
		await service.wait(60);
		expect(await byQuery('5;abc;')).toBe('5=NOTFOUND&abc=NOTFOUND&');
	});

	test('answers NOTFOUND for the message of another account', async () => {
		await service.wait(60);
		expect(await service.get('/requestbatch.asp?user=sub&password=sub&messageid=1000001;')).toBe(
			'1000001=NOTFOUND&',
		);
	});

	test('answers NOTFOUND for a message sent more than 90 days ago', async () => {
		await service.wait(90 * DAY);
		expect(await byQuery('1000001;')).toBe('1000001=DELIVERED;2026/11/20;08:00:06;0&');
		await service.wait(1);
		expect(await byQuery('1000001;')).toBe('1000001=NOTFOUND&');
	});

	test('does not read an ID that no semicolon follows: the list must end with one', async () => {
		await service.wait(60);
		expect(await byQuery('1000001;1000002')).toBe('1000001=DELIVERED;2026/11/20;08:00:06;0&');
		expect(await byQuery('1000001')).toBe('');
	});

	test('answers at most 100 IDs', async () => {
		const answer = await byQuery(Array.from({ length: 101 }, (_, index) => `${index};`).join(''));
		expect(answer).toContain('&99=NOTFOUND&');
		expect(answer).not.toContain('100=NOTFOUND');
	});

	test('answers FAIL& for invalid credentials', async () => {
		expect(await service.get('/requestbatch.asp?user=demo&password=wrong&messageid=1000001;')).toBe(
			'FAIL&',
		);
	});
});

describe('POST /xmlgetstatus.asp', () => {
	test('answers one StatusID for each MessageID, dated by when the status was reached', async () => {
		await service.wait(60);
		expect(await byXml('1000001', '1000002')).toBe(
			response(
				statusId('1000001', 'DELIVERED', '2026/11/20 08:00:06', '0'),
				statusId('1000002', 'SENDINGFAILED', '2026/11/20 08:00:06', '101'),
			),
		);
	});

	test('answers NOTFOUND with code -1 and the present time for a scheduled message', async () => {
		const scheduled = '<Scheduled>202611201200</Scheduled>';
		await service.post(
			'/xmlsendsmsmulti.asp',
			multiMessage(message('Later', '27821110001'), scheduled),
		);
		await service.wait(60);
		expect(await byXml('1000003')).toBe(
			response(statusId('1000003', 'NOTFOUND', '2026/11/20 08:01:00', '-1')),
		);
		await service.wait(4 * 60 * 60);
		expect(await byXml('1000003')).toBe(
			response(statusId('1000003', 'DELIVERED', '2026/11/20 12:00:06', '0')),
		);
	});

	test('answers NOTFOUND with code -2 and the present time for a wrong message ID', async () => {
		await service.wait(60);
		expect(await byXml('5')).toBe(response(statusId('5', 'NOTFOUND', '2026/11/20 08:01:00', '-2')));
	});

	test('answers NOTFOUND with code -2 for a message sent more than 90 days ago', async () => {
		await service.wait(90 * DAY + 1);
		expect(await byXml('1000001')).toBe(
			response(statusId('1000001', 'NOTFOUND', '2027/02/18 08:00:01', '-2')),
		);
	});

	test('answers the present time for FAIL too', async () => {
		await service.control('POST', '/messages/1000001/status', { status: 'FAIL', code: 213 });
		await service.wait(60);
		expect(await byXml('1000001')).toBe(
			response(statusId('1000001', 'FAIL', '2026/11/20 08:01:00', '213')),
		);
	});

	test('answers an empty CLI when none was sent', async () => {
		expect(await byXml('5')).toContain('<MessageID>5</MessageID><CLI/>');
	});

	test('answers code -3 only when it is scripted: wrong credentials give the Error', async () => {
		await service.control('POST', '/messages/1000001/status', { status: 'NOTFOUND', code: -3 });
		expect(await byXml('1000001')).toContain('<StatusCode>-3</StatusCode>');
	});

	test('echoes the CLI that was sent', async () => {
		const request = withMessageIds('Svc_StatusRequest', '5').replace(
			'</ID>',
			'</ID><CLI> Tom &amp; 27;</CLI>',
		);
		expect(await service.post('/xmlgetstatus.asp', request)).toContain(
			'<MessageID>5</MessageID><CLI> Tom &amp; 27;</CLI><Status>NOTFOUND</Status>',
		);
	});

	test('answers IDs beyond 1000 with status code 108', async () => {
		const ids = Array.from({ length: 1001 }, (_, index) => String(index));
		const answer = await byXml(...ids);
		expect(answer).toContain(statusId('999', 'NOTFOUND', '2026/11/20 08:00:00', '-2'));
		expect(answer).toContain(statusId('1000', 'SKIPPED', '2026/11/20 08:00:00', '108'));
	});

	test('keeps every digit of an ID that outgrows a double', async () => {
		await service.control('POST', '/seed', { nextMessageId: '9007199254740993' });
		await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`);
		expect(await byXml('9007199254740993')).toContain('<StatusCode>-1</StatusCode>');
		expect(await byXml('9007199254740992')).toContain('<StatusCode>-2</StatusCode>');
	});

	test.each([
		['an ID contains a non-digit', withMessageIds('Svc_StatusRequest', '1000001', '12a')],
		['an ID is blank', withMessageIds('Svc_StatusRequest', '')],
		['there is no MessageID', withMessageIds('Svc_StatusRequest')],
		['the root is that of another operation', withMessageIds('Svc_DeleteScheduled', '1000001')],
		['it is not well-formed', '<Svc_StatusRequest>'],
	])('answers Not Valid XML Document when %s', async (_, request) => {
		expect(await service.post('/xmlgetstatus.asp', request)).toBe(
			response('<Error>Not Valid XML Document</Error>'),
		);
	});

	test('answers Invalid Username or Password when the credentials are not valid', async () => {
		const request = withMessageIds('Svc_StatusRequest', '1000001').replace('>demo<', '>nobody<');
		expect(await service.post('/xmlgetstatus.asp', request)).toBe(
			response('<Error>Invalid Username or Password</Error>'),
		);
	});
});

describe('the outcome of a delivery', () => {
	const ended = async (ending: string) => {
		await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=2782111${ending}`);
		await service.wait(60);
		return byQuery('1000003;');
	};

	test.each([
		['9100', '1000003=SENT;2026/11/20;08:00:03;100&'],
		['9105', '1000003=SENT;2026/11/20;08:00:01;105&'],
		['9106', '1000003=SENT;2026/11/20;08:00:06;106&'],
		['9102', '1000003=SENDINGFAILED;2026/11/20;08:00:06;102&'],
		['9103', '1000003=SENDINGFAILED;2026/11/20;08:00:06;103&'],
		['9107', '1000003=SENDINGFAILED;2026/11/20;08:00:06;107&'],
		['9111', '1000003=SENDINGFAILED;2026/11/20;08:00:06;111&'],
		['9201', '1000003=SENDINGFAILED;2026/11/20;08:00:06;201&'],
		['9202', '1000003=SENDINGFAILED;2026/11/20;08:00:06;202&'],
		['9211', '1000003=SENDINGFAILED;2026/11/20;08:00:06;211&'],
		['9212', '1000003=SENDINGFAILED;2026/11/20;08:00:06;212&'],
		['9213', '1000003=SENDINGFAILED;2026/11/20;08:00:06;213&'],
		['9214', '1000003=SENDINGFAILED;2026/11/20;08:00:06;214&'],
	])('follows from the ending of the number: %s', async (ending, answer) => {
		expect(await ended(ending)).toBe(answer);
	});

	test('can be seeded by ending, and the delays too', async () => {
		await service.control('POST', '/seed', {
			delivery: {
				outcomeByEnding: { '77': { status: 'SENDINGFAILED', code: 103 } },
				delays: { untilAccepted: 0, untilSent: 0, untilOutcome: 10 },
			},
		});
		expect(await ended('0077')).toBe('1000003=SENDINGFAILED;2026/11/20;08:00:10;103&');
	});

	test('can be decided by a rule', async () => {
		service = new Service({
			deliveryRule: ({ text }) =>
				text === 'Fail' ? { status: 'SENDINGFAILED', code: 213 } : undefined,
		});
		for (const text of ['Fail', 'Hi']) {
			await service.get(`/batchmessage.asp?${DEMO}&message=${text}&numbers=27821110001`);
		}
		await service.wait(60);
		expect(await byQuery('1000001;1000002;')).toBe(
			'1000001=SENDINGFAILED;2026/11/20;08:00:06;213&1000002=DELIVERED;2026/11/20;08:00:06;0&',
		);
	});
});
