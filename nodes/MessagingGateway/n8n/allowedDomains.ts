import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { serviceOf } from '../gateway/exchange/signing';

/**
 * Whether "Allowed HTTP Request Domains", which n8n adds to the credential, blocks its address. The rules
 * are n8n's, whose own function has other arguments in each version: names separated by commas,
 * `*.example.com` for subdomains only.
 */
export function isDomainBlocked(credentials: ICredentialDataDecryptedObject): boolean {
	const { allowedHttpRequestDomains: mode, allowedDomains } = credentials;
	const service = serviceOf(credentials);
	if (mode !== 'domains' || !service) return false;
	const host = plain(new URL(service.baseUrl).hostname);
	const allowed = String(allowedDomains ?? '')
		.split(',')
		.map(plain);
	return !allowed.some((domain) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
	);
}

const plain = (domain: string): string => domain.trim().toLowerCase().replace(/\.$/, '');
