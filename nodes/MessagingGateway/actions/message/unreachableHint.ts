import type { Hint } from '../../host/hints';
import { WEBHOOK_URL } from '../../host/olderVersions';

/**
 * Hosts of this machine, and names and addresses that exist in private networks only (RFC 1918, RFC 3927,
 * RFC 8375, and unique local and link-local addresses of IPv6).
 */
const PRIVATE_HOSTS = [
	/^[^.[]+$/,
	/.\.(?:home|home\.arpa|internal|lan|local|localhost)$/,
	/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+$/,
	/^\[(?:::1?|(?:f[cd]|fe[89ab]).*)\]$/,
];

/** The hint on an address that no telephone can reach. */
export function unreachableHint(address: string): Hint {
	const { hostname } = new URL(address);
	if (!PRIVATE_HOSTS.some((pattern) => pattern.test(hostname))) return undefined;
	return `The link leads to ${hostname}, which telephones cannot reach. Ask whoever runs n8n to set ${WEBHOOK_URL} to its public address.`;
}
