import type { QueryOperation } from './operation';

/** GET /auth.asp: whether the credentials belong to a valid, unlocked account. */
export const auth: QueryOperation = {
	path: '/auth.asp',
	title: 'Check login',
	wrongCredentials: 'Login=FAIL',
	answer: (_gateway, account) => (account.locked ? 'Login=ACCOUNTLOCKED' : 'Login=OK'),
};
