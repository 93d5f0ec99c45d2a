import type { INodeProperties } from 'n8n-workflow';
import { groupBy } from '../gateway/specification/lists';
import { RESOURCES, type Resource } from './resources';

/** Each field of each operation, with the names of resource and operation. */
const uses = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations.flatMap(({ option: { value: operation }, fields }) =>
		fields.map((field) => ({ field, resource, operation })),
	),
);

/** The fields that choose resource and operation, and the fields of the operations. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'message',
		options: RESOURCES.map(({ option }) => option),
	},
	...RESOURCES.map(choiceOfOperation),
	...RESOURCES.flatMap(toolDescriptions),
	// A field that operations share is one object, and stands once.
	...[...groupBy(uses, ({ field }) => field).values()].map(shownForItsOperations),
];

function choiceOfOperation({ option, operations }: Resource): INodeProperties {
	const { value } = operations[0].option;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		default: value,
		options: operations.map((operation) => operation.option),
	};
}

/** The field that tells a language model how to use an operation. Without it n8n would add one that does not. */
function toolDescriptions({ option, operations }: Resource): INodeProperties[] {
	return operations.flatMap(({ option: { value }, toolDescription }) =>
		toolDescription === undefined
			? []
			: {
					displayName: 'Tool Description',
					name: 'toolDescription',
					type: 'string',
					typeOptions: { rows: 4 },
					default: toolDescription,
					required: true,
					description: 'What the AI is told about this tool: when to use it, and how',
					displayOptions: {
						show: { '@tool': [true], resource: [option.value], operation: [value] },
					},
				},
	);
}

function shownForItsOperations(usesOfOne: typeof uses): INodeProperties {
	const [{ field }] = usesOfOne as [(typeof uses)[number]];
	const resource = [...new Set(usesOfOne.map((use) => use.resource))];
	const operation = [...new Set(usesOfOne.map((use) => use.operation))];
	return {
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { resource, operation, ...field.displayOptions?.show },
		},
	};
}
