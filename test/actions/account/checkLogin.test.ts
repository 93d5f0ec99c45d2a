import { execute } from '../../support/context';
import { testServer } from '../../support/server';

const server = testServer();

describe('Account: Check Login', () => {
	it.each([
		['Login=OK', { login: 'OK', valid: true, locked: false }],
		['Login=FAIL', { login: 'FAIL', valid: false, locked: false }],
		['Login=ACCOUNTLOCKED', { login: 'ACCOUNT_LOCKED', valid: false, locked: true }],
	])('takes %s for an answer and not a failure', async (body, json) => {
		server.answer(body);
		const { items } = await execute(server.url, 'account', 'checkLogin');
		expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
	});
});
