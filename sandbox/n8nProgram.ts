import type { Installation } from './installation';
import { freePort } from './ports';
import type { Command } from './processes';

/** An n8n and the folder it keeps its data in. */
export interface Sandbox {
	installation: Installation;
	/** Made by createUserFolder. */
	userFolder: string;
	/** Settings on top of the private ones, e.g. queue mode. */
	environment?: Record<string, string>;
}

/** Environment variables of this machine that would change a private n8n. */
const FOREIGN =
	/^(N8N|DB|EXECUTIONS|QUEUE|CREDENTIALS|WEBHOOK|GENERIC|npm)_|^(NODE_OPTIONS|NODE_ENV|JEST_WORKER_ID)$/i;

/**
 * Makes the command of one of n8n's programs, `start`, `worker` or `import:workflow`. It listens on this
 * machine only, sends no diagnostics, and shares nothing with an n8n that may be set up here already.
 *
 * @param settings environment variables that this program needs
 */
export async function n8nProgram(
	{ installation, userFolder, environment }: Sandbox,
	args: string[],
	settings: Record<string, string> = {},
): Promise<Omit<Command, 'name'>> {
	const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	const own = {
		...privateSettings(userFolder),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		...installation.environment,
		...settings,
		...environment,
	};
	return {
		program: installation.program,
		args: [...installation.args, ...args],
		cwd: userFolder,
		environment: { ...Object.fromEntries(inherited), ...own },
	};
}

const privateSettings = (userFolder: string): Record<string, string> => ({
	N8N_USER_FOLDER: userFolder,
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_ENCRYPTION_KEY: 'sandbox-encryption-key',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
});
