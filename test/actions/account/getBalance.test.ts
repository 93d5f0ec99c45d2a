import { execute } from '../../support/context';
import { testServer } from '../../support/server';

const server = testServer();

describe('Account: Get Balance', () => {
	it('reads the credits once, however many items come in, linked to the first', async () => {
		server.answer('Credits=1234');
		const { items } = await execute(server.url, 'account', 'getBalance', [{}, {}, {}]);
		expect(items).toEqual([{ json: { credits: 1234 }, pairedItem: { item: 0 } }]);
		expect(server.requests).toHaveLength(1);
	});

	it('stops at a wrong login with a 401', async () => {
		server.answer('Credits=FAIL');
		const { error } = await execute(server.url, 'account', 'getBalance');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			message: 'The gateway did not accept the login name or password',
			description: "Correct 'Login Name' and 'Password' in the credential",
			context: {
				failure: 'wrongLogin',
				request: { interface: 'query', path: '/credits.asp' },
			},
		});
	});
});
