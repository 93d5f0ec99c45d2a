import type { IDataObject } from 'n8n-workflow';

/** One run of one node, as n8n stores it. */
interface NodeRun {
	data?: { main?: Array<Array<{ json: IDataObject }> | null> };
	error?: { message: string };
}

/** The part of n8n's stored execution data that is read here. */
export interface ExecutionData {
	resultData: {
		runData: Record<string, NodeRun[]>;
		lastNodeExecuted?: string;
		error?: { message: string };
	};
	/** What was still to be done when n8n ended. */
	executionData?: {
		nodeExecutionStack?: Array<{
			node: { name: string };
			data: { main?: Array<Array<{ json: IDataObject }> | null> };
		}>;
	};
}

/** How often a node ran in an execution. */
export function runCount(execution: ExecutionData, node: string): number {
	return execution.resultData.runData[node]?.length ?? 0;
}

/** What a node put out, the last time it ran unless told otherwise; empty when it did not run. */
export function itemsOf(
	execution: ExecutionData,
	node: string,
	{ run = -1, output = 0 } = {},
): IDataObject[] {
	const items = execution.resultData.runData[node]?.at(run)?.data?.main?.[output] ?? [];
	return items.map((item) => item.json);
}

/** What a trigger started an execution with, even where n8n ended before any node ran. */
export function startingItems(execution: ExecutionData, trigger: string): IDataObject[] {
	const pending = (execution.executionData?.nodeExecutionStack ?? []).find(
		({ node }) => node.name === trigger,
	);
	const items = pending?.data.main?.[0];
	return items ? items.map((item) => item.json) : itemsOf(execution, trigger);
}
