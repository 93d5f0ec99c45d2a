import { credentialsOnly, DAY, DEMO, freshService, NUMBER } from './service';

const service = freshService();
beforeEach(() => service.send());

const byXml = () => service.post('/xmlgetreplies.asp', credentialsOnly('Svc_Replies'));

describe('GET /httpgetreplies.asp', () => {
	test('answers each reply as four pairs in order, its text not encoded', async () => {
		await service.reply('Yes please');
		await service.wait(60);
		await service.reply('a&b=c;SentMessageID=9&\nü€');
		expect(await service.replies()).toBe(
			'CLI=27821110001;DateReceived=202611200800;Message=Yes please;SentMessageID=1000001&' +
				'CLI=27821110001;DateReceived=202611200801;' +
				'Message=a&b=c;SentMessageID=9&\nü€;SentMessageID=1000001&',
		);
	});

	test('names the most recent message sent to the responding number', async () => {
		await service.send(`${NUMBER};27821110002`);
		await service.send(NUMBER, '202611201200');
		await service.reply('Yes');
		expect(await service.replies()).toContain(';SentMessageID=1000002&');
	});

	test('gives a reply to the account that sent the message', async () => {
		await service.send(NUMBER, '', 'sub');
		await service.reply('To the sub account');
		expect(await service.replies()).toBe('');
		expect(await service.get('/httpgetreplies.asp?user=sub&password=sub')).toContain(
			'Message=To the sub account;SentMessageID=1000002',
		);
	});

	test('does not return a reply received more than 90 days ago', async () => {
		await service.reply('Old');
		await service.wait(1);
		await service.reply('Young');
		await service.wait(90 * DAY);
		expect((await service.replies()).match(/Message=\w+/g)).toEqual(['Message=Young']);
	});

	test('excludes messages to a short code when excludesc is true, and keeps them', async () => {
		await service.reply('Reply');
		await service.textShortCode('Text');
		expect((await service.replies('&excludesc=true')).match(/Message=\w+/g)).toEqual([
			'Message=Reply',
		]);
		expect(await service.replies('&excludesc=TRUE')).toBe('');
		expect((await service.replies()).match(/Message=\w+/g)).toEqual(['Message=Text']);
	});

	test.each(['false', '', '0'])('excludesc is a boolean: "%s" excludes nothing', async (value) => {
		await service.textShortCode('Text');
		expect(await service.replies(`&excludesc=${value}`)).toContain('Message=Text');
	});
});

test('POST /xmlgetreplies.asp answers one Reply element for each reply, once on either interface', async () => {
	await service.reply('Tom & <Jerry>');
	expect(await byXml()).toBe(
		'<XMLGateway_Replies><Reply><CLI>27821110001</CLI><DateReceived>202611200800</DateReceived>' +
			'<Message>Tom &amp; &lt;Jerry&gt;</Message><SentMessageID>1000001</SentMessageID></Reply>' +
			'</XMLGateway_Replies>',
	);
	expect(await byXml()).toBe('<XMLGateway_Replies/>');
	expect(await service.replies()).toBe('');
});

describe('GET /httpgetscmessages.asp', () => {
	test('answers each short-code message as four pairs in order, once only', async () => {
		await service.reply('Not this one');
		await service.textShortCode('VOTE 1');
		await service.textShortCode('G1 On & off 7.47A', NUMBER, '27870000131');
		expect(await service.shortCodeMessages()).toBe(
			'SC=31234;CLI=27821110001;DateReceived=202611200800;Message=VOTE 1&' +
				'SC=27870000131;CLI=27821110001;DateReceived=202611200800;Message=G1 On & off 7.47A&',
		);
		expect(await service.shortCodeMessages()).toBe('');
	});

	test('still has a message that was read as a reply', async () => {
		await service.textShortCode('VOTE 1', '27821110009');
		expect(await service.replies()).toBe(
			'CLI=27821110009;DateReceived=202611200800;Message=VOTE 1;SentMessageID=&',
		);
		expect(await service.shortCodeMessages()).toContain('Message=VOTE 1');
	});

	test('does not return a message received more than 90 days ago', async () => {
		await service.textShortCode('Old');
		await service.wait(90 * DAY + 1);
		expect(await service.shortCodeMessages()).toBe('');
	});

	test('has nothing for an account without a short code', async () => {
		expect(await service.get('/httpgetscmessages.asp?user=sub&password=sub')).toBe('');
	});
});

test('POST /xmlgetscmessages.asp answers one SCmessage element for each message, once only', async () => {
	const request = credentialsOnly('Svc_SCmessages');
	await service.textShortCode('VOTE 1');
	expect(await service.post('/xmlgetscmessages.asp', request)).toBe(
		'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821110001</CLI>' +
			'<DateReceived>202611200800</DateReceived><Message>VOTE 1</Message></SCmessage>' +
			'</XMLGateway_SCmessages>',
	);
	expect(await service.post('/xmlgetscmessages.asp', request)).toBe('<XMLGateway_SCmessages/>');
});

describe('GET /listoptouts.asp', () => {
	test('answers all entries at every call; one added by hand has no SentMessageID', async () => {
		await service.reply('opt out; now&');
		const answer =
			'CLI=27820000001;DateReceived=202611200800;Message=STOP;SentMessageID=900001&' +
			'CLI=27820000002;DateReceived=202611200800;Message=* MANUALLY ADDED BY USER *;SentMessageID=&' +
			'CLI=27821110001;DateReceived=202611200800;Message=opt out; now&;SentMessageID=1000001&';
		expect(await service.get(`/listoptouts.asp?${DEMO}`)).toBe(answer);
		expect(await service.get(`/listoptouts.asp?${DEMO}`)).toBe(answer);
	});

	test('answers nothing when there are none', async () => {
		expect(await service.get('/listoptouts.asp?user=sub&password=sub')).toBe('');
	});
});
