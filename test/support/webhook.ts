import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { valueOf } from './parameters';

/** A request to the link of a question, and what n8n holds of the execution that asks it. */
export interface LinkRequest {
	method: 'GET' | 'POST';
	body?: unknown;
	/** The fields of the node. */
	parameters: IDataObject;
	/** The question in the link; undefined for a link without one. */
	question?: string | undefined;
	/** The question that n8n stored with the waiting execution. */
	open?: string | undefined;
	/** What the node has given in its earlier runs. */
	outputs?: IDataObject[];
	execution?: string;
	node?: string;
	/** The type of the node; that of a review ends with HitlTool. */
	type?: string;
	timezone?: string;
}

export interface LinkAnswer {
	/** The page, whoever sends it. */
	page: string;
	/** The status of a page that the node sends; undefined if n8n sends it after it took the answer. */
	status: number | undefined;
	headers: Record<string, string>;
	/** The items with which the execution continues; undefined if it waits on. */
	items: INodeExecutionData[] | undefined;
	/** What n8n 2 does if it cannot take the answer. */
	refuse: () => LinkAnswer;
}

let executions = 0;

/** Calls the webhook of the node as n8n does for a waiting execution. */
export async function openLink(request: LinkRequest): Promise<LinkAnswer> {
	let status: number | undefined;
	let page = '';
	const headers: Record<string, string> = {};
	const response = {
		set: (fields: Record<string, string>) => Object.assign(headers, fields),
		status: (code: number) => {
			status = code;
			return response;
		},
		send: (html: string) => (page = html),
		json: (body: unknown) => (page = JSON.stringify(body)),
	};
	const result = await new MessagingGateway().webhook.call(contextOf(request, response));
	// n8n sends a page only for a result with items.
	expect(result.noWebhookResponse === true).toBe(result.workflowData === undefined);
	const answer = (sent: string): LinkAnswer => ({
		page: sent,
		status,
		headers,
		items: result.workflowData?.[0],
		refuse: () => {
			response.status(500).json({ message: 'There was a problem executing the workflow' });
			return answer(page);
		},
	});
	return answer(result.workflowData ? String(result.webhookResponse) : page);
}

function contextOf(request: LinkRequest, response: unknown): IWebhookFunctions {
	const { method, body, parameters, outputs = [] } = request;
	const question = 'question' in request ? request.question : '0';
	const {
		node = 'Ask',
		type = 'messagingGateway',
		timezone = 'UTC',
		execution = `made-up-${(executions += 1)}`,
	} = request;
	const stored = 'open' in request ? request.open : question;
	return {
		getNodeParameter: (name: string, fallback: unknown) => valueOf(parameters, name, fallback),
		getExecutionId: () => execution,
		getNode: () => ({ id: 'f3a1', name: node, type }),
		getTimezone: () => timezone,
		getQueryData: () => ({ ...(question !== undefined && { q: question }), signature: '0a0a' }),
		evaluateExpression: (expression: string) => evaluate(expression, node, stored, outputs),
		getRequestObject: () => ({ method }),
		getBodyData: () => body,
		getResponseObject: () => response,
	} as unknown as IWebhookFunctions;
}

/** Evaluates an expression over the data of an execution, as n8n's own engine did before n8n 2. */
function evaluate(
	expression: string,
	node: string,
	question: string | undefined,
	outputs: IDataObject[],
): unknown {
	const [, code = ''] = /^\{\{([^{}]*)\}\}$/.exec(expression) ?? [];
	const contexts = { [node]: { context: question === undefined ? {} : { question } } };
	const outputsOf = (name: string) => ({
		all: (_output: number, run: number) => {
			expect(name).toBe(node);
			return [{ json: outputs[run] }];
		},
	});
	return (new Function('$node', '$', `return ${code}`) as (...data: unknown[]) => unknown)(
		contexts,
		outputsOf,
	);
}
