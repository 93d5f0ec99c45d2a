import { DEMO, freshService, NUMBER } from './service';

const SEND = `/batchmessage.asp?${DEMO}`;

const service = freshService();

describe('GET /batchmessage.asp', () => {
	test('answers one pair of number and message ID for each submitted number', async () => {
		expect(await service.send(`${NUMBER};447700900001`)).toBe(
			'27821110001=1000001&447700900001=1000002&',
		);
	});

	test.each([
		['No message given', 'the message is missing', '&numbers=27821110001'],
		['No message given', 'the message is blank', '&message=%20%0A&numbers=27821110001'],
		['No numbers supplied', 'the numbers are missing', '&message=Hi'],
		['No numbers supplied', 'the numbers are blank', '&message=Hi&numbers=%20'],
		['No numbers supplied', 'all numbers are blank', '&message=Hi&numbers=;'],
	])('answers Error=%s when %s', async (error, _, parameters) => {
		expect(await service.get(SEND + parameters)).toBe(`Error=${error}`);
	});

	test('takes %0A in the message as a line break', async () => {
		await service.get(`${SEND}&message=one%0Atwo+three%2B&numbers=${NUMBER}`);
		expect(await service.messages()).toMatchObject([{ text: 'one\ntwo three+', number: NUMBER }]);
	});

	test('answers the first 100 numbers of a longer list, and no others', async () => {
		const numbers = Array.from({ length: 101 }, (_, index) => 27821110000 + index);
		const answer = await service.send(numbers.join(';'));
		expect(answer).toContain('&27821110099=1000100&');
		expect(answer).not.toContain('27821110100');
		expect(await service.credits()).toBe('Credits=900');
	});

	test.each([
		['ACCOUNTLOCKED', 'the account is locked', 'locked', NUMBER],
		['TRIALNOT2SELF', 'a trial account sends to others', 'trial', NUMBER],
		['1000001', 'a trial account sends to itself', 'trial', '27820001003'],
		['BADDEST', 'the number has no country', 'demo', '0821110001'],
		['BADDEST', 'the number has a plus sign', 'demo', '+27821110001'],
		['BADDEST', 'the number has letters', 'demo', 'abc'],
		['BADDEST', 'the number has 16 digits', 'demo', '1234567890123456'],
		['BADDEST', 'the recipient is blacklisted', 'demo', '27820000003'],
		['OPTEDOUT', 'the recipient has opted out', 'demo', '27820000001'],
		['OPTEDOUT', 'the recipient was opted out by hand', 'demo', '27820000002'],
		['1000001', 'the opt-out is from another account', 'sub', '27820000001'],
		['INDUSTRYDNC', 'the number is on the Do Not Contact list', 'demo', '27820000004'],
		['1000001', 'a number of that list is not South African', 'demo', '447700900004'],
	])('gives a number the value %s when %s', async (value, _, login, number) => {
		expect(await service.send(number, '', login)).toBe(`${number}=${value}&`);
	});

	test('gives a message ID when the account is set to bypass the Do Not Contact list', async () => {
		await service.seed({ accounts: [{ login: 'demo', bypassIndustryDoNotContact: true }] });
		expect(await service.send('27820000004')).toBe('27820000004=1000001&');
	});

	test('gives INSUFFICIENT CREDITS to those numbers that no credits are left for', async () => {
		await service.seed({ accounts: [{ login: 'demo', credits: 2.5 }] });
		expect(await service.send(`${NUMBER};27821110002;27821110003`)).toBe(
			'27821110001=1000001&27821110002=1000002&27821110003=INSUFFICIENT CREDITS&',
		);
		expect(await service.credits()).toBe('Credits=1');
	});

	test.each([
		['160 characters', 'x'.repeat(160), '1000001', 'Credits=999'],
		['161 characters', 'x'.repeat(161), '1000001', 'Credits=998'],
		['918 characters', 'x'.repeat(918), '1000001', 'Credits=994'],
		['an encoded length above 918', 'x'.repeat(919), 'TOOLONG', 'Credits=1000'],
		['extensions, which count two', '€'.repeat(459), '1000001', 'Credits=994'],
		['extensions that bring it above 918', '€'.repeat(460), 'TOOLONG', 'Credits=1000'],
	])(
		'charges a credit a part, or answers TOOLONG, for a text of %s',
		async (_, text, value, credits) => {
			const message = encodeURIComponent(text);
			expect(await service.get(`${SEND}&message=${message}&numbers=${NUMBER}`)).toBe(
				`${NUMBER}=${value}&`,
			);
			expect(await service.credits()).toBe(credits);
		},
	);

	test('queues a message for a time in the future', async () => {
		await service.send(NUMBER, '202611200815');
		expect(await service.messages()).toMatchObject([
			{ scheduledAt: '2026-11-20T08:15:00.000Z', status: 'NOTFOUND', code: -1 },
		]);
	});

	test.each(['202611200759', '202611200800', '2026-11-20', '202613010000', 'tomorrow', ''])(
		'sends at once when the time is in the past or badly formatted: "%s"',
		async (scheduled) => {
			await service.send(NUMBER, scheduled);
			expect(await service.messages()).toMatchObject([{ scheduledAt: null }]);
		},
	);

	test('sends nothing for a HEAD request', async () => {
		const url = `${SEND}&message=Hi&numbers=${NUMBER}`;
		expect((await service.request(url, { method: 'HEAD' })).status).toBe(404);
		expect(await service.messages()).toEqual([]);
	});
});
