import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * Whether "Allowed HTTP Request Domains", which n8n adds to the credential, blocks its Base URL. The rules
 * are n8n's, whose own function has other arguments in each version: names separated by commas,
 * `*.example.com` for subdomains only.
 */
export function isDomainBlocked({
	baseUrl,
	allowedHttpRequestDomains: mode,
	allowedDomains,
}: ICredentialDataDecryptedObject): boolean {
	if (mode !== 'domains') return false;
	const host = plain(new URL(String(baseUrl).trim()).hostname);
	const allowed = String(allowedDomains ?? '')
		.split(',')
		.map(plain);
	return !allowed.some((domain) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
	);
}

const plain = (domain: string): string => domain.trim().toLowerCase().replace(/\.$/, '');
