import type { IDataObject } from 'n8n-workflow';

/** One run of one node, as n8n stores it. */
interface NodeRun {
	data?: { main?: Array<Array<{ json: IDataObject }> | null> };
	error?: { message: string };
	hints?: Array<{ message: string }>;
	/** In milliseconds. */
	executionTime: number;
}

/** The part of n8n's stored execution data that is read here. */
export interface ExecutionData {
	resultData: {
		runData: Record<string, NodeRun[]>;
		lastNodeExecuted?: string;
		error?: { message: string; description?: string };
	};
	/** The work that was left when it was stored. */
	executionData?: {
		nodeExecutionStack?: Array<{
			node: { name: string };
			data: { main?: Array<Array<{ json: IDataObject }> | null> };
		}>;
	};
}

export function runCount(execution: ExecutionData, node: string): number {
	return execution.resultData.runData[node]?.length ?? 0;
}

/** The output of a node, of its last run by default; empty when it did not run. */
export function itemsOf(
	execution: ExecutionData,
	node: string,
	{ run = -1, output = 0 } = {},
): IDataObject[] {
	const items = execution.resultData.runData[node]?.at(run)?.data?.main?.[output] ?? [];
	return items.map((item) => item.json);
}

/** The output of a node in all of its runs, the earliest first. */
export const itemsOfAllRuns = (execution: ExecutionData, node: string, output = 0): IDataObject[] =>
	(execution.resultData.runData[node] ?? []).flatMap((_, run) =>
		itemsOf(execution, node, { run, output }),
	);

/** The hints that a node showed above its items. */
export const hintsOf = (execution: ExecutionData, node: string): string[] =>
	(execution.resultData.runData[node] ?? []).flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

/** The items that a trigger started an execution with, even if n8n ended before any node ran. */
export function startingItems(execution: ExecutionData, trigger: string): IDataObject[] {
	const pending = (execution.executionData?.nodeExecutionStack ?? []).find(
		({ node }) => node.name === trigger,
	);
	const items = pending?.data.main?.[0];
	return items ? items.map((item) => item.json) : itemsOf(execution, trigger);
}
