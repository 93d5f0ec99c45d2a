import { temporaryFolder } from './folders';
import { freePort } from './ports';
import { start } from './processes';
import { findProgram } from './programs';

const START_MILLISECONDS = 30_000;

/** Redis's own program, undefined when it is not installed. */
export function findRedis(): string | undefined {
	return findProgram('redis-server', ['/usr/bin', '/usr/local/bin']);
}

/** Starts a private Redis that stores nothing, and returns the settings with which n8n uses it. */
export async function startRedis(program: string): Promise<Record<string, string>> {
	const port = String(await freePort());
	const redis = start({
		name: 'Redis',
		program,
		args: ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		cwd: await temporaryFolder('redis'),
	});
	await redis.waitForLine(/Ready to accept connections/, START_MILLISECONDS);
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port };
}
