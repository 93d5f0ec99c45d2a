import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Hint } from '../host/hints';
import { checkSignature, WEBHOOK_URL } from '../host/olderVersions';

/** Where a link and a waiting execution name their question. A link is paid for: its part is short. */
const IN_LINK = 'q';
const IN_EXECUTION = 'question';

/**
 * Opens a question, and returns its link: the signed address at which the execution takes the answer.
 * A question is one run of the node, so each turn of a loop has its own.
 */
export function openQuestion(context: IExecuteFunctions): string {
	checkSignature(context);
	const question = String(context.getWorkflowDataProxy(0).$runIndex);
	context.getContext('node')[IN_EXECUTION] = question;
	return linkOf(context, question);
}

/** A link as long as those of this execution, to measure. */
export const exampleLink = (context: IExecuteFunctions): string => linkOf(context, '0');

const linkOf = (context: IExecuteFunctions, question: string): string =>
	context.getSignedResumeUrl({ [IN_LINK]: question });

/**
 * Hosts of this machine, and names and addresses that exist in private networks only (RFC 1918, RFC 3927,
 * RFC 8375, and unique local and link-local addresses of IPv6).
 */
const PRIVATE_HOSTS = [
	/^[^.[]+$/,
	/.\.(?:home|home\.arpa|internal|lan|local|localhost)$/,
	/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+$/,
	/^\[(?:::1?|(?:f[cd]|fe[89ab]).*)\]$/,
];

/** The hint on an address that no telephone can reach. */
export function unreachableHint(address: string): Hint {
	const { hostname } = new URL(address);
	if (!PRIVATE_HOSTS.some((pattern) => pattern.test(hostname))) return undefined;
	return `The link leads to ${hostname}, which telephones cannot reach. Ask whoever runs n8n to set ${WEBHOOK_URL} to its public address.`;
}

/** The question that a link names; '' for none. */
export const questionOf = (context: IWebhookFunctions): string => {
	const { [IN_LINK]: question = '' } = context.getQueryData() as Record<string, unknown>;
	return String(question);
};

/** A name that no other question has, of any execution and node. */
export const wholeNameOf = (context: IWebhookFunctions, question: string): string =>
	[context.getExecutionId(), context.getNode().id, question].join('/');

/** Whether the execution waits for the answer to this question. */
export const isWaitedFor = (context: IWebhookFunctions, question: string): boolean =>
	read(context, `$node[${nameOf(context)}].context.${IN_EXECUTION}`) === question;

/** The time at which a question was answered, ISO 8601 in UTC; '' if it was not, or nobody knows. */
export function answeredAt(context: IWebhookFunctions, question: string): string {
	if (!/^\d{1,9}$/.test(question)) return '';
	try {
		const output = `$(${nameOf(context)}).all(0, ${question})[0]`;
		return String(read(context, `${output}.json.data.respondedAt`) ?? '');
	} catch {
		return '';
	}
}

/** A webhook sees the data of its execution through expressions only. */
const read = (context: IWebhookFunctions, expression: string): unknown =>
	context.evaluateExpression(`{{ ${expression} }}`);

/** The name of the node for an expression. In codes: a name may hold anything, such as `}}`. */
const nameOf = (context: IWebhookFunctions): string =>
	`"${context
		.getNode()
		.name.replace(/\W/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
