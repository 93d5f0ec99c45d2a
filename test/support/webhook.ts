import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';

/** A request to the link of a question, and the fields of the node that asks it. */
export interface LinkRequest {
	method: 'GET' | 'POST';
	body?: unknown;
	parameters: IDataObject;
}

export interface LinkAnswer {
	/** The page, whoever sends it. */
	page: string;
	/** The status of a page that the node sends; undefined if n8n sends it after it took the answer. */
	status: number | undefined;
	headers: Record<string, string>;
	/** The items with which the execution continues; undefined if it waits on. */
	items: INodeExecutionData[] | undefined;
}

/** Calls the webhook of the node as n8n does for a waiting execution. */
export async function openLink({ method, body, parameters }: LinkRequest): Promise<LinkAnswer> {
	let status: number | undefined;
	let page = '';
	const headers: Record<string, string> = {};
	const response = {
		set: (fields: Record<string, string>) => Object.assign(headers, fields),
		status: (code: number) => {
			status = code;
			return { send: (html: string) => (page = html) };
		},
	};
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => {
			const value = parameters[name] as unknown;
			if (typeof value === 'function') return (value as () => unknown)();
			return value === undefined ? fallback : value;
		},
		getRequestObject: () => ({ method }),
		getBodyData: () => body,
		getResponseObject: () => response,
	} as unknown as IWebhookFunctions;
	const result = await new MessagingGateway().webhook.call(context);
	// n8n sends a page only for a result with items.
	expect(result.noWebhookResponse === true).toBe(result.workflowData === undefined);
	return {
		page: result.workflowData ? String(result.webhookResponse) : page,
		status,
		headers,
		items: result.workflowData?.[0],
	};
}
