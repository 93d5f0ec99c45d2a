import type {
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import type { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { createRequire } from 'node:module';
import path from 'node:path';
import { valueOf } from '../support/parameters';

/** Loads files of the package as n8n does. */
export const requireBuilt = createRequire(path.resolve('dist', 'n8n.js'));

/** What a run of the node is given in n8n's place. */
export interface Run {
	/** Input items. */
	count: number;
	/** The parameters of each, expressions worked out. */
	parameters: (item: number) => IDataObject;
	/** Answers a signed request at once. */
	answer: (request: IHttpRequestOptions) => Uint8Array;
}

const credentials = { baseUrl: 'http://gateway', user: 'demo', password: 'demo', brand: 'Svc' };

/**
 * Runs the built node, with n8n around it and the network replaced by next to nothing: what is left
 * is the package's own code, from parameters to items.
 *
 * @returns the number of items it gave
 */
export async function runBuiltNode(run: Run): Promise<number> {
	const module = requireBuilt('./nodes/MessagingGateway/MessagingGateway.node.js') as {
		MessagingGateway: typeof MessagingGateway;
	};
	const [items = []] = await new module.MessagingGateway().execute.call(contextOf(run));
	return items.length;
}

function contextOf({ count, parameters, answer }: Run): IExecuteFunctions {
	const module = requireBuilt('./credentials/MessagingGatewayApi.credentials.js') as {
		MessagingGatewayApi: typeof MessagingGatewayApi;
	};
	const credential = new module.MessagingGatewayApi();
	const items = Array.from({ length: count }, () => ({ json: {} }));
	const { signal } = new AbortController();
	const node = { name: 'Gateway', type: 'n8n-nodes-messaging-gateway.messagingGateway' };
	return {
		getInputData: () => items,
		getNode: () => node,
		getExecutionId: () => '1',
		getContext: () => ({}),
		isToolExecution: () => false,
		getTimezone: () => 'UTC',
		continueOnFail: () => false,
		getExecutionCancelSignal: () => signal,
		addExecutionHints: () => undefined,
		getNodeParameter: (
			name: string,
			item: number,
			fallback: unknown,
			{ rawExpressions = false }: IGetNodeParameterOptions = {},
		) => (rawExpressions ? '={{ $parameter }}' : valueOf(parameters(item), name, fallback)),
		getCredentials: async () => credentials,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) => {
				const bytes = answer(await credential.authenticate(credentials, request));
				return { statusCode: 200, headers: { 'content-length': bytes.length }, body: [bytes] };
			},
		},
	} as unknown as IExecuteFunctions;
}
