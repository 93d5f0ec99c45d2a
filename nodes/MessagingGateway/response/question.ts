import { createHash } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Hint } from '../host/hints';
import { checkSignature, WEBHOOK_URL } from '../host/olderVersions';

/** Where a link and a waiting execution name their question. A link is paid for: its part is short. */
const IN_LINK = 'q';
const IN_EXECUTION = 'question';

/**
 * Opens a question, and returns its link: the signed address at which the execution takes the answer.
 *
 * A question is one run of the node, so each turn of a loop has its own. Its name holds a digest of the
 * words: in queue mode n8n 1 may begin an execution again, and the same run may then ask something else.
 */
export function openQuestion(context: IExecuteFunctions, message: string): string {
	checkSignature(context);
	const words = createHash('sha256').update(message).digest('base64url').slice(0, 6);
	const question = `${String(context.getWorkflowDataProxy(0).$runIndex)}-${words}`;
	context.getContext('node')[IN_EXECUTION] = question;
	return linkOf(context, question);
}

/** A link as long as those of this execution, to measure. */
export const exampleLink = (context: IExecuteFunctions): string => linkOf(context, '0-sample');

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
export const isOpen = (context: IWebhookFunctions, question: string): boolean =>
	read(context, `$node[${nameOf(context)}].context.${IN_EXECUTION}`) === question;

/** The time at which a question was answered, ISO 8601 in UTC; '' if it was not, or nobody knows. */
export function answeredAt(context: IWebhookFunctions, question: string): string {
	const [, run] = /^(\d{1,9})-/.exec(question) ?? [];
	if (run === undefined) return '';
	try {
		const output = `$(${nameOf(context)}).all(0, ${run})[0]`;
		return String(read(context, `${output}.json.data.respondedAt`) ?? '');
	} catch {
		return '';
	}
}

/** How n8n writes an object into a text. */
export const PRINTED_OBJECT = '[object Object]';

/**
 * The text of a question with the parameters of the tool that it is about, a line each. n8n's own text for
 * a human review inserts them as an object.
 *
 * @param evaluate evaluates an expression of n8n
 */
export function withToolParameters(
	text: string,
	evaluate: (expression: string) => unknown,
): string {
	if (!text.includes(PRINTED_OBJECT)) return text;
	const parameters = (evaluate('{{ $tool.parameters }}') ?? {}) as Record<string, unknown>;
	const lines = Object.entries(parameters).map(
		([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	);
	return text.replaceAll(PRINTED_OBJECT, () => lines.join('\n'));
}

/** A webhook sees the data of its execution through expressions only. */
const read = (context: IWebhookFunctions, expression: string): unknown =>
	context.evaluateExpression(`{{ ${expression} }}`);

/** The name of the node for an expression. In codes: a name may hold anything, such as `}}`. */
const nameOf = (context: IWebhookFunctions): string =>
	`"${context
		.getNode()
		.name.replace(/\W/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
