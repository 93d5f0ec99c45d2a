import { n8nProgram, type Sandbox } from './n8nProgram';
import { start, type RunningProcess } from './processes';

const START_MILLISECONDS = 180_000;

/** Starts a worker of an n8n in queue mode, and waits until it takes work. */
export async function startWorker(sandbox: Sandbox): Promise<RunningProcess> {
	const program = await n8nProgram(sandbox, ['worker', '--concurrency=5']);
	const worker = start({ name: 'The worker', ...program });
	await worker.waitForLine(/n8n worker is now ready/, START_MILLISECONDS);
	return worker;
}
