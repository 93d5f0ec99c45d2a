import type { IDataObject, INode } from 'n8n-workflow';
import { readExample, type ExampleWorkflow } from '../../sandbox/examples';
import { itemsOf, runCount } from '../../sandbox/execution';
import type { Execution } from '../../sandbox/rest';
import type { Stage } from './stage';

/** The trigger of the examples that are run by hand. */
export const BEGIN = 'When Clicking Execute Workflow';

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
	async run(trigger = BEGIN): Promise<Execution> {
		return await this.stage.rest.finished(await this.begin(trigger), 110_000);
	}

	/** Makes its tables. */
	async setUp(): Promise<void> {
		expect((await this.run('Set Up Once')).status).toBe('success');
	}

	/** Changes parameters of a node. */
	async change(node: string, parameters: IDataObject): Promise<void> {
		await this.stage.rest.changeNode(this.id, node, parameters);
	}

	/** Changes what a node for editing fields sets. */
	async assign(node: string, values: IDataObject): Promise<void> {
		const { assignments } = this.node(node).parameters.assignments as {
			assignments: Array<{ name: string; value: unknown }>;
		};
		const changed = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
		await this.change(node, { assignments: { assignments: changed } });
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

	/** What a node put out in all executions, the earliest first. */
	async outputs(node: string, output = 0): Promise<IDataObject[]> {
		const summaries = (await this.stage.rest.executions(this.id)).reverse();
		const executions = await Promise.all(
			summaries.map(async ({ id }) => await this.stage.rest.finished(id)),
		);
		return executions.flatMap(({ data }) => {
			const runs = Array.from({ length: runCount(data, node) }, (_, run) => run);
			return runs.flatMap((run) => itemsOf(data, node, { run, output }));
		});
	}

	/** The IDs of its failed executions. */
	async failed(): Promise<string[]> {
		const executions = await this.stage.rest.executions(this.id);
		return executions.flatMap(({ id, status }) => (status === 'error' ? id : []));
	}
}
