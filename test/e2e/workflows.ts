import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

/** A node of a workflow, as n8n stores it. */
export interface WorkflowNode extends IDataObject {
	name: string;
	type: string;
	parameters: IDataObject;
}

const PACKAGE = 'n8n-nodes-messaging-gateway';
export const NODE_TYPE = `${PACKAGE}.messagingGateway`;
export const TRIGGER_TYPE = `${PACKAGE}.messagingGatewayTrigger`;

/** Which version of n8n's own nodes the workflows use; 1 for the rest. */
const TYPE_VERSIONS: Record<string, number> = {
	'n8n-nodes-base.scheduleTrigger': 1.2,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.webhook': 2,
	'@n8n/n8n-nodes-langchain.agent': 2,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.2,
};

/** A node with its parameters and whatever else is set on it, such as On Error. */
export const node = (
	name: string,
	type: string,
	parameters: IDataObject = {},
	settings: IDataObject = {},
): WorkflowNode => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: TYPE_VERSIONS[type] ?? 1,
	position: [0, 0],
	parameters,
	...settings,
});

/** One of the package's nodes, with the credential of this ID. */
export const gatewayNode = (
	name: string,
	parameters: IDataObject,
	credential: string,
	{ type = NODE_TYPE, ...settings }: IDataObject & { type?: string } = {},
): WorkflowNode =>
	node(name, type, parameters, {
		credentials: { messagingGatewayApi: { id: credential, name: 'Login' } },
		...settings,
	});

/** A webhook at a path, which gives the workflow its address. */
export const calledAt = (path: string, parameters: IDataObject = {}): WorkflowNode =>
	node(
		'Called',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, ...parameters },
		{ webhookId: path },
	);

/** The nodes that make an item of each row. */
export const rowNodes = (rows: IDataObject[]): WorkflowNode[] => madeRows(JSON.stringify({ rows }));

/** The same for an expression that gives an object with rows. */
export const madeRows = (jsonOutput: string): WorkflowNode[] => [
	node('Rows', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput }),
	node('Each', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'rows' }),
];

/** A workflow, not yet active, whose nodes run one after the other. */
export const chain = (nodes: WorkflowNode[], settings: IDataObject = {}): IDataObject => ({
	name: randomUUID(),
	// n8n 1 wants to be told.
	active: false,
	settings,
	nodes,
	connections: Object.fromEntries(
		nodes.slice(1).map(({ name }, index) => [(nodes[index] as WorkflowNode).name, leadTo(name)]),
	),
});

/** The connections of a node, each of whose outputs leads to one other. */
export const leadTo = (...names: string[]): IDataObject => ({
	main: names.map((name) => [{ node: name, type: 'main', index: 0 }]),
});

/** The connection of a node that serves another, such as a tool an agent. */
export const serve = (name: string, type: 'ai_languageModel' | 'ai_tool'): IDataObject => ({
	[type]: [[{ node: name, type, index: 0 }]],
});
