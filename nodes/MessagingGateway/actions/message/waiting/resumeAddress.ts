import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The signed address at which the waiting execution takes an answer.
 *
 * @throws the error of n8n if the execution has no ID
 */
export function resumeAddress(context: IExecuteFunctions): string {
	// n8n 1 checks a signature only if it is told to; n8n 2 always does.
	context.setSignatureValidationRequired?.();
	return context.getSignedResumeUrl();
}

/** Names and numbers that only machines of the same network can reach. */
const PRIVATE_HOSTS = [
	/^[^.[]+$/,
	/\.(?:home|internal|lan|local|localhost)$/,
	// RFC 1918, RFC 3927, loopback and the unspecified address.
	/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/,
	// The same of IPv6: loopback, unique local, link-local.
	/^\[(?:::1?\]|f[cd]|fe[89ab])/,
];

/** The sentence for an address that no telephone can reach; none if one may. */
export function unreachableHint(address: string): string[] {
	const { hostname } = new URL(address);
	if (!PRIVATE_HOSTS.some((pattern) => pattern.test(hostname))) return [];
	return [
		`The link leads to ${hostname}, which telephones cannot reach. Set WEBHOOK_URL of n8n to its public address.`,
	];
}
