import type { FastifyInstance } from 'fastify';

/** An IP address, or a name without a dot: no DNS record of another website can be either. */
const OWN_HOST = /^(?:\[[0-9a-f:.]+\]|[0-9.]+|[a-z0-9_-]+)(?::[0-9]+)?$/i;

class ForeignPage extends Error {
	readonly statusCode = 403;
}

/**
 * Keeps other websites in the same browser from controlling the simulator: one whose DNS name points
 * to this machine (the Host has a dot), and one that sends a cross-origin request (the Origin is not
 * ours). Programs send no Origin.
 */
export function refuseForeignPages(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ headers: { host = '', origin } }) => {
		if (!OWN_HOST.test(host)) {
			throw new ForeignPage('Use an IP address, localhost or a name without a dot as the host.');
		}
		if (origin !== undefined && origin !== `http://${host}`) {
			throw new ForeignPage('Requests from other websites are refused.');
		}
	});
}
