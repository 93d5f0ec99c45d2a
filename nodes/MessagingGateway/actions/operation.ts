import type {
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Options } from '../fields/options';

/** Hides a choice from the panel of a tool: it cannot be undone, does not work there, or only makes the choice harder. */
export const NOT_FOR_A_TOOL: IDisplayOptions = { hide: { '@tool': [true] } };

export interface Operation {
	/** The entry in the editor's list; saved workflows hold its `value`. */
	option: INodePropertyOptions & { value: string };
	fields: INodeProperties[];
	/** What a language model is told of it as a tool; absent if it is none. */
	toolDescription?: string;
	/**
	 * @returns the items of the output, each paired to the input item it came from
	 * @throws NodeApiError, NodeOperationError, OptionError
	 */
	execute: (context: IExecuteFunctions, options: Options) => Promise<INodeExecutionData[]>;
}
