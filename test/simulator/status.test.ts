import {
	DAY,
	freshService,
	message,
	multiMessage,
	NUMBER,
	Service,
	withMessageIds,
} from './service';

/** One StatusID of a response, without a CLI. */
const statusId = (id: string, status: string, dateTime: string, code: string) =>
	`<StatusID><MessageID>${id}</MessageID><CLI/><Status>${status}</Status>` +
	`<StatusDateTime>${dateTime}</StatusDateTime><StatusCode>${code}</StatusCode></StatusID>`;

const response = (...children: string[]) =>
	`<XMLGatewayStatus_Response>${children.join('')}</XMLGatewayStatus_Response>`;

const service = freshService();
beforeEach(() => service.send(`${NUMBER};27821119101`));

const byXml = (...ids: string[]) =>
	service.post('/xmlgetstatus.asp', withMessageIds('Svc_StatusRequest', ...ids));

describe('GET /requestbatch.asp', () => {
	test.each([
		['NOTFOUND', 'as the first facet only, while the message is queued', 0],
		['SENT;2026/11/20;08:00:01;105', 'once it is accepted for delivery', 1],
		['SENT;2026/11/20;08:00:03;100', 'once it is sent and not yet reported on', 3],
		['DELIVERED;2026/11/20;08:00:06;0', 'once it is delivered', 6],
		['DELIVERED;2026/11/20;08:00:06;0', 'for 90 days', 90 * DAY],
		['NOTFOUND', 'for a message sent more than 90 days ago', 90 * DAY + 1],
	])('answers %s: %s', async (status, _, seconds) => {
		await service.wait(seconds);
		expect(await service.status('1000001;')).toBe(`1000001=${status}&`);
	});

	test('answers NOTFOUND for a wrong message ID, and for one of another account', async () => {
		await service.wait(60);
		expect(await service.status('5;abc;')).toBe('5=NOTFOUND&abc=NOTFOUND&');
		expect(await service.status('1000001;', 'sub')).toBe('1000001=NOTFOUND&');
	});

	test('does not read an ID that no semicolon follows: the list must end with one', async () => {
		expect(await service.status('1000001;1000002')).toBe('1000001=NOTFOUND&');
		expect(await service.status('1000001')).toBe('');
	});

	test('answers at most 100 IDs', async () => {
		const ids = Array.from({ length: 101 }, (_, index) => `${index};`);
		const answer = await service.status(ids.join(''));
		expect(answer).toContain('&99=NOTFOUND&');
		expect(answer).not.toContain('100=NOTFOUND');
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
		await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Later', NUMBER), scheduled));
		await service.wait(60);
		expect(await byXml('1000003')).toBe(
			response(statusId('1000003', 'NOTFOUND', '2026/11/20 08:01:00', '-1')),
		);
		await service.wait(4 * 60 * 60);
		expect(await byXml('1000003')).toBe(
			response(statusId('1000003', 'DELIVERED', '2026/11/20 12:00:06', '0')),
		);
	});

	test.each([
		['a wrong message ID', '5', 60, '2026/11/20 08:01:00'],
		['a message sent more than 90 days ago', '1000001', 90 * DAY + 1, '2027/02/18 08:00:01'],
	])('answers NOTFOUND with code -2 and the present time for %s', async (_, id, seconds, at) => {
		await service.wait(seconds);
		expect(await byXml(id)).toBe(response(statusId(id, 'NOTFOUND', at, '-2')));
	});

	test.each([
		['FAIL', 213],
		['NOTFOUND', -3],
	])('answers %s with code %i and the present time when it is scripted', async (status, code) => {
		await service.control('POST', '/messages/1000001/status', { status, code });
		await service.wait(60);
		expect(await byXml('1000001')).toBe(
			response(statusId('1000001', status, '2026/11/20 08:01:00', String(code))),
		);
	});

	test('echoes the CLI that was sent', async () => {
		const request = withMessageIds('Svc_StatusRequest', '5');
		const withCli = request.replace('</ID>', '</ID><CLI> Tom &amp; 27;</CLI>');
		expect(await service.post('/xmlgetstatus.asp', withCli)).toContain(
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
		await service.seed({ nextMessageId: '9007199254740993' });
		await service.send();
		expect(await byXml('9007199254740993')).toContain('<StatusCode>-1</StatusCode>');
		expect(await byXml('9007199254740992')).toContain('<StatusCode>-2</StatusCode>');
	});
});

describe('the outcome of a delivery', () => {
	test('can be seeded by the ending of the number, and the delays too', async () => {
		await service.seed({
			delivery: {
				outcomeByEnding: { '77': { status: 'SENDINGFAILED', code: 103 } },
				delays: { untilAccepted: 0, untilSent: 0, untilOutcome: 10 },
			},
		});
		await service.send('27821110077');
		await service.wait(60);
		expect(await service.status('1000003;')).toBe('1000003=SENDINGFAILED;2026/11/20;08:00:10;103&');
	});

	test('can be decided by a rule', async () => {
		const ruled = new Service({
			deliveryRule: ({ number }) =>
				number === NUMBER ? { status: 'SENDINGFAILED', code: 213 } : undefined,
		});
		await ruled.send(`${NUMBER};27821110002`);
		await ruled.wait(60);
		expect(await ruled.status('1000001;1000002;')).toBe(
			'1000001=SENDINGFAILED;2026/11/20;08:00:06;213&1000002=DELIVERED;2026/11/20;08:00:06;0&',
		);
	});
});
