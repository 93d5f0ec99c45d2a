import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

/** One operation of the node: what a user sees of it, and what it does with the input items. */
export interface Operation {
	/** How the editor lists it; `value` is what a saved workflow holds. */
	option: INodePropertyOptions & { value: string };
	fields: INodeProperties[];
	/**
	 * @returns the items of the output, each paired to the input item it came from
	 * @throws NodeApiError, NodeOperationError
	 */
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

/** A resource of the node and what can be done with it, in the order of the editor's list. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	/** The operation of a new node. */
	default: Operation;
	operations: Operation[];
}
