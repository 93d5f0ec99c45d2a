import type { AccountSeed } from './accounts';
import type { DeliverySeed } from './delivery';

/** An opt-out; without a text it is one that was added by hand. */
export interface OptOutSeed {
	login: string;
	number: string;
	text?: string;
	sentMessageId?: string;
}

/** Data that the gateway begins with, or that is added later. */
export interface Seed {
	accounts?: AccountSeed[];
	blacklist?: string[];
	industryDoNotContact?: string[];
	optOuts?: OptOutSeed[];
	delivery?: DeliverySeed;
	nextMessageId?: string;
}

/** Also listed in README.md: keep the two the same. */
export const defaultSeed: Seed = {
	accounts: [
		{
			id: 1001,
			login: 'demo',
			password: 'demo',
			credits: 1000,
			shortCodes: ['31234', '27870000131'],
		},
		{ id: 1002, login: 'sub', password: 'sub', credits: 100, mainAccountId: 1001 },
		{
			id: 1003,
			login: 'trial',
			password: 'trial',
			credits: 10,
			trial: true,
			ownNumber: '27820001003',
		},
		{
			id: 1004,
			login: 'locked',
			password: 'locked',
			credits: 50,
			locked: true,
			mainAccountId: 1001,
		},
		{ id: 1005, login: 'empty', password: 'empty', credits: 0.4, mainAccountId: 1001 },
	],
	optOuts: [
		{ login: 'demo', number: '27820000001', text: 'STOP', sentMessageId: '900001' },
		{ login: 'demo', number: '27820000002' },
	],
	blacklist: ['27820000003'],
	industryDoNotContact: ['27820000004', '447700900004'],
};
