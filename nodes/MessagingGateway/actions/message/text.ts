import type { IExecuteFunctions } from 'n8n-workflow';

/** The text of an item; '' for an object, as "[object Object]" must never be sent. */
export function readText(context: IExecuteFunctions, item: number): string {
	const text = context.getNodeParameter('text', item, '') as unknown;
	return text === null || text === undefined || typeof text === 'object' ? '' : String(text);
}
