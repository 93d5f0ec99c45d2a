/** The store behind n8n's deduplication helpers: read, changed and written without a lock. */
export class ProcessedStore {
	keys: string[] = [];
	/** How many calls changed it. */
	writes = 0;
	isBroken = false;
	/** Called before each call, e.g. to do what another process would do meanwhile. */
	onCall: () => void = () => undefined;

	/** For the `helpers` of a context. */
	readonly helpers = {
		checkProcessedAndRecord: async (
			keys: string[],
			_scope: string,
			{ maxEntries }: { maxEntries?: number },
		) => {
			const before = await this.read();
			const known = new Set(before);
			const fresh = keys.filter((key) => !known.has(key));
			const stored = [...before, ...fresh];
			if (maxEntries) stored.splice(0, stored.length - maxEntries);
			this.write(stored);
			return { new: fresh, processed: keys.filter((key) => known.has(key)) };
		},
		removeProcessed: async (keys: string[]) => {
			const removed = new Set(keys);
			this.write((await this.read()).filter((key) => !removed.has(key)));
		},
		getProcessedDataCount: async () => (await this.read()).length,
	};

	private async read(): Promise<string[]> {
		this.onCall();
		if (this.isBroken) throw new Error('connect ECONNREFUSED 127.0.0.1:5432');
		const { keys } = this;
		await new Promise(setImmediate);
		return keys;
	}

	private write(keys: string[]): void {
		this.writes += 1;
		this.keys = keys;
	}
}
