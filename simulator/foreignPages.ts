import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * An IP address, a name without a dot, or one that ends in .localhost or .internal (Docker has
 * host.docker.internal): no DNS record of another website can be any of these.
 */
const OWN_HOST =
	/^(?:\[[0-9a-f:.]+\]|[0-9.]+|[a-z0-9_-]+|[a-z0-9_.-]+\.(?:localhost|internal))(?::[0-9]+)?$/i;

/** The page may be linked to: opening it does nothing, and it cannot be framed. */
const PAGE = '/';

class ForeignPage extends Error {
	readonly statusCode = 403;
}

/**
 * Keeps other websites in the same browser from using the simulator: one whose DNS name points to
 * this machine (a foreign Host), one that sends a cross-origin request (a foreign Origin), and one
 * that loads or links to an address (Sec-Fetch-Site; such a GET has no Origin). Programs send
 * neither Origin nor Sec-Fetch-Site.
 *
 * @param listensOn the name that the simulator was told to listen on; it may have a dot
 */
export function refuseForeignPages(app: FastifyInstance, listensOn: string | undefined): void {
	app.addHook('onRequest', async ({ headers, routeOptions }) => {
		if (!isOwnHost(headers.host ?? '', listensOn)) {
			throw new ForeignPage('Use an IP address, localhost or the name given with --host.');
		}
		if (isForeignOrigin(headers) || (isForeignSite(headers) && routeOptions.url !== PAGE)) {
			throw new ForeignPage('Requests from other websites are refused.');
		}
	});
}

const isOwnHost = (host: string, listensOn: string | undefined): boolean =>
	OWN_HOST.test(host) || host.replace(/:[0-9]+$/, '').toLowerCase() === listensOn?.toLowerCase();

const isForeignOrigin = ({ host, origin }: IncomingHttpHeaders): boolean =>
	origin !== undefined && origin !== `http://${host}`;

/** `none` is an address that somebody typed. */
const isForeignSite = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
	site !== undefined && site !== 'same-origin' && site !== 'none';
