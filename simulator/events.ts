import type { FastifyInstance } from 'fastify';
import { Changes } from './changes';
import type { Gateway } from './gateway';
import { INERT } from './inert';

/** Short enough to seem immediate, long enough to send several changes at once. */
const TICK_MS = 200;

/**
 * GET /control/events: sends changes as server-sent events. A status is computed from the clock and
 * so changes without an event: while somebody listens, a timer looks for changes.
 */
export function addEventRoute(app: FastifyInstance, gateway: Gateway): void {
	app.get('/events', (_request, reply) => {
		const { raw } = reply.hijack();
		raw.writeHead(200, {
			...INERT,
			'content-type': 'text/event-stream',
			'cache-control': 'no-store',
		});
		const changes = new Changes(gateway);
		const send = () => {
			for (const update of changes.take()) raw.write(`data: ${JSON.stringify(update)}\n\n`);
		};
		send();
		const timer = setInterval(send, TICK_MS);
		raw.once('close', () => clearInterval(timer));
	});
}
