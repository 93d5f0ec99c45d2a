import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { GatewayInterface } from '../gateway/exchange';

/** The choice between the gateway's two interfaces, for operations that both have. */
export const interfaceOption: INodeProperties = {
	displayName: 'Interface',
	name: 'interface',
	type: 'options',
	default: 'auto',
	description:
		'Which of the two interfaces of the gateway to use. Automatic is XML wherever the operation has it: it takes more at once and keeps the password out of addresses. Query puts login name and password into the address of each request, where proxies and server logs may keep them.',
	options: [
		{ name: 'Automatic', value: 'auto' },
		{ name: 'Query', value: 'query' },
		{ name: 'XML', value: 'xml' },
	],
};

/** The interface chosen, for operations that both have. */
export const chosenInterface = (choice: unknown): GatewayInterface =>
	choice === 'query' ? 'query' : 'xml';

/** Shows a field for these operations only. */
export const showOnlyFor = (resource: string, operation: string): IDisplayOptions => ({
	show: { resource: [resource], operation: [operation] },
});
