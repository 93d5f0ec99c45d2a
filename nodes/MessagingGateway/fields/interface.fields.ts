import type { INodeProperties } from 'n8n-workflow';
import { INTERFACES } from '../gateway/interfaces/choice';
import { fieldHint } from './builderHint';

/** The choice between the gateway's two interfaces, for operations that both have. */
export const interfaceOption: INodeProperties = {
	displayName: 'Interface',
	name: 'interface',
	type: 'options',
	default: 'auto',
	description:
		'Which of the two interfaces of the gateway to use. Automatic is XML wherever the operation has it: it takes more at once and keeps the password out of addresses. Query puts login name and password into the address of each request, where proxies and server logs may keep them. The value for the first item counts.',
	builderHint: fieldHint(
		'Leave it out unless the user asks for one of the interfaces: query puts the password into addresses.',
	),
	options: [
		{ name: 'Automatic', value: 'auto' },
		...INTERFACES.map(({ label, name }) => ({ name: label, value: name })),
	],
};

/** The same for records that are returned only once. */
export const recordInterfaceOption: INodeProperties = {
	...interfaceOption,
	description:
		'Which of the two interfaces of the gateway to use. Automatic is XML, which keeps the password out of addresses and each record apart. On the query interface a text that is written like records can pass for records of other numbers.',
};

/** Leaves the messages to short codes out of the replies. */
export const excludeShortCodeOption: INodeProperties = {
	displayName: 'Exclude Short Code',
	name: 'excludeShortCode',
	type: 'boolean',
	default: true,
	description:
		"Whether to leave out messages sent to a short code of the account, which replies hold as well; only the query interface can, so it is used whatever 'Interface' says",
};
