import type { IExecuteFunctions } from 'n8n-workflow';

/** The text of an item. An object is no text: "[object Object]" must never reach a telephone. */
export function readText(context: IExecuteFunctions, item: number): string {
	const text = context.getNodeParameter('text', item, '') as unknown;
	return text === null || text === undefined || typeof text === 'object' ? '' : String(text);
}
