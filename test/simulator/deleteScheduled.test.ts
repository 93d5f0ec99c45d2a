import { DEMO, message, multiMessage, Service, withMessageIds } from './service';

const SCHEDULED = '<Scheduled>202611201200</Scheduled>';

const service = new Service();
beforeEach(async () => {
	await service.reset();
	const text = 'x'.repeat(161);
	await service.post('/xmlsendsmsmulti.asp', multiMessage(message(text, '27821110001'), SCHEDULED));
});

const byQuery = (ids: string) => service.get(`/deletescheduled.asp?${DEMO}&messageid=${ids}`);

describe('GET /deletescheduled.asp', () => {
	test('answers DELETED and refunds the credits', async () => {
		expect(await service.credits()).toBe('Credits=998');
		expect(await byQuery('1000001')).toBe('1000001=DELETED&');
		expect(await service.credits()).toBe('Credits=1000');
	});

	test('answers NOTFOUND for a scheduled message that was already deleted, and refunds nothing', async () => {
		await byQuery('1000001');
		expect(await byQuery('1000001;')).toBe('1000001=NOTFOUND&');
		expect(await service.credits()).toBe('Credits=1000');
	});

	test('answers NOTFOUND for a wrong message ID and for one of another account', async () => {
		expect(await byQuery('5;abc')).toBe('5=NOTFOUND&abc=NOTFOUND&');
		expect(await service.get('/deletescheduled.asp?user=sub&password=sub&messageid=1000001')).toBe(
			'1000001=NOTFOUND&',
		);
	});

	test('answers SENT once the scheduled message was sent, and refunds nothing', async () => {
		await service.wait(4 * 60 * 60);
		expect(await byQuery('1000001')).toBe('1000001=SENT&');
		expect(await service.credits()).toBe('Credits=998');
	});

	test('answers SENT for a message that was never scheduled', async () => {
		await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`);
		expect(await byQuery('1000002')).toBe('1000002=SENT&');
	});

	test('answers at most 100 IDs', async () => {
		const ids = Array.from({ length: 101 }, (_, index) => index).join(';');
		const answer = await byQuery(ids);
		expect(answer).toContain('&99=NOTFOUND&');
		expect(answer).not.toContain('100=NOTFOUND');
	});

	test('answers FAIL& for invalid credentials', async () => {
		expect(await service.get('/deletescheduled.asp?user=demo&password=x&messageid=1000001')).toBe(
			'FAIL&',
		);
	});
});

describe('POST /xmldeletescheduled.asp', () => {
	const PATH = '/xmldeletescheduled.asp';

	test('answers one DeleteStatus for each MessageID and refunds the credits', async () => {
		const request = withMessageIds('Svc_DeleteScheduled', '1000001', '5');
		expect(await service.post(PATH, request)).toBe(
			'<XMLGatewayDeleteScheduled_Response>' +
				'<DeleteStatus><MessageID>1000001</MessageID><CLI/><Status>DELETED</Status></DeleteStatus>' +
				'<DeleteStatus><MessageID>5</MessageID><CLI/><Status>NOTFOUND</Status></DeleteStatus>' +
				'</XMLGatewayDeleteScheduled_Response>',
		);
		expect(await service.credits()).toBe('Credits=1000');
	});

	test('echoes the CLI, and answers SENT once the message was sent', async () => {
		await service.wait(4 * 60 * 60);
		const request = withMessageIds('Svc_DeleteScheduled', '1000001');
		expect(await service.post(PATH, request.replace('</ID>', '</ID><CLI>row 7</CLI>'))).toBe(
			'<XMLGatewayDeleteScheduled_Response>' +
				'<DeleteStatus><MessageID>1000001</MessageID><CLI>row 7</CLI><Status>SENT</Status></DeleteStatus>' +
				'</XMLGatewayDeleteScheduled_Response>',
		);
	});

	test.each([
		[
			'Not Valid XML Document',
			'an ID contains a non-digit',
			withMessageIds('Svc_DeleteScheduled', '12a'),
		],
		['Not Valid XML Document', 'an ID is blank', withMessageIds('Svc_DeleteScheduled', '')],
		['Not Valid XML Document', 'the body is not valid XML', '<Svc_DeleteScheduled'],
		[
			'Invalid Username or Password',
			'the credentials are not valid',
			withMessageIds('Svc_DeleteScheduled', '1000001').replace('>demo<', '>nobody<'),
		],
	])('answers %s when %s, in the same root', async (error, _, request) => {
		expect(await service.post(PATH, request)).toBe(
			`<XMLGatewayDeleteScheduled_Response><Error>${error}</Error></XMLGatewayDeleteScheduled_Response>`,
		);
	});

	test('a deleted message is not found any more', async () => {
		await service.post(PATH, withMessageIds('Svc_DeleteScheduled', '1000001'));
		await service.wait(5 * 60 * 60);
		expect(
			await service.post('/xmlgetstatus.asp', withMessageIds('Svc_StatusRequest', '1000001')),
		).toContain('<Status>NOTFOUND</Status>');
	});
});
