import {
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';
import { valueOf } from './parameters';

/** A node whose fields n8n's own engine evaluates. */
export interface EvaluatingNode {
	context: IExecuteFunctions;
	/** The items at which a field was evaluated, in order. */
	evaluated: Array<{ name: string; item: number }>;
}

/** Makes the context of a node with these parameters as typed, and these input items. */
export function evaluatingNode(parameters: INodeParameters, input: IDataObject[]): EvaluatingNode {
	const items: INodeExecutionData[] = input.map((json) => ({ json }));
	const node = {
		id: '1',
		name: 'Node',
		type: 'any',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const nodeTypes = {
		getByNameAndVersion: () => ({ description: { properties: [] } }),
	} as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const evaluated: EvaluatingNode['evaluated'] = [];
	const context = {
		getInputData: () => items,
		getNodeParameter: (
			name: string,
			item: number,
			fallback: unknown,
			{ rawExpressions = false }: IGetNodeParameterOptions = {},
		) => {
			const typed = valueOf(parameters, name, fallback);
			if (typed === undefined) throw new Error(`Could not get parameter "${name}"`);
			if (rawExpressions) return typed;
			evaluated.push({ name, item });
			return workflow.expression.getParameterValue(
				typed as INodeParameters,
				null,
				0,
				item,
				'Node',
				items,
				'manual',
				{},
			) as unknown;
		},
	} as unknown as IExecuteFunctions;
	return { context, evaluated };
}
