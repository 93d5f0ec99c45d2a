import { freshService } from './service';

const service = freshService();

const transfer = (from: string, to: string, quantity: string, login = 'demo') =>
	service.get(
		`/creditstransfer.asp?user=${login}&password=${login}` +
			`&fromAccountId=${from}&toAccountId=${to}&transferQuantity=${quantity}`,
	);

describe('GET /creditstransfer.asp', () => {
	test('answers Success and moves the credits, between sub accounts too', async () => {
		expect(await transfer('1001', '1002', '50')).toBe('Transfer=Success');
		expect(await transfer('1002', '1005', '10')).toBe('Transfer=Success');
		expect(await transfer('1002', '1001', '140')).toBe('Transfer=Success');
		expect(await service.credits('demo')).toBe('Credits=1090');
		expect(await service.credits('sub')).toBe('Credits=0');
	});

	test.each([
		['sameAccount', 'both are the same', '1002', '1002', '10'],
		['lockedFromAccount', 'that is locked', '1004', '1001', '10'],
		['lockedToAccount', 'that is locked', '1001', '1004', '10'],
		['insufficientCredits', 'a balance of 0.4 is not 1', '1005', '1001', '1'],
		['insufficientCredits', 'the from account lacks the credits', '1002', '1001', '101'],
	])('answers %s when %s', async (answer, _, from, to, quantity) => {
		expect(await transfer(from, to, quantity)).toBe(`Transfer=${answer}`);
	});

	test.each(['1003', '9999', 'W1002', '', '1e3'])(
		'answers invalidFromAccount or invalidToAccount for "%s", not of the main account',
		async (id) => {
			expect(await transfer(id, '1001', '10')).toBe('Transfer=invalidFromAccount');
			expect(await transfer('1001', id, '10')).toBe('Transfer=invalidToAccount');
		},
	);

	test.each(['0', '-5', '1.5', '', 'ten', '1e2', '00'])(
		'answers invalidQuantity when "%s" is not a valid positive integer',
		async (quantity) =>
			expect(await transfer('1001', '1002', quantity)).toBe('Transfer=invalidQuantity'),
	);

	test('answers invalidUser when the credentials are not those of the main account', async () => {
		expect(await transfer('1002', '1001', '10', 'sub')).toBe('Transfer=invalidUser');
	});

	test('answers Fail, a server error, when scripted', async () => {
		await service.fault({ skipWork: true, body: 'Transfer=Fail' });
		expect(await transfer('1001', '1002', '50')).toBe('Transfer=Fail');
		expect(await service.credits('demo')).toBe('Credits=1000');
	});
});
