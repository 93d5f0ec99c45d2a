import { DateTime } from 'luxon';
import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { justAnswered, rememberAnswer } from '../host/olderVersions';
import { isReview } from '../host/execution';
import {
	closedPage,
	NOT_TAKEN,
	PAGE_HEADERS,
	questionPage,
	thanksPage,
	UNREADABLE,
	writePage,
	type Page,
} from './page';
import { textOption, readTexts } from './pageTexts';
import { answeredAt, isWaitedFor, questionOf, wholeNameOf } from './link';
import { withToolParameters } from './message';
import { readAnswer, readAnswerForm, type GivenAnswer, type ReadParameter } from './answer';

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
export const questionWebhooks = [webhookFor('GET'), webhookFor('POST')];

/**
 * Answers a request to the link of a question. GET shows the page and decides nothing: telephones and
 * scanners open links by themselves. POST decides, if the execution waits for the answer to this question.
 *
 * Never throws: n8n would continue the execution as if somebody had answered.
 */
export function answerRequest(context: IWebhookFunctions): IWebhookResponseData {
	try {
		const question = questionOf(context);
		const name = wholeNameOf(context, question);
		const isAnswered = justAnswered.has(name);
		if (!isAnswered && isWaitedFor(context, question)) return answerOpenQuestion(context, name);
		const time = justAnswered.get(name) ?? answeredAt(context, question);
		return show(context, 410, closedPage(time && clockTime(time, context.getTimezone())));
	} catch {
		return show(context, 500, UNREADABLE);
	}
}

function answerOpenQuestion(context: IWebhookFunctions, name: string): IWebhookResponseData {
	const read = reading(context);
	// Somebody who reviews a tool must be able to say no.
	const form = readAnswerForm(read, isReview(context) ? 'double' : 'single');
	const isPost = context.getRequestObject().method === 'POST';
	const answer = isPost ? readAnswer(form, context.getBodyData()) : undefined;
	if (answer) return resume(context, name, answer);
	const evaluate = (expression: string) => context.evaluateExpression(expression);
	const question = withToolParameters(textOption(read, 'message'), evaluate);
	const page = questionPage(question, form, isPost);
	return show(context, isPost ? 400 : 200, page);
}

const reading =
	(context: IWebhookFunctions): ReadParameter =>
	(name, fallback) =>
		context.getNodeParameter(name, fallback);

/** The time of day in a time zone, with the date if that is not today's. */
function clockTime(time: string, zone: string): string {
	const moment = DateTime.fromISO(time, { zone });
	const isToday = moment.hasSame(DateTime.now().setZone(zone), 'day');
	return moment.toFormat(isToday ? 'HH:mm' : 'yyyy-MM-dd HH:mm');
}

/** Sends a page, and leaves the execution waiting. */
function show(context: IWebhookFunctions, status: number, page: Page): IWebhookResponseData {
	const html = write(context, page);
	context.getResponseObject().status(status).send(html);
	return { noWebhookResponse: true };
}

function write(context: IWebhookFunctions, page: Page): string {
	context.getResponseObject().set(PAGE_HEADERS);
	return writePage(page, readTexts(reading(context)));
}

/** Lets the execution continue. n8n 2 sends the page once it has taken the answer, n8n 1 just before. */
function resume(
	context: IWebhookFunctions,
	name: string,
	answer: GivenAnswer,
): IWebhookResponseData {
	const respondedAt = new Date().toISOString();
	rememberAnswer(name, respondedAt);
	const response = context.getResponseObject();
	// n8n 2 sends JSON if it cannot take the answer, as when another process has just taken one.
	response.json = () => {
		justAnswered.delete(name);
		show(context, 409, NOT_TAKEN);
		return response;
	};
	return {
		webhookResponse: write(context, thanksPage(answer.shown)),
		workflowData: [[{ json: { data: { ...answer.data, respondedAt } }, pairedItem: { item: 0 } }]],
	};
}
