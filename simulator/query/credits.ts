import type { QueryOperation } from './operation';

/** GET /credits.asp: the balance, rounded to the nearest integer. */
export const credits: QueryOperation = {
	path: '/credits.asp',
	wrongCredentials: 'Credits=FAIL',
	answer: (_gateway, account) => `Credits=${Math.round(account.credits)}`,
};
