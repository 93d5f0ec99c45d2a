import { SeedRefused, type Account, type AccountSeed } from './accounts';
import type { DeliverySeed } from './delivery';
import type { Gateway } from './gateway';
import { addOptOutManually } from './handset';

/** An opt-out to begin with; without a text it is one that was added by hand. */
export interface OptOutSeed {
	login: string;
	number: string;
	text?: string;
	sentMessageId?: string;
}

/** What the gateway begins with, or what is added to it later. */
export interface Seed {
	accounts?: AccountSeed[];
	blacklist?: string[];
	industryDoNotContact?: string[];
	optOuts?: OptOutSeed[];
	delivery?: DeliverySeed;
	nextMessageId?: string;
}

/** Listed in README.md; keep the two alike. */
export const defaultSeed: Seed = {
	accounts: [
		{ id: 1001, login: 'demo', password: 'demo', credits: 1000, shortCodes: ['31234'] },
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

/** Adds a seed to the gateway; an account with a known login is changed, not added twice. */
export function sow(gateway: Gateway, seed: Seed): void {
	for (const account of seed.accounts ?? []) gateway.accounts.seed(account);
	for (const number of seed.blacklist ?? []) gateway.blacklist.add(number);
	for (const number of seed.industryDoNotContact ?? []) gateway.industryDoNotContact.add(number);
	for (const optOut of seed.optOuts ?? []) sowOptOut(gateway, optOut);
	if (seed.delivery) gateway.delivery.seed(seed.delivery);
	if (seed.nextMessageId) gateway.messages.continueFrom(seed.nextMessageId);
}

function sowOptOut(
	gateway: Gateway,
	{ login, number, text, sentMessageId = '' }: OptOutSeed,
): void {
	const account: Account | undefined = gateway.accounts.withLogin(login);
	if (!account) throw new SeedRefused(`There is no account "${login}".`);
	if (text === undefined) {
		addOptOutManually(gateway, account, number);
		return;
	}
	const receivedAt = gateway.clock.now();
	gateway.optOuts.add(account, { number, receivedAt, text, sentMessageId });
}
