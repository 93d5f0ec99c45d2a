import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { connectThrough, type Http } from '../gateway/exchange/connection';
import { failed, type Connection } from '../gateway/exchange/exchange';
import { failure } from '../gateway/exchange/failures';
import { serviceOf, asString } from '../gateway/exchange/services';
import { sign } from '../gateway/exchange/signing';
import { withCause } from './olderVersions';

const CREDENTIAL = 'messagingGatewayApi';

type NodeFunctions = IExecuteFunctions | IPollFunctions;

const OPTIONS = {
	encoding: 'stream',
	returnFullResponse: true,
	// n8n itself repeats a request after HTTP 401.
	ignoreHttpStatusErrors: true,
} as const;

/**
 * Connects a node to the gateway. Requests are signed by the credential and sent once. If the credential
 * cannot be loaded, every request fails. Never throws.
 */
export async function connect(context: NodeFunctions): Promise<Connection> {
	try {
		const credentials = await context.getCredentials(CREDENTIAL);
		return connectThrough(uncancelled(context, credentials), credentials);
	} catch (error) {
		const reason = failure('noCredential', (error as Error).message);
		const nowhere = connectThrough(async () => await Promise.reject(error), {});
		return { ...nowhere, exchange: async () => failed(reason) };
	}
}

/**
 * Hides a cancellation of the execution from n8n's helper, which would break off the request: messages
 * that the gateway is just accepting would then be accepted without a known ID. The helper also reads the
 * credential from the database for every request; it gets that of the first request instead.
 */
function uncancelled(context: NodeFunctions, credentials: ICredentialDataDecryptedObject): Http {
	const { helpers, logger } = context;
	const caller = {
		helpers,
		logger,
		getNode: () => context.getNode(),
		getCredentials: async () => credentials,
	} as unknown as NodeFunctions;
	return async (request, timeout) => {
		checkDomain(credentials);
		const options = { ...OPTIONS, url: request.path, gatewayRequest: request, timeout };
		try {
			return await helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, options);
		} catch (error) {
			throw withCause(error);
		}
	};
}

/** The same for the test of a credential: n8n offers only its older helper there, which does not sign. */
export const connectForTest = (
	context: ICredentialTestFunctions,
	credentials: ICredentialDataDecryptedObject,
): Connection =>
	connectThrough(async (request, timeout) => {
		checkDomain(credentials);
		const { url, skipSslCertificateValidation, ...signed } = sign(credentials, request);
		return await context.helpers.request({
			...signed,
			uri: url,
			timeout,
			rejectUnauthorized: !skipSslCertificateValidation,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		});
	}, credentials);

/**
 * Throws as n8n does if "Allowed HTTP Request Domains", which n8n adds to the credential, leaves out its
 * address. n8n's own function has other arguments in each version. Its rules are names separated by
 * commas, `*.example.com` for subdomains only.
 */
function checkDomain(credentials: ICredentialDataDecryptedObject): void {
	const { allowedHttpRequestDomains: mode, allowedDomains } = credentials;
	if (mode !== 'domains') return;
	const service = serviceOf(credentials);
	if (!service.ok) return;
	const plain = (domain: string): string => domain.trim().toLowerCase().replace(/\.$/, '');
	const host = plain(new URL(service.value.baseUrl).hostname);
	const allowed = asString(allowedDomains).split(',').map(plain);
	const isAllowed = allowed.some((domain) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
	);
	if (!isAllowed) throw new Error('Domain not allowed');
}
