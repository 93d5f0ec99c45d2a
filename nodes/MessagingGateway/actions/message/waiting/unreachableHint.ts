import { PRIVATE_HOST } from '../../../gateway/exchange/privateHost';

/** The sentence for an address that no telephone can reach; none if one may. */
export function unreachableHint(address: string): string[] {
	const { hostname } = new URL(address);
	if (!new RegExp(`^(?:${PRIVATE_HOST})$`).test(hostname)) return [];
	return [
		`The link leads to ${hostname}, which telephones cannot reach. Ask whoever runs n8n to set WEBHOOK_URL to its public address.`,
	];
}
