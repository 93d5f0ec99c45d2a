import { n8nProgram, type Sandbox } from './n8nProgram';
import { start, type RunningProcess } from './processes';

const START_MILLISECONDS = 180_000;

/** Starts a process of an n8n in queue mode that takes requests only, and waits until it does. */
export async function startWebhookProcess(sandbox: Sandbox, port: number): Promise<RunningProcess> {
	const program = await n8nProgram(sandbox, ['webhook'], { N8N_PORT: String(port) });
	const started = start({ name: 'The webhook process', ...program });
	await started.waitForLine(/Webhook listener waiting for requests/, START_MILLISECONDS);
	return started;
}
