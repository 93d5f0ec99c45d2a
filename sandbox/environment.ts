import type { Release } from './releases';

/** Environment variables of this machine that would change a private n8n. */
const FOREIGN =
	/^(N8N|DB|EXECUTIONS|QUEUE|CREDENTIALS|WEBHOOK|GENERIC|npm)_|^(NODE_OPTIONS|NODE_ENV|JEST_WORKER_ID)$/i;

/**
 * The environment of a private n8n: it listens on this machine only, sends no diagnostics, and
 * shares nothing with an n8n that may be set up here already.
 */
export function privateEnvironment(release: Release, userFolder: string): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	return {
		...Object.fromEntries(inherited),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_ENCRYPTION_KEY: 'sandbox-encryption-key',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...release.environment,
	};
}
