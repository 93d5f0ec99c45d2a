import { freshService, message, multiMessage, NUMBER, Service } from './service';

const PATH = '/xmlsendsmsmulti.asp';

/** A response with one SendResult of one number. */
const single = (number: string, id: string) =>
	'<XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber>' +
	`<NumberID><Number>${number}</Number><ID>${id}</ID></NumberID></SendResult></XMLGateway_Response>`;

const toOne = multiMessage(message('Hi', NUMBER));

const service = freshService();

describe('POST /xmlsendsmsmulti.asp', () => {
	test('answers one SendResult for each Message and one NumberID for each Number', async () => {
		const request = multiMessage(
			message('First', NUMBER, '27820000001', '', '27821110002') + message('Second', NUMBER),
		);
		expect(await service.post(PATH, request)).toBe(
			'<XMLGateway_Response>' +
				'<SendResult><MessageNumber>1</MessageNumber>' +
				'<NumberID><Number>27821110001</Number><ID>1000001</ID></NumberID>' +
				'<NumberID><Number>27820000001</Number><ID>FAIL:OPTEDOUT</ID></NumberID>' +
				'<NumberID><Number/><ID>FAIL:NO NUMBER</ID></NumberID>' +
				'<NumberID><Number>27821110002</Number><ID>1000002</ID></NumberID></SendResult>' +
				'<SendResult><MessageNumber>2</MessageNumber>' +
				'<NumberID><Number>27821110001</Number><ID>1000003</ID></NumberID></SendResult>' +
				'</XMLGateway_Response>',
		);
		expect(await service.credits()).toBe('Credits=997');
	});

	test('takes another service brand before its element names when that is set', async () => {
		const branded = new Service({ prefix: 'Foo' });
		expect(await branded.post(PATH, toOne)).toContain('Not Valid XML Document');
		expect(await branded.post(PATH, toOne.replaceAll('Svc_', 'Foo_'))).toBe(
			single(NUMBER, '1000001'),
		);
	});

	test.each(['text/xml', 'application/json', 'application/x-www-form-urlencoded'])(
		'asks for no content type: %s',
		async (type) => {
			const headers = { 'content-type': type };
			const answer = await service.request(PATH, { method: 'POST', body: toOne, headers });
			expect(await answer.text()).toContain('<ID>1000001</ID>');
		},
	);

	test.each([
		['one%0Atwo', 'one\ntwo'],
		['a%20b%2Bc+d', 'a b+c d'],
		['%C3%BC%E2%82%AC', 'ü€'],
		['Tom%20%26%20Jerry', 'Tom & Jerry'],
		['Tom &amp; Jerry', 'Tom & Jerry'],
		['<![CDATA[<b>%21]]>', '<b>!'],
		['a=b;c', 'a=b;c'],
	])('takes MessageText as URL encoded: %s', async (encoded, text) => {
		await service.post(PATH, multiMessage(message(encoded, NUMBER)));
		expect(await service.messages()).toMatchObject([{ text }]);
	});

	test.each([
		['FAIL:TRIALNOT2SELF', 'a trial account sends to others', 'trial', 'Hi', NUMBER],
		['FAIL:TOOLONG', 'the encoded length is above 918', 'demo', 'x'.repeat(919), NUMBER],
		['FAIL:OPTEDOUT', 'the recipient has opted out', 'demo', 'Hi', '27820000001'],
		['NOCREDITS', 'the account has not enough', 'empty', 'Hi', NUMBER],
		['ACCOUNTLOCKED', 'the account is locked', 'locked', 'Hi', NUMBER],
		['FAIL:BADDEST', 'the number is invalid', 'demo', 'Hi', '+27821110001'],
		['FAIL:BADDEST', 'the recipient is blacklisted', 'demo', 'Hi', '27820000003'],
		['FAIL:INDUSTRYDNC', 'the Do Not Contact list has it (a guess)', 'demo', 'Hi', '27820000004'],
		['FAIL:NO MESSAGE', 'MessageText is blank', 'demo', '%20%0A', NUMBER],
	])('gives the ID %s when %s', async (id, _, login, text, number) => {
		const request = multiMessage(message(text, number)).replaceAll('>demo<', `>${login}<`);
		expect(await service.post(PATH, request)).toBe(single(number, id));
	});

	const numbers = `<Numbers><Number>${NUMBER}</Number></Numbers>`;
	test.each([
		['FAIL:NO MESSAGE', 'MessageText is absent', NUMBER, numbers],
		['FAIL:NO NUMBER', 'Numbers is absent', '', '<MessageText>Hi</MessageText>'],
		['FAIL:NO NUMBER', 'there is no Number', '', '<MessageText>Hi</MessageText><Numbers/>'],
	])('gives the ID %s when %s', async (id, _, number, content) => {
		const answer = await service.post(PATH, multiMessage(`<Message>${content}</Message>`));
		expect(answer).toBe(single(number, id).replace('<Number></Number>', '<Number/>'));
	});

	const scheduled = (time: string) =>
		multiMessage(message('Hi', NUMBER), `<Scheduled>${time}</Scheduled>`);

	test.each([
		['queues a message for a time in the future', '202611200815', '2026-11-20T08:15:00.000Z'],
		['sends at once when Scheduled is blank', '   ', null],
		['sends at once when Scheduled is in the past', '202611200759', null],
	])('%s', async (_, time, scheduledAt) => {
		expect(await service.post(PATH, scheduled(time))).toBe(single(NUMBER, '1000001'));
		expect(await service.messages()).toMatchObject([{ scheduledAt }]);
	});

	test.each(['20261120', '202611200815Z', '202613010000', '202602300000', 'tomorrow'])(
		'answers Invalid Date when Scheduled is not in the format ccyymmddhhmm: "%s"',
		async (time) => {
			expect(await service.post(PATH, scheduled(time))).toBe(
				'<XMLGateway_Response><Error>Invalid Date</Error></XMLGateway_Response>',
			);
			expect(await service.messages()).toEqual([]);
		},
	);

	test('answers several Error elements when the credentials are invalid too', async () => {
		const request = scheduled('tomorrow').replace('>demo<', '>nobody<');
		expect(await service.post(PATH, request)).toBe(
			'<XMLGateway_Response><Error>Invalid Username or Password</Error>' +
				'<Error>Invalid Date</Error></XMLGateway_Response>',
		);
	});
});
