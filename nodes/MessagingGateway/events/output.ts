import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Makes the only output of the trigger. */
export const toOutput = (items: IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];
