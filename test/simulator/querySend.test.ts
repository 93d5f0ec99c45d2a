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

		test('INSUFFICIENT CREDITS when the account has not enough of them', async () => {
			expect(await asked('27821110001', 'empty')).toBe('27821110001=INSUFFICIENT CREDITS&');
		});

		test('INSUFFICIENT CREDITS for those numbers only that no credits are left for', async () => {
			await service.control('POST', '/seed', { accounts: [{ login: 'demo', credits: 2.5 }] });
			expect(await asked('27821110001;27821110002;27821110003')).toBe(
				'27821110001=1000001&27821110002=1000002&27821110003=INSUFFICIENT CREDITS&',
			);
			expect(await service.credits()).toBe('Credits=1');
		});

		test('ACCOUNTLOCKED when the account is locked', async () => {
			expect(await asked('27821110001', 'locked')).toBe('27821110001=ACCOUNTLOCKED&');
		});

		test('TRIALNOT2SELF when a trial account sends to another number than its own', async () => {
			expect(await asked('27821110001;27820001003', 'trial')).toBe(
				'27821110001=TRIALNOT2SELF&27820001003=1000001&',
			);
		});

		test('TOOLONG when the encoded length is above 918', async () => {
			expect(await asked('27821110001', 'demo', 'x'.repeat(919))).toBe('27821110001=TOOLONG&');
			expect(await asked('27821110001', 'demo', 'x'.repeat(918))).toBe('27821110001=1000001&');
		});

		test('TOOLONG when extension characters, which count two, bring it above 918', async () => {
			expect(await asked('27821110001', 'demo', '%E2%82%AC'.repeat(460))).toBe(
				'27821110001=TOOLONG&',
			);
			expect(await asked('27821110001', 'demo', '%E2%82%AC'.repeat(459))).toBe(
				'27821110001=1000001&',
			);
		});

		test('BADDEST when the number is invalid', async () => {
			expect(await asked('0821110001;%2B27821110001;abc;1234567890123456')).toBe(
				'0821110001=BADDEST&+27821110001=BADDEST&abc=BADDEST&1234567890123456=BADDEST&',
			);
		});

		test('BADDEST when the recipient is blacklisted', async () => {
			expect(await asked('27820000003')).toBe('27820000003=BADDEST&');
		});

		test('OPTEDOUT when the recipient has opted out of messages from the user', async () => {
			expect(await asked('27820000001;27820000002')).toBe(
				'27820000001=OPTEDOUT&27820000002=OPTEDOUT&',
			);
		});

		test('a message ID when the recipient has opted out of messages from another account', async () => {
			expect(await asked('27820000001', 'sub')).toBe('27820000001=1000001&');
		});

		test('INDUSTRYDNC when a South African number is on the Do Not Contact list', async () => {
			expect(await asked('27820000004')).toBe('27820000004=INDUSTRYDNC&');
		});

		test('a message ID for a number of that list outside South Africa', async () => {
			expect(await asked('447700900004')).toBe('447700900004=1000001&');
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
