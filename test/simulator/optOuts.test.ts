import fc from 'fast-check';
import { isOptOut } from '../../simulator/optOuts';
import { freshService, NUMBER, refusal } from './service';

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
		fc.assert(
			fc.property(words, fc.infiniteStream(fc.boolean()), (word, uppers) =>
				isOptOut(
					[...word].map((letter) => (uppers.next().value ? letter.toUpperCase() : letter)).join(''),
				),
			),
		);
	});
});

describe('an opt-out', () => {
	const service = freshService();
	beforeEach(() => service.send());

	test('makes the gateway send a confirming message from the original account, once', async () => {
		expect(await service.reply('STOP')).toEqual({
			account: 'demo',
			sentMessageId: '1000001',
			optedOut: true,
		});
		await service.reply('STOP');
		expect(await service.messages()).toMatchObject([
			{ id: '1000001', interface: 'query' },
			{ id: '1000002', account: 'demo', number: NUMBER, interface: 'automatic' },
		]);
		expect(await service.credits()).toBe('Credits=999');
	});

	test('blocks that account, and no other, from sending to that number', async () => {
		await service.reply('Stop');
		expect(await service.send()).toBe(`${NUMBER}=OPTEDOUT&`);
		expect(await service.send(NUMBER, '', 'sub')).toBe(`${NUMBER}=1000003&`);
	});

	test('is taken from a number outside South Africa too, our guess', async () => {
		await service.send('447700900001');
		await service.reply('Stop', '447700900001');
		expect(await service.send('447700900001')).toBe('447700900001=OPTEDOUT&');
	});

	test('is returned as a reply like any other', async () => {
		await service.reply('Stop');
		expect(await service.replies()).toContain('Message=Stop;SentMessageID=1000001&');
	});

	test('is not registered for a number that nothing was sent to', async () => {
		expect(await service.reply('Stop', '27821110009')).toEqual(
			refusal('No message was sent to 27821110009.', 404),
		);
		expect(await service.send('27821110009')).toBe('27821110009=1000002&');
	});

	test('added by hand blocks the number without a confirming message', async () => {
		await service.control('POST', '/opt-outs', { login: 'demo', number: NUMBER });
		expect(await service.send()).toBe(`${NUMBER}=OPTEDOUT&`);
		expect(await service.messages()).toHaveLength(1);
	});
});
