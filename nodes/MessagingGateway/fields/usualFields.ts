import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The collection of optional fields, by the name that it has in all of n8n. */
export const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options,
});

/** A sentence between the fields. */
export const notice = (
	name: string,
	displayName: string,
	displayOptions: IDisplayOptions = {},
): INodeProperties => ({ displayName, name, type: 'notice', default: '', displayOptions });
