import { message, multiMessage, Service } from './service';

const PATH = '/xmlsendsmsmulti.asp';

const error = (text: string) => `<XMLGateway_Response><Error>${text}</Error></XMLGateway_Response>`;

/** A response with one SendResult of one number. */
const single = (number: string, id: string) =>
	'<XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber>' +
	`<NumberID><Number>${number}</Number><ID>${id}</ID></NumberID></SendResult></XMLGateway_Response>`;

describe('POST /xmlsendsmsmulti.asp', () => {
	const service = new Service();
	beforeEach(() => service.reset());

	test('answers one SendResult for each Message and one NumberID for each Number', async () => {
		const request = multiMessage(
			message('First', '27821110001', '27821110002') + message('Second', '27821110001'),
		);
		expect(await service.post(PATH, request)).toBe(
			'<XMLGateway_Response>' +
				'<SendResult><MessageNumber>1</MessageNumber>' +
				'<NumberID><Number>27821110001</Number><ID>1000001</ID></NumberID>' +
				'<NumberID><Number>27821110002</Number><ID>1000002</ID></NumberID></SendResult>' +
				'<SendResult><MessageNumber>2</MessageNumber>' +
				'<NumberID><Number>27821110001</Number><ID>1000003</ID></NumberID></SendResult>' +
				'</XMLGateway_Response>',
		);
	});

	test('counts MessageNumber from 0 when that is set', async () => {
		const fromZero = new Service({ firstMessageNumber: 0 });
		expect(await fromZero.post(PATH, multiMessage(message('Hi', '27821110001')))).toContain(
			'<MessageNumber>0</MessageNumber>',
		);
	});

	test('answers an XML document with its declaration', async () => {
		const body = multiMessage(message('Hi', '27821110001'));
		const answer = await service.request(PATH, { method: 'POST', body });
		expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
		expect(await answer.text()).toMatch(
			/^<\?xml version="1\.0" encoding="utf-8"\?><XMLGateway_Response>/,
		);
	});

	test('asks for no content type', async () => {
		for (const type of ['text/xml', 'application/json', 'application/x-www-form-urlencoded']) {
			const body = multiMessage(message('Hi', '27820000003'));
			const headers = { 'content-type': type };
			const answer = await service.request(PATH, { method: 'POST', body, headers });
			expect(await answer.text()).toContain('<ID>FAIL:BADDEST</ID>');
		}
	});

	test.each([
		['one%0Atwo', 'one\ntwo'],
		['a%20b%2Bc+d', 'a b+c d'],
		['%C3%BC%E2%82%AC', 'ü€'],
		['Tom%20%26%20Jerry', 'Tom & Jerry'],
		['Tom &amp; Jerry', 'Tom & Jerry'],
		['<![CDATA[<b>%21]]>', '<b>!'],
		['a=b;c', 'a=b;c'],
	])('takes MessageText as URL encoded: %s', async (encoded, text) => {
		await service.post(PATH, multiMessage(message(encoded, '27821110001')));
		expect(await service.control('GET', '/messages')).toEqual([expect.objectContaining({ text })]);
	});

	test.each([
		['FAIL:TRIALNOT2SELF', 'a trial account sends to others', 'trial', 'Hi', '27821110001'],
		['1000001', 'a trial account sends to itself', 'trial', 'Hi', '27820001003'],
		['FAIL:TOOLONG', 'the encoded length is above 918', 'demo', 'x'.repeat(919), '27821110001'],
		['1000001', 'the encoded length is 918', 'demo', 'x'.repeat(918), '27821110001'],
		['FAIL:OPTEDOUT', 'the recipient has opted out', 'demo', 'Hi', '27820000001'],
		['NOCREDITS', 'the account has not enough', 'empty', 'Hi', '27821110001'],
		['ACCOUNTLOCKED', 'the account is locked', 'locked', 'Hi', '27821110001'],
		['FAIL:BADDEST', 'the number is invalid', 'demo', 'Hi', '+27821110001'],
		['FAIL:BADDEST', 'the recipient is blacklisted', 'demo', 'Hi', '27820000003'],
		['FAIL:INDUSTRYDNC', 'the Do Not Contact list has it (a guess)', 'demo', 'Hi', '27820000004'],
		['FAIL:NO MESSAGE', 'MessageText is blank', 'demo', '%20%0A', '27821110001'],
	])('gives the ID %s when %s', async (id, _, login, text, number) => {
		const request = multiMessage(message(text, number)).replaceAll('>demo<', `>${login}<`);
		expect(await service.post(PATH, request)).toBe(single(number, id));
	});

	const toOne = '<Numbers><Number>27821110001</Number></Numbers>';
	test.each([
		['FAIL:NO MESSAGE', 'MessageText is absent', '27821110001', toOne],
		['FAIL:NO NUMBER', 'Numbers is absent', '', '<MessageText>Hi</MessageText>'],
		['FAIL:NO NUMBER', 'there is no Number', '', '<MessageText>Hi</MessageText><Numbers/>'],
	])('gives the ID %s when %s', async (id, _, number, content) => {
		const answer = await service.post(PATH, multiMessage(`<Message>${content}</Message>`));
		expect(answer).toBe(single(number, id).replace('<Number></Number>', '<Number/>'));
	});

	test('a failed number does not stop the others', async () => {
		const request = multiMessage(message('Hi', '27820000001', '', '27821110001'));
		expect(await service.post(PATH, request)).toBe(
			'<XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber>' +
				'<NumberID><Number>27820000001</Number><ID>FAIL:OPTEDOUT</ID></NumberID>' +
				'<NumberID><Number/><ID>FAIL:NO NUMBER</ID></NumberID>' +
				'<NumberID><Number>27821110001</Number><ID>1000001</ID></NumberID>' +
				'</SendResult></XMLGateway_Response>',
		);
		expect(await service.credits()).toBe('Credits=999');
	});

	describe('with Scheduled', () => {
		const scheduled = (time: string) =>
			multiMessage(message('Hi', '27821110001'), `<Scheduled>${time}</Scheduled>`);

		test('queues a message for a time in the future', async () => {
			expect(await service.post(PATH, scheduled('202611200815'))).toBe(
				single('27821110001', '1000001'),
			);
			expect(await service.control('GET', '/messages')).toEqual([
				expect.objectContaining({ scheduledAt: '2026-11-20T08:15:00.000Z', code: -1 }),
			]);
		});

		test.each(['', '   ', '202611200759'])(
			'sends at once when it is blank or in the past: "%s"',
			async (time) => {
				await service.post(PATH, scheduled(time));
				expect(await service.control('GET', '/messages')).toEqual([
					expect.objectContaining({ scheduledAt: null }),
				]);
			},
		);

		test.each(['20261120', '202611200815Z', '202613010000', '202602300000', 'tomorrow'])(
			'answers Invalid Date when it is not in the format ccyymmddhhmm: "%s"',
			async (time) => {
				expect(await service.post(PATH, scheduled(time))).toBe(error('Invalid Date'));
				expect(await service.control('GET', '/messages')).toEqual([]);
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

	test('answers Invalid Username or Password when the credentials are not valid', async () => {
		const request = multiMessage(message('Hi', '27821110001')).replace('>demo</P', '>Demo</P');
		expect(await service.post(PATH, request)).toBe(error('Invalid Username or Password'));
	});

	test('answers Invalid Username or Password when there are none', async () => {
		const messages = `<Messages>${message('Hi', '27821110001')}</Messages>`;
		expect(await service.post(PATH, `<Svc_Multi_Message>${messages}</Svc_Multi_Message>`)).toBe(
			error('Invalid Username or Password'),
		);
	});

	test.each([
		['nothing', ''],
		['no XML', 'Hello'],
		['an unclosed element', '<Svc_Multi_Message>'],
		['another root element', multiMessage(message('Hi', '27821110001')).replaceAll('Multi_M', 'M')],
		[
			'another service brand',
			multiMessage(message('Hi', '27821110001')).replaceAll('Svc_', 'Foo_'),
		],
		['a bare ampersand', multiMessage(message('Tom & Jerry', '27821110001'))],
		['no Message', multiMessage('')],
		['its elements in another order', multiMessage('<Message><Numbers/><MessageText/></Message>')],
		['an element that is not in the spec', multiMessage('<Message><Text>Hi</Text></Message>')],
	])('answers Not Valid XML Document to %s', async (_, request) => {
		expect(await service.post(PATH, request)).toBe(error('Not Valid XML Document'));
	});

	test('takes another service brand before its element names when that is set', async () => {
		const branded = new Service({ prefix: 'Foo' });
		const request = multiMessage(message('Hi', '27821110001'));
		expect(await branded.post(PATH, request)).toBe(error('Not Valid XML Document'));
		expect(await branded.post(PATH, request.replaceAll('Svc_', 'Foo_'))).toBe(
			single('27821110001', '1000001'),
		);
	});

	test('takes 10,000 recipients in one request', async () => {
		await service.control('POST', '/seed', { accounts: [{ login: 'demo', credits: 10000 }] });
		const numbers = Array.from({ length: 10000 }, (_, index) => String(27831000000 + index));
		const answer = await service.post(PATH, multiMessage(message('Hi', ...numbers)));
		expect(answer).toContain('<Number>27831009999</Number><ID>1010000</ID>');
		expect(await service.credits()).toBe('Credits=0');
	});
});
