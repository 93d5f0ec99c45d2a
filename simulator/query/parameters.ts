import { MASK } from '../requestLog';

const CREDENTIALS = ['user', 'password'];

/** The parameters of a GET call. A name counts in upper and lower case, as on any ASP server. */
export class Parameters {
	private readonly sent: URLSearchParams;

	/** @param url the address that was called, from its path on */
	constructor(url: string) {
		this.sent = new URLSearchParams(/\?.*$/s.exec(url)?.[0]);
	}

	/** The first value with that name; empty when there is none. */
	get(name: string): string {
		const wanted = name.toLowerCase();
		const [, value = ''] = [...this.sent].find(([key]) => key.toLowerCase() === wanted) ?? [];
		return value;
	}

	/** As the request log shows them: with the names that were sent, and the credentials masked. */
	masked(): Record<string, string> {
		return Object.fromEntries(
			[...this.sent].map(([name, value]) => [
				name,
				CREDENTIALS.includes(name.toLowerCase()) ? MASK : value,
			]),
		);
	}
}
