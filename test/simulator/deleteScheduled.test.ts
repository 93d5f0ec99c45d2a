import { DEMO, freshService, message, multiMessage, NUMBER, withMessageIds } from './service';

const service = freshService();
beforeEach(async () => {
	const scheduled = '<Scheduled>202611201200</Scheduled>';
	const messages = message('x'.repeat(161), NUMBER);
	await service.post('/xmlsendsmsmulti.asp', multiMessage(messages, scheduled));
	expect(await service.credits()).toBe('Credits=998');
});

describe('GET /deletescheduled.asp', () => {
	const deleted = (ids: string, credentials = DEMO) =>
		service.get(`/deletescheduled.asp?${credentials}&messageid=${ids}`);

	test('answers DELETED and refunds the credits; then NOTFOUND, and refunds nothing', async () => {
		expect(await deleted('1000001')).toBe('1000001=DELETED&');
		expect(await service.credits()).toBe('Credits=1000');
		expect(await deleted('1000001;')).toBe('1000001=NOTFOUND&');
		expect(await service.credits()).toBe('Credits=1000');
		await service.wait(5 * 60 * 60);
		expect(await service.status('1000001;')).toBe('1000001=NOTFOUND&');
	});

	test('answers NOTFOUND for a wrong message ID and for one of another account', async () => {
		expect(await deleted('5;abc')).toBe('5=NOTFOUND&abc=NOTFOUND&');
		expect(await deleted('1000001', 'user=sub&password=sub')).toBe('1000001=NOTFOUND&');
	});

	test('answers SENT once the scheduled message was sent, and refunds nothing', async () => {
		await service.wait(4 * 60 * 60);
		expect(await deleted('1000001')).toBe('1000001=SENT&');
		expect(await service.credits()).toBe('Credits=998');
	});

	test('answers SENT for a message that was never scheduled', async () => {
		await service.send();
		expect(await deleted('1000002')).toBe('1000002=SENT&');
	});

	test('answers at most 100 IDs', async () => {
		const answer = await deleted(Array.from({ length: 101 }, (_, index) => index).join(';'));
		expect(answer).toContain('&99=NOTFOUND&');
		expect(answer).not.toContain('100=NOTFOUND');
	});
});

test('POST /xmldeletescheduled.asp answers one DeleteStatus for each MessageID, with its CLI', async () => {
	const request = withMessageIds('Svc_DeleteScheduled', '1000001', '5');
	const withCli = request.replace('</ID>', '</ID><CLI>row 7</CLI>');
	expect(await service.post('/xmldeletescheduled.asp', withCli)).toBe(
		'<XMLGatewayDeleteScheduled_Response>' +
			'<DeleteStatus><MessageID>1000001</MessageID><CLI>row 7</CLI><Status>DELETED</Status></DeleteStatus>' +
			'<DeleteStatus><MessageID>5</MessageID><CLI/><Status>NOTFOUND</Status></DeleteStatus>' +
			'</XMLGatewayDeleteScheduled_Response>',
	);
});
