import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { httpHelper } from './httpHelper';
import { valueOf } from './parameters';
import { ProcessedStore } from './store';

export const PASSWORD = 's3cret & $& ]]> "ü"';

export interface Setup {
	/** Base URL of the gateway. */
	url: string;
	/** One set of parameters for every item, or one each. */
	parameters: IDataObject | IDataObject[];
	/** Input items; one if absent. */
	items?: INodeExecutionData[];
	node?: Partial<INode>;
	credentials?: ICredentialDataDecryptedObject | 'none';
	timezone?: string;
	/** How the execution was started. */
	mode?: WorkflowExecuteMode;
	signal?: AbortSignal;
	/** The data that n8n keeps for the node over the tries of one execution. */
	memory?: IDataObject;
	/** The keys that n8n keeps for the node. */
	store?: ProcessedStore;
	executionId?: string;
	/** How often the node before it has run in this execution before. */
	previousRun?: number;
	/** How often the node has run in this execution before. */
	runIndex?: number;
	/** The address at which the execution takes an answer when it waits. */
	resumeAddress?: string;
	/** Whether there is no saved workflow: n8n's own agents run their tools without. */
	isUnsaved?: boolean;
	/** The parameters of the tool that it reviews, at the first item. */
	toolParameters?: IDataObject;
	/** Evaluates an expression by itself. */
	evaluate?: (expression: string, item: number) => unknown;
	/** Called when the execution is told to wait. */
	onWait?: (until: Date) => void;
}

const RESUME_ADDRESS = 'https://n8n.example.com/webhook-waiting/17/f3a1';

/** Signs an address as n8n does: the signature follows what it covers. */
function signedAddress(address: string, parameters: Record<string, string>): string {
	const url = new URL(address);
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
	url.searchParams.set('signature', '0a'.repeat(32));
	return url.toString();
}

export interface Run {
	/** The first output; undefined if the node threw. */
	items: INodeExecutionData[] | undefined;
	json: IDataObject[];
	error: (Error & { description?: string; httpCode?: string; context: IDataObject }) | undefined;
	hints: NodeExecutionHint[];
	logged: string[];
}

/** Runs the node as n8n would, with its HTTP helper replaced by a plain one. */
export async function run(setup: Setup): Promise<Run> {
	const hints: NodeExecutionHint[] = [];
	const logged: string[] = [];
	const context = contextOf(setup, hints, logged);
	try {
		const [items = []] = await new MessagingGateway().execute.call(context);
		return { items, json: items.map(({ json }) => json), error: undefined, hints, logged };
	} catch (error) {
		return { items: undefined, json: [], error: error as NonNullable<Run['error']>, hints, logged };
	}
}

export const resultsOf = ({ json }: Pick<Run, 'json'>): unknown[] =>
	json.map(({ result }) => result);

/** The sentences above the items. */
export const hintsOf = ({ hints }: Run): string[] => hints.map(({ message }) => message);

/** Runs one operation on one or more items. */
export const execute = async (
	url: string,
	resource: string,
	operation: string,
	parameters: IDataObject | IDataObject[] = {},
	rest: Partial<Setup> = {},
): Promise<Run> =>
	await run({
		url,
		parameters: (Array.isArray(parameters) ? parameters : [parameters]).map((own) => ({
			resource,
			operation,
			...own,
		})),
		...rest,
	});

/** Sends the messages of one or more items, with a text where they have none. */
export const sendRows = async (
	url: string,
	rows: IDataObject | IDataObject[],
	rest: Partial<Setup> = {},
): Promise<Run> =>
	await execute(
		url,
		'message',
		'send',
		[rows].flat().map((row) => ({ text: 'Hi', ...row })),
		rest,
	);

export function contextOf(
	setup: Setup,
	hints: NodeExecutionHint[],
	logged: string[],
): IExecuteFunctions {
	const { parameters, url, timezone = 'UTC', signal = new AbortController().signal } = setup;
	const count = Array.isArray(parameters) ? parameters.length : 1;
	const items = setup.items ?? Array.from({ length: count }, () => ({ json: {} }));
	const node = {
		name: 'Messaging Gateway',
		type: 'n8n-nodes-messaging-gateway.messagingGateway',
		...setup.node,
	} as INode;
	const { store = new ProcessedStore(), executionId = '57', runIndex = 0 } = setup;
	const { memory = {}, resumeAddress = RESUME_ADDRESS } = setup;
	const { getCredentials, helpers } = signedIn(url, setup.credentials);
	return {
		getCredentials,
		helpers: { ...helpers, ...store.helpers },
		getInputData: () => items,
		getExecuteData: () => ({ source: { main: [{ previousNodeRun: setup.previousRun ?? 0 }] } }),
		getExecutionId: () => (setup.isUnsaved ? undefined : executionId),
		evaluateExpression: (expression: string, item: number) =>
			expression === '{{ $tool.parameters }}'
				? setup.toolParameters
				: (setup.evaluate ?? (() => 'a value'))(expression, item),
		getWorkflow: () => ({
			id: setup.isUnsaved ? undefined : (setup.store?.workflow ?? 'workflow'),
		}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		isToolExecution: () => false,
		getNode: () => node,
		getContext: () => memory,
		getTimezone: () => timezone,
		getMode: () => setup.mode ?? 'trigger',
		continueOnFail: () => node.onError !== undefined && node.onError !== 'stopWorkflow',
		getExecutionCancelSignal: () => signal,
		getSignedResumeUrl: (parameters: Record<string, string>) =>
			signedAddress(resumeAddress, parameters),
		putExecutionToWait: async (until: Date) => setup.onWait?.(until),
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
		logger: {
			warn: (text: string) => logged.push(text),
			info: (text: string) => logged.push(text),
		},
		getNodeParameter: (
			name: string,
			item: number,
			fallback: unknown,
			{ rawExpressions = false }: IGetNodeParameterOptions = {},
		) => {
			// What differs from item to item comes from an expression.
			if (rawExpressions && Array.isArray(parameters)) return '={{ $parameter }}';
			const own = Array.isArray(parameters) ? (parameters[item] ?? {}) : parameters;
			return valueOf(own, name, fallback);
		},
	} as unknown as IExecuteFunctions;
}

/** The parts of a context that every node with the credential has. */
export function signedIn(url: string, own: Setup['credentials']) {
	const credentials = {
		baseUrl: url,
		user: 'demo',
		password: PASSWORD,
		brand: 'Svc',
		allowUnauthorizedCerts: false,
		...(own !== 'none' && own),
	};
	return {
		getCredentials: async () => {
			if (own === 'none') throw new Error('Credential does not exist');
			return credentials;
		},
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
				await httpHelper(await new MessagingGatewayApi().authenticate(credentials, request)),
		},
	};
}
