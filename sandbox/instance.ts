import { n8nProgram, type Sandbox } from './n8nProgram';
import { freePort } from './ports';
import { start, type RunningProcess } from './processes';

/** Generous: a busy machine with two cores needs about 20 seconds. */
const START_MILLISECONDS = 180_000;

export interface InstanceOptions extends Sandbox {
	/** The editor's port; any free one when absent. */
	port?: number;
	/** How long n8n may take to end when asked; a few seconds when absent. */
	graceMilliseconds?: number;
	/** Called with each line of its log. */
	onLine?: (line: string) => void;
}

/** A running n8n. */
export interface Instance {
	/** The editor's address, without a trailing slash. */
	address: string;
	process: RunningProcess;
	stop: () => Promise<void>;
}

/** Starts n8n and waits until its editor answers; throws with the end of its log otherwise. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
	const { onLine, graceMilliseconds } = options;
	const port = options.port ?? (await freePort());
	const n8n = start({
		name: 'n8n',
		...(await n8nProgram(options, ['start'], { N8N_PORT: String(port) })),
		...(onLine && { onLine }),
		...(graceMilliseconds && { graceMilliseconds }),
	});
	// Its health address answers earlier, before the database is ready.
	await n8n.waitForLine(/Editor is now accessible/, START_MILLISECONDS);
	return { address: `http://127.0.0.1:${port}`, process: n8n, stop: n8n.stop };
}
