import type {
	IBuilderHint,
	IExecuteFunctions,
	IParameterBuilderHint,
	IPollFunctions,
	IRelatedNode,
} from 'n8n-workflow';
import { delay } from './delay';

// What older versions of n8n lack. A part goes when its version does.

/** n8n 1: an error in a request has no cause, but its code and message in fields of its own. */
export function withCause(error: unknown): unknown {
	const { httpCode: code, messages } = Object(error) as Record<string, unknown>;
	return { code, message: [messages].flat().join(' '), cause: error };
}

/** n8n 1: a link is checked for its signature only if the node asks for it. */
export const checkSignature = (context: IExecuteFunctions): void =>
	(context as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();

/** In this time, in milliseconds, n8n has stored that an execution goes on, also where only few may run together. */
const LONGEST_START = 3_600_000;

/**
 * n8n 1: two answers to one question at the same moment would both continue the execution. The times of
 * the answers that this process has just given to n8n, by question.
 */
export const justAnswered = new Map<string, string>();

/** Remembers an answer until n8n has stored that the execution goes on. */
export function rememberAnswer(question: string, respondedAt: string): void {
	justAnswered.set(question, respondedAt);
	void delay(LONGEST_START).then(() => justAnswered.delete(question));
}

/** Before n8n 2.30 the variable has another name. */
export const WEBHOOK_URL = 'N8N_WEBHOOK_URL (before n8n 2.30 WEBHOOK_URL)';

/** Before n8n 2.38: a poll has no budget. In milliseconds; undefined there. */
export const budgetOf = (context: IPollFunctions): number | undefined =>
	(context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();

/** Before n8n 2.38: a receipt for an emission settles only if its execution could begin. */
export const givesReceipts = (context: IPollFunctions): boolean => budgetOf(context) !== undefined;

/** A hint for n8n's workflow builder. The types here are of n8n 2.11, where its text had another name. */
export const nodeHint = (searchHint: string, relatedNodes: IRelatedNode[]): IBuilderHint =>
	({ searchHint, relatedNodes }) as unknown as IBuilderHint;

/** The same for a field. */
export const fieldHint = (propertyHint: string): IParameterBuilderHint =>
	({ propertyHint }) as unknown as IParameterBuilderHint;
