import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

export const includeInputFieldsOption: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	description:
		'Whether each result has the fields of its input item too. Where both have a field of that name, it is that of the result. The value of the first item holds for all items.',
};

/**
 * Adds the fields of the input item to each row. A field `error` stays behind: as the first row's, it makes
 * n8n run the node again under Retry On Fail.
 */
export function withInputFields(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const input = context.getInputData();
	return items.map((row) => {
		const { item } = row.pairedItem as { item: number };
		const fields = { ...input[item]?.json };
		delete fields.error;
		return 'error' in row.json ? row : { ...row, json: { ...fields, ...row.json } };
	});
}
