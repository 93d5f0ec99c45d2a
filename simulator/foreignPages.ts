import type { FastifyInstance } from 'fastify';

/** An address, or a name without a dot: nobody can point these at this machine from outside. */
const OWN_HOST = /^(?:\[[0-9a-f:.]+\]|[0-9.]+|[a-z0-9_-]+)(?::[0-9]+)?$/i;

class ForeignPage extends Error {
	readonly statusCode = 403;
}

/**
 * Keeps other websites, open in the same browser, from driving the simulator: one whose name was
 * pointed at this machine (its Host has a dot), and one that sends a request across (its Origin is
 * not ours). Programs send no Origin and are not concerned.
 */
export function refuseForeignPages(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ headers: { host = '', origin } }) => {
		if (!OWN_HOST.test(host)) {
			throw new ForeignPage('Use an IP address, localhost or a name without a dot as the host.');
		}
		if (origin !== undefined && origin !== `http://${host}`) {
			throw new ForeignPage('Requests of other websites are refused.');
		}
	});
}
