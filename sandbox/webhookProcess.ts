import { privateEnvironment } from './environment';
import type { InstanceOptions } from './instance';
import { freePort } from './ports';
import { start, type RunningProcess } from './processes';

const START_MILLISECONDS = 180_000;

/** Starts a process of an n8n in queue mode that takes requests only, and waits until it does. */
export async function startWebhookProcess(
	options: Omit<InstanceOptions, 'graceMilliseconds'> & { port: number },
): Promise<RunningProcess> {
	const { installation, userFolder, environment, port } = options;
	const started = start({
		name: 'The webhook process',
		program: installation.node,
		args: [installation.script, 'webhook'],
		cwd: userFolder,
		environment: {
			...privateEnvironment(installation.release, userFolder),
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...environment,
		},
	});
	await started.waitForLine(/Webhook listener waiting for requests/, START_MILLISECONDS);
	return started;
}
