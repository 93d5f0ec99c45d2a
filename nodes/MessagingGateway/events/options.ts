import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** Reads an option; a workflow that was saved before it became one has a field of its name instead. */
export function optionOf(context: IPollFunctions, name: string): unknown {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return options[name] ?? context.getNodeParameter(name, undefined);
}
