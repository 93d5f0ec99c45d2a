import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Options } from '../n8n/options';

/** One operation of the node: its fields, and its work on the input items. */
export interface Operation {
	/** The entry in the editor's list; saved workflows hold its `value`. */
	option: INodePropertyOptions & { value: string };
	fields: INodeProperties[];
	/** Whether it sends, deletes or moves something; a read does not. */
	changesSomething?: true;
	/**
	 * @returns the items of the output, each paired to the input item it came from
	 * @throws NodeApiError, NodeOperationError, OptionError
	 */
	execute: (context: IExecuteFunctions, options: Options) => Promise<INodeExecutionData[]>;
}
