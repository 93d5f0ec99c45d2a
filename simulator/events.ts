import type { FastifyInstance } from 'fastify';
import { Changes } from './changes';
import type { Gateway } from './gateway';
import { INERT } from './inert';

/** Short enough to seem immediate, long enough to send several changes at once. */
const TICK_MS = 200;

/** More than the windows of a browser; each listener costs memory. */
const MOST_LISTENERS = 20;

/** A listener that leaves more bytes unread is disconnected; a browser connects again by itself. */
const MOST_UNREAD = 64 * 1024 * 1024;

/**
 * GET /control/events: sends changes as server-sent events. A status is computed from the clock and
 * so changes without an event: while somebody listens, a timer looks for changes.
 */
export function addEventRoute(app: FastifyInstance, gateway: Gateway): void {
	let listeners = 0;
	app.get('/events', (_request, reply) => {
		if (listeners >= MOST_LISTENERS) {
			return void reply.code(503).send({ message: 'Too many listen to the events already.' });
		}
		listeners += 1;
		const { raw } = reply.hijack();
		raw.writeHead(200, {
			...INERT,
			'content-type': 'text/event-stream',
			'cache-control': 'no-store',
		});
		const changes = new Changes(gateway);
		const send = () => {
			if (raw.writableLength > MOST_UNREAD) return void raw.destroy();
			for (const update of changes.take()) raw.write(`data: ${JSON.stringify(update)}\n\n`);
		};
		send();
		const timer = setInterval(send, TICK_MS);
		raw.once('close', () => {
			listeners -= 1;
			clearInterval(timer);
		});
	});
}
