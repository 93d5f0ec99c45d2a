import { privateEnvironment } from './environment';
import type { InstanceOptions } from './instance';
import { freePort } from './ports';
import { start, type RunningProcess } from './processes';

const START_MILLISECONDS = 180_000;

/** Starts a worker of an n8n in queue mode, and waits until it takes work. */
export async function startWorker(
	options: Omit<InstanceOptions, 'port' | 'graceMilliseconds'>,
): Promise<RunningProcess> {
	const { installation, userFolder, environment } = options;
	const worker = start({
		name: 'The worker',
		program: installation.node,
		args: [installation.script, 'worker', '--concurrency=5'],
		cwd: userFolder,
		environment: {
			...privateEnvironment(installation.release, userFolder),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...environment,
		},
	});
	await worker.waitForLine(/n8n worker is now ready/, START_MILLISECONDS);
	return worker;
}
