import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { pageHeaders, writePage, type PageContent } from './page';
import { readAnswer, readResponseForm, type Answer, type ReadParameter } from './responseForm';

const webhookFor = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The addresses of a waiting execution. n8n answers HEAD by itself, and does not ask the node. */
export const responseWebhooks = [webhookFor('GET'), webhookFor('POST')];

/**
 * Answers a request to the link of a question. GET shows the page and decides nothing: telephones and
 * scanners open links by themselves. POST with an answer lets the execution continue.
 *
 * Never throws: n8n would continue the execution as if somebody had answered.
 */
export function answerRequest(context: IWebhookFunctions): IWebhookResponseData {
	try {
		const read: ReadParameter = (name, fallback) => context.getNodeParameter(name, fallback);
		const form = readResponseForm(read);
		const isPost = context.getRequestObject().method === 'POST';
		const answer = isPost ? readAnswer(form, context.getBodyData()) : undefined;
		if (answer) return resume(context, answer);
		const message = messageOf(read);
		const status = isPost ? 400 : 200;
		return show(context, status, { type: 'question', message, form, isUnanswered: isPost });
	} catch {
		return show(context, 500, { type: 'unreadable' });
	}
}

/** The question; null if it depends on data that n8n does not have any more. */
function messageOf(read: ReadParameter): string | null {
	try {
		const message = read('message', '');
		return typeof message === 'string' && message.trim() !== '' ? message.trim() : null;
	} catch {
		return null;
	}
}

/** Sends a page, and leaves the execution waiting. */
function show(
	context: IWebhookFunctions,
	status: number,
	content: PageContent,
): IWebhookResponseData {
	const page = prepare(context, content);
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

/** Lets the execution continue; n8n sends the page once it has taken the answer. */
function resume(context: IWebhookFunctions, answer: Answer): IWebhookResponseData {
	const webhookResponse = prepare(context, { type: 'answered' });
	const data = { ...answer, respondedAt: new Date().toISOString() };
	return { webhookResponse, workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]] };
}

/** Sets the headers of a page, and returns its HTML. */
function prepare(context: IWebhookFunctions, content: PageContent): string {
	const nonce = randomUUID();
	context.getResponseObject().set(pageHeaders(nonce));
	return writePage(content, nonce);
}
