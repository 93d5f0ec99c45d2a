import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One operation of the node: its fields, and what it does with the input items. */
export interface Operation {
	description: INodeProperties[];
	/**
	 * @returns the items of the output, each paired to the input item it came from
	 * @throws NodeApiError, NodeOperationError
	 */
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}
