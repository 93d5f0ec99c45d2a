import { Service } from './service';

const service = new Service();
beforeEach(() => service.reset());

const transfer = (from: string, to: string, quantity: string, login = 'demo') =>
	service.get(
		`/creditstransfer.asp?user=${login}&password=${login}` +
			`&fromAccountId=${from}&toAccountId=${to}&transferQuantity=${quantity}`,
	);

describe('GET /creditstransfer.asp', () => {
	test('answers Success and moves the credits', async () => {
		expect(await transfer('1001', '1002', '50')).toBe('Transfer=Success');
		expect(await service.credits('demo')).toBe('Credits=950');
		expect(await service.credits('sub')).toBe('Credits=150');
	});

	test('moves credits from a sub account to another and to the main account', async () => {
		expect(await transfer('1002', '1005', '10')).toBe('Transfer=Success');
		expect(await transfer('1002', '1001', '90')).toBe('Transfer=Success');
		expect(await service.credits('demo')).toBe('Credits=1090');
		expect(await service.credits('sub')).toBe('Credits=0');
	});

	test('answers invalidUser when the credentials are not valid', async () => {
		expect(await service.get('/creditstransfer.asp?user=demo&password=x')).toBe(
			'Transfer=invalidUser',
		);
	});

	test('answers invalidUser when the credentials are not those of the main account', async () => {
		expect(await transfer('1002', '1001', '10', 'sub')).toBe('Transfer=invalidUser');
	});

	test.each(['1003', '9999', 'W1002', '', '1e3'])(
		'answers invalidFromAccount or invalidToAccount for "%s", not of the main account',
		async (id) => {
			expect(await transfer(id, '1001', '10')).toBe('Transfer=invalidFromAccount');
			expect(await transfer('1001', id, '10')).toBe('Transfer=invalidToAccount');
		},
	);

	test('answers lockedFromAccount or lockedToAccount', async () => {
		expect(await transfer('1004', '1001', '10')).toBe('Transfer=lockedFromAccount');
		expect(await transfer('1001', '1004', '10')).toBe('Transfer=lockedToAccount');
	});

	test('answers sameAccount when from and to are the same', async () => {
		expect(await transfer('1002', '1002', '10')).toBe('Transfer=sameAccount');
	});

	test.each(['0', '-5', '1.5', '', 'ten', '1e2', '00'])(
		'answers invalidQuantity when "%s" is not a valid positive integer',
		async (quantity) => {
			expect(await transfer('1001', '1002', quantity)).toBe('Transfer=invalidQuantity');
		},
	);

	test('answers insufficientCredits when the from account lacks the credits', async () => {
		expect(await transfer('1005', '1001', '1')).toBe('Transfer=insufficientCredits');
		expect(await transfer('1002', '1001', '101')).toBe('Transfer=insufficientCredits');
		expect(await transfer('1002', '1001', '100')).toBe('Transfer=Success');
	});

	test('answers Fail, a server error, when scripted', async () => {
		await service.control('POST', '/faults', {
			match: { path: '/creditstransfer.asp' },
			fault: { skipWork: true, body: 'Transfer=Fail' },
		});
		expect(await transfer('1001', '1002', '50')).toBe('Transfer=Fail');
		expect(await service.credits('demo')).toBe('Credits=1000');
	});
});
