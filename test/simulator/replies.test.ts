import { credentialsOnly, DEMO, Service } from './service';

const DAY = 24 * 60 * 60;

const usual = new Service();
let service = usual;
beforeEach(async () => {
	service = usual;
	await service.reset();
	await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`);
});

const reply = (text: string, from = '27821110001') =>
	service.control('POST', '/replies', { from, text });

const textShortCode = (text: string, from = '27821110001') =>
	service.control('POST', '/short-code-messages', { shortCode: '31234', from, text });

const byQuery = (more = '') => service.get(`/httpgetreplies.asp?${DEMO}${more}`);
const byXml = () => service.post('/xmlgetreplies.asp', credentialsOnly('Svc_Replies'));
const shortCodeByQuery = () => service.get(`/httpgetscmessages.asp?${DEMO}`);
const shortCodeByXml = () =>
	service.post('/xmlgetscmessages.asp', credentialsOnly('Svc_SCmessages'));

describe('GET /httpgetreplies.asp', () => {
	test('answers each reply as four pairs in order', async () => {
		await reply('Yes please');
		await service.wait(60);
		await reply('No');
		expect(await byQuery()).toBe(
			'CLI=27821110001;DateReceived=202611200800;Message=Yes please;SentMessageID=1000001&' +
				'CLI=27821110001;DateReceived=202611200801;Message=No;SentMessageID=1000001&',
		);
	});

	test('does not encode the text of a reply', async () => {
		await reply('a&b=c;SentMessageID=9&\nü€');
		expect(await byQuery()).toBe(
			'CLI=27821110001;DateReceived=202611200800;' +
				'Message=a&b=c;SentMessageID=9&\nü€;SentMessageID=1000001&',
		);
	});

	test('returns a reply once only, on whichever interface', async () => {
		await reply('Yes');
		expect(await byXml()).toContain('<Message>Yes</Message>');
		expect(await byXml()).toBe('<XMLGateway_Replies/>');
		expect(await byQuery()).toBe('');
	});

	test('names the most recent message sent to the responding number', async () => {
		await service.get(`/batchmessage.asp?${DEMO}&message=Again&numbers=27821110001;27821110002`);
		await service.get(
			`/batchmessage.asp?${DEMO}&message=Later&numbers=27821110001&scheduled=202611201200`,
		);
		await reply('Yes');
		expect(await byQuery()).toContain(';SentMessageID=1000002&');
	});

	test('gives a reply to the account that sent the message', async () => {
		await service.get('/batchmessage.asp?user=sub&password=sub&message=Hi&numbers=27821110001');
		await reply('To the sub account');
		expect(await byQuery()).toBe('');
		expect(await service.get('/httpgetreplies.asp?user=sub&password=sub')).toContain(
			'Message=To the sub account;SentMessageID=1000002',
		);
	});

	test('does not return a reply received more than 90 days ago', async () => {
		await reply('Old');
		await service.wait(1);
		await reply('Young');
		await service.wait(90 * DAY);
		expect(await byQuery()).toBe(
			'CLI=27821110001;DateReceived=202611200800;Message=Young;SentMessageID=1000001&',
		);
	});

	test('excludes messages to a short code when excludesc is true, and keeps them', async () => {
		await reply('Reply');
		await textShortCode('Text');
		expect(await byQuery('&excludesc=true')).toBe(
			'CLI=27821110001;DateReceived=202611200800;Message=Reply;SentMessageID=1000001&',
		);
		expect(await byQuery()).toBe(
			'CLI=27821110001;DateReceived=202611200800;Message=Text;SentMessageID=1000001&',
		);
	});

	test.each(['true', 'TRUE'])('excludesc is a boolean: %s excludes', async (value) => {
		await textShortCode('Text');
		expect(await byQuery(`&excludesc=${value}`)).toBe('');
	});

	test.each(['false', '', '0'])('excludesc is a boolean: "%s" excludes nothing', async (value) => {
		await textShortCode('Text');
		expect(await byQuery(`&excludesc=${value}`)).toContain('Message=Text');
	});

	test('answers FAIL& for invalid credentials', async () => {
		expect(await service.get('/httpgetreplies.asp?user=demo&password=x')).toBe('FAIL&');
	});
});

describe('POST /xmlgetreplies.asp', () => {
	test('answers one Reply element for each reply', async () => {
		await reply('Tom & <Jerry>');
		expect(await byXml()).toBe(
			'<XMLGateway_Replies><Reply><CLI>27821110001</CLI><DateReceived>202611200800</DateReceived>' +
				'<Message>Tom &amp; &lt;Jerry&gt;</Message><SentMessageID>1000001</SentMessageID></Reply>' +
				'</XMLGateway_Replies>',
		);
	});

	test.each([
		['Not Valid XML Document', '<Svc_Replies>'],
		['Not Valid XML Document', credentialsOnly('Svc_SCmessages')],
		['Invalid Username or Password', credentialsOnly('Svc_Replies').replace('>demo<', '>x<')],
	])('answers %s in the same root', async (error, request) => {
		expect(await service.post('/xmlgetreplies.asp', request)).toBe(
			`<XMLGateway_Replies><Error>${error}</Error></XMLGateway_Replies>`,
		);
	});
});

describe('GET /httpgetscmessages.asp', () => {
	test('answers each short-code message as four pairs in order, once only', async () => {
		await reply('Not this one');
		await textShortCode('VOTE 1');
		expect(await shortCodeByQuery()).toBe(
			'SC=31234;CLI=27821110001;DateReceived=202611200800;Message=VOTE 1&',
		);
		expect(await shortCodeByQuery()).toBe('');
	});

	test('a message read as a reply can still be read as a short-code message', async () => {
		await textShortCode('VOTE 1', '27821110009');
		expect(await byQuery()).toBe(
			'CLI=27821110009;DateReceived=202611200800;Message=VOTE 1;SentMessageID=&',
		);
		expect(await shortCodeByQuery()).toContain('Message=VOTE 1');
	});

	test('with returnOnce, a message comes as a reply or as itself, and is not in the other', async () => {
		service = new Service({ returnOnce: true });
		await textShortCode('VOTE 1');
		expect(await byQuery()).toContain('Message=VOTE 1');
		expect(await shortCodeByQuery()).toBe('');
		await textShortCode('VOTE 2');
		expect(await byQuery('&excludesc=true')).toBe('');
		expect(await shortCodeByQuery()).toContain('Message=VOTE 2');
		expect(await byQuery()).toBe('');
	});

	test('does not return a message received more than 90 days ago', async () => {
		await textShortCode('Old');
		await service.wait(90 * DAY + 1);
		expect(await shortCodeByQuery()).toBe('');
	});

	test('has nothing for an account without a short code', async () => {
		expect(await service.get('/httpgetscmessages.asp?user=sub&password=sub')).toBe('');
	});

	test('answers FAIL& for invalid credentials', async () => {
		expect(await service.get('/httpgetscmessages.asp?user=demo&password=x')).toBe('FAIL&');
	});
});

describe('POST /xmlgetscmessages.asp', () => {
	test('answers one SCmessage element for each message, once only', async () => {
		await textShortCode('VOTE 1');
		expect(await shortCodeByXml()).toBe(
			'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821110001</CLI>' +
				'<DateReceived>202611200800</DateReceived><Message>VOTE 1</Message></SCmessage>' +
				'</XMLGateway_SCmessages>',
		);
		expect(await shortCodeByXml()).toBe('<XMLGateway_SCmessages/>');
	});

	test.each([
		['Not Valid XML Document', 'SC?'],
		['Invalid Username or Password', credentialsOnly('Svc_SCmessages').replace('>demo<', '>x<')],
	])('answers %s in the same root', async (error, request) => {
		expect(await service.post('/xmlgetscmessages.asp', request)).toBe(
			`<XMLGateway_SCmessages><Error>${error}</Error></XMLGateway_SCmessages>`,
		);
	});
});
