import fc from 'fast-check';
import { isOptOut } from '../../simulator/optOuts';
import { DEMO, Service } from './service';

const send = (service: Service, numbers = '27821110001') =>
	service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=${numbers}`);

describe('opt-out trigger words', () => {
	test.each(['Stop', 'End', 'Cancel', 'Unsubscribe', 'Quit', 'Stop sending me this', 'stop send'])(
		'"%s" opts out',
		(text) => expect(isOptOut(text)).toBe(true),
	);

	test.each(['Opt out', 'OPT-OUT please', 'opt\nout', 'Opt😀out', 'optXout of this'])(
		'"%s" opts out: the message starts with opt, any one character, out',
		(text) => expect(isOptOut(text)).toBe(true),
	);

	test.each(['Stop it', 'Please stop', 'The end', 'optout', 'opt  out', 'Stopsend', '', 'I quit'])(
		'"%s" does not opt out',
		(text) => expect(isOptOut(text)).toBe(false),
	);

	test('are not case sensitive', () => {
		const words = fc.constantFrom('stop', 'end', 'cancel', 'unsubscribe', 'quit', 'opt out');
		const uppers = fc.array(fc.boolean(), { minLength: 11, maxLength: 11 });
		fc.assert(
			fc.property(words, uppers, (word, upper) => {
				const mixed = [...word].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter));
				return isOptOut(mixed.join(''));
			}),
		);
	});
});

describe('an opt-out', () => {
	const service = new Service();
	beforeEach(async () => {
		await service.reset();
		await send(service);
	});

	const reply = (text: string) =>
		service.control('POST', '/replies', { from: '27821110001', text });

	test('makes the gateway send a confirming message from the original account', async () => {
		expect(await reply('STOP')).toEqual({
			account: 'demo',
			sentMessageId: '1000001',
			optedOut: true,
		});
		expect(await service.control('GET', '/messages')).toEqual([
			expect.objectContaining({ id: '1000001', interface: 'query' }),
			expect.objectContaining({
				id: '1000002',
				account: 'demo',
				number: '27821110001',
				interface: 'automatic',
			}),
		]);
		expect(await service.credits()).toBe('Credits=999');
	});

	test('blocks that account, and no other, from sending to that number', async () => {
		await reply('Stop');
		expect(await send(service)).toBe('27821110001=OPTEDOUT&');
		expect(
			await service.get('/batchmessage.asp?user=sub&password=sub&message=Hi&numbers=27821110001'),
		).toBe('27821110001=1000003&');
	});

	test('is taken from a number outside South Africa too, our guess', async () => {
		await send(service, '447700900001');
		await service.control('POST', '/replies', { from: '447700900001', text: 'Stop' });
		expect(await send(service, '447700900001')).toBe('447700900001=OPTEDOUT&');
	});

	test('is returned as a reply like any other', async () => {
		await reply('Stop');
		expect(await service.get(`/httpgetreplies.asp?${DEMO}`)).toBe(
			'CLI=27821110001;DateReceived=202611200800;Message=Stop;SentMessageID=1000001&',
		);
	});

	test('is not registered for a number that nothing was sent to', async () => {
		expect(
			await service.control('POST', '/replies', { from: '27821110009', text: 'Stop' }),
		).toEqual(expect.objectContaining({ message: 'No message was sent to 27821110009.' }));
		expect(await send(service, '27821110009')).toBe('27821110009=1000002&');
	});

	test('is confirmed once', async () => {
		await reply('Stop');
		await reply('Stop');
		expect(await service.control('GET', '/messages')).toHaveLength(2);
	});

	test('added by hand blocks the number without a confirming message', async () => {
		await service.control('POST', '/opt-outs', { login: 'demo', number: '27821110001' });
		expect(await send(service)).toBe('27821110001=OPTEDOUT&');
		expect(await service.control('GET', '/messages')).toHaveLength(1);
	});
});

describe('GET /listoptouts.asp', () => {
	const service = new Service();

	test('answers all entries at every call; one added by hand has no SentMessageID', async () => {
		await send(service);
		await service.control('POST', '/replies', { from: '27821110001', text: 'opt out; now&' });
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

	test('answers FAIL& for invalid credentials', async () => {
		expect(await service.get('/listoptouts.asp?user=demo&password=x')).toBe('FAIL&');
	});
});
