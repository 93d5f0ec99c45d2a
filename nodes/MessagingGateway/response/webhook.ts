import { DateTime } from 'luxon';
import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { pageHeaders, writePage, type PageContent } from './page';
import { answeredAt, isOpen, questionOf, wholeNameOf } from './question';
import {
	answerInWords,
	readAnswer,
	readResponseForm,
	type Answer,
	type ReadParameter,
} from './responseForm';
import { release, take, takenAt } from './taken';
import { readTexts } from './texts';

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
 * scanners open links by themselves. POST decides, if the execution waits for the answer to this question.
 *
 * Never throws: n8n would continue the execution as if somebody had answered.
 */
export function answerRequest(context: IWebhookFunctions): IWebhookResponseData {
	try {
		const question = questionOf(context);
		const justAnswered = takenAt(wholeNameOf(context, question));
		if (justAnswered !== undefined) return showClosed(context, justAnswered);
		if (!isOpen(context, question)) return showClosed(context, answeredAt(context, question));
		return answerOpenQuestion(context, question);
	} catch {
		return show(context, 500, { type: 'unreadable' });
	}
}

function answerOpenQuestion(context: IWebhookFunctions, question: string): IWebhookResponseData {
	const read = reading(context);
	const form = readResponseForm(read);
	const isPost = context.getRequestObject().method === 'POST';
	const answer = isPost ? readAnswer(form, context.getBodyData()) : undefined;
	if (answer) {
		return resume(context, wholeNameOf(context, question), answer, answerInWords(form, answer));
	}
	const message = messageOf(read);
	const status = isPost ? 400 : 200;
	return show(context, status, { type: 'question', message, form, isUnanswered: isPost });
}

const reading =
	(context: IWebhookFunctions): ReadParameter =>
	(name, fallback) =>
		context.getNodeParameter(name, fallback);

/** The question; null if it depends on data that n8n does not have any more. */
function messageOf(read: ReadParameter): string | null {
	try {
		const message = read('message', '');
		return typeof message === 'string' && message.trim() !== '' ? message.trim() : null;
	} catch {
		return null;
	}
}

/** Shows that a question is answered, or not asked any more. */
function showClosed(context: IWebhookFunctions, time: string | null): IWebhookResponseData {
	const shown = time === null ? null : clockTime(time, context.getTimezone());
	return show(context, 410, { type: 'closed', answeredAt: shown });
}

function clockTime(time: string, zone: string): string {
	const moment = DateTime.fromISO(time, { zone });
	const isToday = moment.hasSame(DateTime.now().setZone(zone), 'day');
	return moment.toFormat(isToday ? 'HH:mm' : 'yyyy-MM-dd HH:mm');
}

/** Sends a page, and leaves the execution waiting. */
function show(
	context: IWebhookFunctions,
	status: number,
	content: PageContent,
): IWebhookResponseData {
	const page = pageWriter(context)(content);
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

/** Lets the execution continue; n8n sends the page once it has taken the answer. */
function resume(
	context: IWebhookFunctions,
	name: string,
	answer: Answer,
	inWords: string,
): IWebhookResponseData {
	const write = pageWriter(context);
	const data = { ...answer, respondedAt: new Date().toISOString() };
	take(name, data.respondedAt);
	const response = context.getResponseObject();
	// n8n 2 sends JSON if it cannot take the answer, as when another process has just taken one.
	response.json = () => {
		release(name);
		return response.status(409).send(write({ type: 'notTaken' }));
	};
	return {
		webhookResponse: write({ type: 'answered', answer: inWords }),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** Sets the headers of a page, and returns what writes it. */
function pageWriter(context: IWebhookFunctions): (content: PageContent) => string {
	const nonce = randomUUID();
	const texts = readTexts(reading(context));
	context.getResponseObject().set(pageHeaders(nonce));
	return (content) => writePage(content, texts, nonce);
}
