import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { addControlRoutes } from './control';
import { refuseForeignPages } from './foreignPages';
import { defaultSettings, Gateway, type GatewaySettings } from './gateway';
import { addGatewayRoutes } from './gatewayRoutes';
import { INERT } from './inert';
import { addPageRoutes } from './pageRoutes';

export interface SimulatorOptions extends Partial<GatewaySettings> {
	/** The name it is going to listen on; needed only if that has a dot. */
	host?: string;
}

/** Large enough for tens of thousands of recipients in one XML request. */
const BODY_LIMIT = 64 * 1024 * 1024;

const AJV_OPTIONS = {
	removeAdditional: false,
	coerceTypes: false,
	allowUnionTypes: true,
	// The schemas are the simulator's own; these two take most of the time in which it starts.
	validateSchema: false,
	code: { optimize: false },
};

const NOT_FOUND =
	'<html><head><title>404 - File or directory not found.</title></head>' +
	'<body><h1>404 - File or directory not found.</h1></body></html>';

/**
 * Makes a web server of the gateway. It is not listening yet: call `listen`, or `inject` in a test.
 *
 * @param options settings that the protocol leaves open, and the data to begin with
 */
export function createSimulator({ host, ...options }: SimulatorOptions = {}): FastifyInstance {
	const gateway = new Gateway({ ...defaultSettings, ...options });
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		// A HEAD request must not send messages.
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		// An ASP server takes its addresses in upper and lower case.
		routerOptions: { caseSensitive: false },
		// An address that cannot be decoded reaches no hook.
		frameworkErrors: (error, _request, reply: FastifyReply) => {
			void reply.code(400).headers(INERT).send(error);
		},
		// A control request with a misspelt or mistyped property is refused, not corrected.
		ajv: { customOptions: AJV_OPTIONS },
	});
	app.addHook('onRequest', async (_request, reply) => void reply.headers(INERT));
	refuseForeignPages(app, host);
	app.setNotFoundHandler((_request, reply) => {
		void reply.code(404).type('text/html; charset=utf-8').send(NOT_FOUND);
	});
	app.register(async (scope) => addPageRoutes(scope));
	app.register(async (scope) => addGatewayRoutes(scope, gateway), {
		prefix: gateway.settings.path,
	});
	app.register(async (scope) => addControlRoutes(scope, gateway), { prefix: '/control' });
	return app;
}
