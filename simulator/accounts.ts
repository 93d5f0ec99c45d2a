/** An account (protocol, "Resources and their fields"). */
export interface Account {
	readonly id: number;
	readonly login: string;
	password: string;
	/** The main account that this sub account belongs to; null for a main account. */
	mainAccountId: number | null;
	/** May hold fractions; reported rounded. */
	credits: number;
	locked: boolean;
	/** A trial account sends to its own number only. */
	trial: boolean;
	ownNumber: string | null;
	shortCodes: string[];
	/** Whether the account is set to bypass the industry Do Not Contact list. */
	bypassIndustryDoNotContact: boolean;
}

/** An account to add, or changes to the account with that login. */
export type AccountSeed = Pick<Account, 'login'> & Partial<Account>;

/** A seed that cannot be added; the message says why. */
export class SeedRefused extends Error {
	readonly statusCode = 400;
}

export class Accounts {
	private readonly byLogin = new Map<string, Account>();

	/** Adds an account, or changes the one with that login. */
	seed(seed: AccountSeed): void {
		const known = this.byLogin.get(seed.login);
		if (known) {
			if (seed.id !== undefined && seed.id !== known.id) {
				throw new SeedRefused(`The id of account "${seed.login}" cannot change.`);
			}
			Object.assign(known, seed);
			return;
		}
		this.byLogin.set(seed.login, this.created(seed));
	}

	private created({ login, id, password, ...rest }: AccountSeed): Account {
		if (id === undefined || password === undefined) {
			throw new SeedRefused(`Account "${login}" is new and needs an id and a password.`);
		}
		if (this.withId(id)) throw new SeedRefused(`Another account has the id ${id}.`);
		return {
			mainAccountId: null,
			credits: 0,
			locked: false,
			trial: false,
			ownNumber: null,
			shortCodes: [],
			bypassIndustryDoNotContact: false,
			...rest,
			id,
			login,
			password,
		};
	}

	/** The account that the credentials belong to (protocol, "Authentication"). */
	authenticate(login: string, password: string): Account | undefined {
		const account = this.byLogin.get(login);
		return account?.password === password ? account : undefined;
	}

	withLogin(login: string): Account | undefined {
		return this.byLogin.get(login);
	}

	withId(id: number): Account | undefined {
		return this.all().find((account) => account.id === id);
	}

	withShortCode(shortCode: string): Account | undefined {
		return this.all().find((account) => account.shortCodes.includes(shortCode));
	}

	all(): Account[] {
		return [...this.byLogin.values()];
	}

	clear(): void {
		this.byLogin.clear();
	}
}
