import type { IDataObject, INode } from 'n8n-workflow';
import { exampleCredential, readExample, type ExampleWorkflow } from '../../sandbox/examples';
import { itemsOfAllRuns } from '../../sandbox/execution';
import { importCredentials, importWorkflows } from '../../sandbox/importing';
import type { Execution } from '../../sandbox/rest';
import { demoLogin, type Stage } from './stage';

/** The trigger of the examples that are run by hand. */
export const BEGIN = 'When Clicking Execute Workflow';

/** Imports files of examples/, with the login that they refer to. */
export async function importExamples(stage: Stage, workflows: ExampleWorkflow[]): Promise<void> {
	const data = demoLogin(stage.simulator);
	await importCredentials(stage.sandbox, [{ ...exampleCredential, data }]);
	for (const one of workflows.flatMap<INode>(({ nodes }) => nodes)) {
		// The editor makes these when somebody imports the file.
		if (/\.(webhook|form|formTrigger)$/.test(one.type)) Object.assign(one, { webhookId: one.id });
		if (one.type.endsWith('.webhook')) Object.assign(one.parameters, { path: one.id });
	}
	await importWorkflows(stage.sandbox, workflows);
}

/** A file of examples/ as it was imported. */
export class Example {
	readonly workflow: ExampleWorkflow;

	constructor(
		private readonly stage: Stage,
		readonly file: string,
	) {
		this.workflow = readExample(file);
	}

	get id(): string {
		return this.workflow.id;
	}

	/** A node as the file has it. */
	node(name: string): INode {
		return this.workflow.nodes.find((node) => node.name === name) as INode;
	}

	/** Begins an execution by hand, and gives its ID. */
	async begin(trigger = BEGIN): Promise<string> {
		return await this.stage.rest.run(this.id, trigger);
	}

	/** The same, and waits for the end. */
	async run(trigger = BEGIN, milliseconds = 110_000): Promise<Execution> {
		return await this.stage.rest.finished(await this.begin(trigger), milliseconds);
	}

	/** Makes its tables. */
	async setUp(): Promise<void> {
		const { status } = await this.run('Set Up Once');
		if (status !== 'success') throw new Error(`Set Up Once ended with ${status}`);
	}

	/** Changes parameters of a node. */
	async change(node: string, parameters: IDataObject): Promise<void> {
		await this.stage.rest.changeNode(this.id, node, parameters);
	}

	/** Runs it by hand with a reply that New Reply hands over, for the first time or again. */
	async runWith(reply: IDataObject): Promise<Execution> {
		await this.stage.rest.pin(this.id, { 'New Reply': [{ json: { optOut: false, ...reply } }] });
		try {
			return await this.run('New Reply');
		} finally {
			await this.stage.rest.pin(this.id, {});
		}
	}

	/** Does something while its triggers are on. */
	async whileActive(work: () => Promise<void>): Promise<void> {
		await this.stage.rest.activate(this.id);
		try {
			await work();
		} finally {
			await this.stage.rest.deactivate(this.id);
		}
	}

	/** What a node put out in all executions but those that wait, the earliest first. */
	async outputs(node: string, output = 0): Promise<IDataObject[]> {
		const summaries = (await this.stage.rest.executions(this.id))
			.filter(({ status }) => status !== 'waiting')
			.reverse();
		const executions = await Promise.all(
			summaries.map(async ({ id }) => await this.stage.rest.finished(id)),
		);
		return executions.flatMap(({ data }) => itemsOfAllRuns(data, node, output));
	}

	/** The IDs of its failed executions. */
	async failed(): Promise<string[]> {
		const executions = await this.stage.rest.executions(this.id);
		return executions.flatMap(({ id, status }) => (status === 'error' ? id : []));
	}
}
