import { DEMO, Service } from './service';

const SEND = `/batchmessage.asp?${DEMO}`;

describe('GET /batchmessage.asp', () => {
	const service = new Service();
	beforeEach(() => service.reset());

	test('answers one pair of number and message ID for each submitted number', async () => {
		expect(await service.get(`${SEND}&message=Hi&numbers=27821110001;447700900001`)).toBe(
			'27821110001=1000001&447700900001=1000002&',
		);
	});

	test('answers without a trailing ampersand when that is set', async () => {
		const plain = new Service({ trailingAmpersand: false });
		expect(await plain.get(`${SEND}&message=Hi&numbers=27821110001;447700900001`)).toBe(
			'27821110001=1000001&447700900001=1000002',
		);
	});

	test('answers FAIL& for invalid credentials, whatever else is wrong', async () => {
		expect(await service.get('/batchmessage.asp?user=demo&password=wrong')).toBe('FAIL&');
	});

	test.each(['', '&message=', '&message=%20%0A'])(
		'answers No message given when the message is missing or blank: "%s"',
		async (message) => {
			expect(await service.get(`${SEND}${message}&numbers=27821110001`)).toBe(
				'Error=No message given',
			);
		},
	);

	test.each(['', '&numbers=', '&numbers=%20', '&numbers=;'])(
		'answers No numbers supplied when the numbers are missing or blank: "%s"',
		async (numbers) => {
			expect(await service.get(`${SEND}&message=Hi${numbers}`)).toBe('Error=No numbers supplied');
		},
	);

	test('takes %0A in the message as a line break', async () => {
		await service.get(`${SEND}&message=one%0Atwo+three%2B&numbers=27821110001`);
		expect(await service.control('GET', '/messages')).toEqual([
			expect.objectContaining({ text: 'one\ntwo three+', number: '27821110001' }),
		]);
	});

	test('answers the first 100 numbers of a longer list, and no others', async () => {
		const numbers = Array.from({ length: 101 }, (_, index) => 27821110000 + index).join(';');
		const answer = await service.get(`${SEND}&message=Hi&numbers=${numbers}`);
		expect(answer).toContain('&27821110099=1000100&');
		expect(answer).not.toContain('27821110100');
		expect(await service.credits()).toBe('Credits=900');
	});

	describe('gives as the value of a number', () => {
		const asked = async (numbers: string, login = 'demo', message = 'Hi') =>
			service.get(
				`/batchmessage.asp?user=${login}&password=${login}&message=${message}&numbers=${numbers}`,
			);

		test.each([
			['INSUFFICIENT CREDITS', 'the account has not enough', 'empty', '27821110001'],
			['ACCOUNTLOCKED', 'the account is locked', 'locked', '27821110001'],
			['TRIALNOT2SELF', 'a trial account sends to others', 'trial', '27821110001'],
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
		])('%s when %s', async (value, _, login, number) => {
			expect(await asked(encodeURIComponent(number), login)).toBe(`${number}=${value}&`);
		});

		test.each([
			['TOOLONG', 'the encoded length is above 918', 'x'.repeat(919)],
			['1000001', 'it is 918', 'x'.repeat(918)],
			['TOOLONG', 'extensions, which count two, bring it above 918', '€'.repeat(460)],
			['1000001', 'they bring it to 918', '€'.repeat(459)],
		])('%s when %s', async (value, _, text) => {
			const message = encodeURIComponent(text);
			expect(await asked('27821110001', 'demo', message)).toBe(`27821110001=${value}&`);
		});

		test('INSUFFICIENT CREDITS for those numbers only that no credits are left for', async () => {
			await service.control('POST', '/seed', { accounts: [{ login: 'demo', credits: 2.5 }] });
			expect(await asked('27821110001;27821110002;27821110003')).toBe(
				'27821110001=1000001&27821110002=1000002&27821110003=INSUFFICIENT CREDITS&',
			);
			expect(await service.credits()).toBe('Credits=1');
		});

		test('a message ID when the account is set to bypass that list', async () => {
			const account = { login: 'demo', bypassIndustryDoNotContact: true };
			await service.control('POST', '/seed', { accounts: [account] });
			expect(await asked('27820000004')).toBe('27820000004=1000001&');
		});
	});

	describe('charges one credit a part and recipient', () => {
		test.each([
			[1, 'Credits=999'],
			[160, 'Credits=999'],
			[161, 'Credits=998'],
			[306, 'Credits=998'],
			[307, 'Credits=997'],
			[918, 'Credits=994'],
		])('for a text of %i characters', async (length, credits) => {
			await service.get(`${SEND}&message=${'x'.repeat(length)}&numbers=27821110001`);
			expect(await service.credits()).toBe(credits);
		});

		test('and nothing for a number that is not accepted', async () => {
			await service.get(`${SEND}&message=Hi&numbers=27820000001;27820000003;abc`);
			expect(await service.credits()).toBe('Credits=1000');
		});
	});

	describe('with scheduled', () => {
		test('queues a message for a time in the future', async () => {
			await service.get(`${SEND}&message=Hi&numbers=27821110001&scheduled=202611200815`);
			expect(await service.control('GET', '/messages')).toEqual([
				expect.objectContaining({
					scheduledAt: '2026-11-20T08:15:00.000Z',
					status: 'NOTFOUND',
					code: -1,
				}),
			]);
		});

		test.each(['202611200759', '202611200800', '2026-11-20', '202613010000', 'tomorrow', ''])(
			'sends at once when the time is in the past or badly formatted: "%s"',
			async (scheduled) => {
				await service.get(`${SEND}&message=Hi&numbers=27821110001&scheduled=${scheduled}`);
				expect(await service.control('GET', '/messages')).toEqual([
					expect.objectContaining({ scheduledAt: null }),
				]);
			},
		);
	});

	test('a HEAD request sends nothing', async () => {
		const url = `${SEND}&message=Hi&numbers=27821110001`;
		expect((await service.request(url, { method: 'HEAD' })).status).toBe(404);
		expect(await service.control('GET', '/messages')).toEqual([]);
	});
});
