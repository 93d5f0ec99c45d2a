import fastify, { type FastifyInstance } from 'fastify';
import { addControlRoutes } from './control';
import { defaultSettings, Gateway, type GatewaySettings } from './gateway';
import { addGatewayRoutes } from './gatewayRoutes';
import { addPageRoutes } from './pageRoutes';

export type SimulatorOptions = Partial<GatewaySettings>;

/** Large enough for tens of thousands of recipients in one XML request. */
const BODY_LIMIT = 64 * 1024 * 1024;

const NOT_FOUND =
	'<html><head><title>404 - File or directory not found.</title></head>' +
	'<body><h1>404 - File or directory not found.</h1></body></html>';

/**
 * Makes a web server of the gateway. It is not listening yet: call `listen`, or `inject` in a test.
 *
 * @param options settings that the spec leaves open, and the data to begin with
 */
export function createSimulator(options: SimulatorOptions = {}): FastifyInstance {
	const gateway = new Gateway({ ...defaultSettings, ...options });
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		// A HEAD request must not send messages.
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		// A control request with a misspelt or mistyped property is refused, not corrected.
		ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allowUnionTypes: true } },
	});
	app.setNotFoundHandler((_request, reply) => {
		void reply.code(404).type('text/html; charset=utf-8').send(NOT_FOUND);
	});
	app.register(async (scope) => addPageRoutes(scope));
	app.register(async (scope) => addGatewayRoutes(scope, gateway));
	app.register(async (scope) => addControlRoutes(scope, gateway), { prefix: '/control' });
	return app;
}
