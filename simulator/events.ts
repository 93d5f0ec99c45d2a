import type { FastifyInstance } from 'fastify';
import { Changes } from './changes';
import type { Gateway } from './gateway';

/** Quick enough to seem immediate, slow enough to gather what happens together. */
const TICK_MS = 200;

/** A listener that has left so many bytes unread is gone, or asleep; a browser comes back. */
const MOST_UNREAD = 64 * 1024 * 1024;

/**
 * GET /control/events: what changes, as server-sent events. A status follows from the clock and tells
 * nobody that it changed, so for as long as somebody listens, and only then, a timer looks.
 */
export function addEventRoute(app: FastifyInstance, gateway: Gateway): void {
	app.get('/events', (_request, reply) => {
		const { raw } = reply.hijack();
		raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		const changes = new Changes(gateway);
		const tell = () => {
			if (raw.writableLength > MOST_UNREAD) return void raw.destroy();
			for (const update of changes.take()) raw.write(`data: ${JSON.stringify(update)}\n\n`);
		};
		tell();
		const timer = setInterval(tell, TICK_MS);
		raw.once('close', () => clearInterval(timer));
	});
}
