import type { QueryOperation } from './operation';

/** GET /credits.asp: the balance, rounded to the nearest integer. */
export const credits: QueryOperation = {
	path: '/credits.asp',
	title: 'Credit balance',
	wrongCredentials: 'Credits=FAIL',
	answer: (_gateway, account) => `Credits=${Math.round(account.credits)}`,
};
