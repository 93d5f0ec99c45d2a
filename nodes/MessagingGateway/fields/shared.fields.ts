import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { INTERFACES } from '../gateway/interfaces/choice';
import { fieldHint } from '../host/olderVersions';

/** The collection of optional fields, by the name that it has in all of n8n. */
export const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options,
});

export const notice = (
	name: string,
	displayName: string,
	displayOptions: IDisplayOptions = {},
): INodeProperties => ({ displayName, name, type: 'notice', default: '', displayOptions });

export const interfaceOption: INodeProperties = {
	displayName: 'Interface',
	name: 'interface',
	type: 'options',
	default: 'auto',
	description:
		'Which interface of the gateway to use. Automatic is XML wherever the operation has it: it takes more at once and keeps the password out of addresses. Query puts login name and password into the address of each request, where proxies and server logs may keep them. The value of the first item holds for all items.',
	builderHint: fieldHint(
		'Leave it out unless the user asks for one of the interfaces: query puts the password into addresses.',
	),
	options: [
		{ name: 'Automatic', value: 'auto' },
		...INTERFACES.map(({ label, name }) => ({ name: label, value: name })),
	],
};

export const recordInterfaceOption: INodeProperties = {
	...interfaceOption,
	description:
		'Which interface of the gateway to use. Automatic is XML, which keeps the password out of addresses and each record apart. On the query interface a text that is written like records can pass for records of other numbers.',
};

export const excludeShortCodeOption: INodeProperties = {
	displayName: 'Exclude Short Code',
	name: 'excludeShortCode',
	type: 'boolean',
	default: true,
	description:
		"Whether to leave out messages to the account's short codes, which the gateway returns among the replies too. Only the query interface can do that: it is used whatever 'Interface' says, and puts the password into addresses.",
};

export const referenceOption: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description: 'Any text of your own, given back with each result of this item',
	builderHint: fieldHint(
		'A key from the input item that stays the same when the workflow runs again, such as an order number. $runIndex and $execution.id are new in each run: with sendOnce they send again. To limit an agent to one message for each number and hour, sendOnce with $now.toFormat("yyyyMMddHH").',
	),
};
