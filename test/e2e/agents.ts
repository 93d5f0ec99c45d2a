import type { IDataObject } from 'n8n-workflow';
import { START, type Stage } from './stage';
import { chain, node, serve, type WorkflowNode } from './workflows';

export interface AgentSetup {
	/** Where its model is. */
	url: string;
	/** Its tools; one that has `serves` is used by another instead, such as by its review. */
	tools: Array<{ tool: WorkflowNode; serves?: string }>;
	version?: number;
	/** Settings of the agent: Retry On Fail. */
	settings?: IDataObject;
}

/** A chat model, with a credential of this ID. */
const modelNode = (credential: string): WorkflowNode =>
	node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		{ model: { __rl: true, mode: 'id', value: 'scripted' } },
		{ credentials: { openAiApi: { id: credential, name: 'Model' } } },
	);

/** Stores the credential of a model, and gives its ID. */
export const modelCredential = async ({ rest }: Stage, url: string): Promise<string> =>
	await rest.createCredential('Model', 'openAiApi', { apiKey: 'none', url });

/** Runs an agent in a workflow of its own, and gives the ID of the execution. */
export async function beginAgent(
	stage: Stage,
	{ url, tools, version = 3, settings }: AgentSetup,
): Promise<string> {
	const parameters = { promptType: 'define', text: 'Tell the customer that the table is ready' };
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', parameters, {
		typeVersion: version,
		...settings,
	});
	const model = modelNode(await modelCredential(stage, url));
	const workflow = chain([START, agent], { executionOrder: 'v1' });
	(workflow.nodes as WorkflowNode[]).push(model, ...tools.map(({ tool }) => tool));
	Object.assign(workflow.connections as IDataObject, {
		Model: serve('Agent', 'ai_languageModel'),
		...Object.fromEntries(
			tools.map(({ tool, serves = 'Agent' }) => [tool.name, serve(serves, 'ai_tool')]),
		),
	});
	const { id } = await stage.rest.createWorkflow(workflow);
	return await stage.rest.run(id, START.name);
}
