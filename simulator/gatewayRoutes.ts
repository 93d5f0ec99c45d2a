import type { FastifyInstance } from 'fastify';
import { decodeBody } from './charset';
import { exchange } from './exchange';
import type { Gateway } from './gateway';
import type { QueryOperation } from './query/operation';
import { Parameters } from './query/parameters';
import { handleQuery, queryOperations } from './query/queryInterface';
import type { XmlOperation } from './xml/operation';
import { handleXml, maskedBody, readBody, xmlOperations } from './xml/xmlInterface';

/** Adds both interfaces of the gateway, at the addresses of the protocol. */
export function addGatewayRoutes(app: FastifyInstance, gateway: Gateway): void {
	acceptAnyBody(app);
	for (const operation of queryOperations) addQueryRoute(app, gateway, operation);
	for (const operation of xmlOperations) addXmlRoute(app, gateway, operation);
}

/** The protocol shows no content type for a request, so none is required. */
function acceptAnyBody(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function addQueryRoute(app: FastifyInstance, gateway: Gateway, operation: QueryOperation): void {
	app.get(operation.path, async (request, reply) => {
		const parameters = new Parameters(request.url);
		await exchange(
			gateway,
			{
				method: 'GET',
				path: operation.path,
				interface: 'query',
				contentType: 'text/html',
				show: () => parameters.masked(),
				size: request.url.length,
				work: () => handleQuery(gateway, operation, parameters),
			},
			reply,
		);
		return reply;
	});
}

function addXmlRoute(app: FastifyInstance, gateway: Gateway, operation: XmlOperation): void {
	app.post(operation.path, async (request, reply) => {
		const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		const body = decodeBody(bytes, request.headers['content-type']);
		await exchange(
			gateway,
			{
				method: 'POST',
				path: operation.path,
				interface: 'xml',
				contentType: 'text/xml',
				...shownBody(body),
				work: () => handleXml(gateway, operation, readBody(body)),
			},
			reply,
		);
		return reply;
	});
}

/** Holds only the body, so that the log does not keep the parsed document in memory. */
const shownBody = (body: string) => ({ show: () => maskedBody(body), size: body.length });
