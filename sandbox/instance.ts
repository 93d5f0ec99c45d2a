import { privateEnvironment } from './environment';
import type { Installation } from './installation';
import { freePort } from './ports';
import { start, type RunningProcess } from './processes';

/** Generous: a busy machine with two cores needs about 20 seconds. */
const START_MILLISECONDS = 180_000;

export interface InstanceOptions {
	installation: Installation;
	/** Made by createUserFolder. */
	userFolder: string;
	/** The editor's port; any free one when absent. */
	port?: number;
	/** How long n8n may take to end when asked; a few seconds when absent. */
	graceMilliseconds?: number;
	/** Settings on top of the private ones, e.g. queue mode. */
	environment?: Record<string, string>;
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
	const { installation, userFolder } = options;
	const port = options.port ?? (await freePort());
	const n8n = start({
		name: 'n8n',
		program: installation.node,
		args: [installation.script, 'start'],
		cwd: userFolder,
		environment: {
			...privateEnvironment(installation.release, userFolder),
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.environment,
		},
		...(options.onLine && { onLine: options.onLine }),
		...(options.graceMilliseconds && { graceMilliseconds: options.graceMilliseconds }),
	});
	// Its health address answers earlier, before the database is ready.
	await n8n.waitForLine(/Editor is now accessible/, START_MILLISECONDS);
	return { address: `http://127.0.0.1:${port}`, process: n8n, stop: n8n.stop };
}
