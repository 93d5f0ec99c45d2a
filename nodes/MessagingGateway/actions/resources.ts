import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { groupBy } from '../gateway/specification/lists';
import { checkLogin } from './account/checkLogin.operation';
import { getBalance } from './account/getBalance.operation';
import { transferCredits } from './account/transferCredits.operation';
import { deleteScheduled } from './message/deleteScheduled.operation';
import { getStatus } from './message/getStatus.operation';
import { preview } from './message/preview.operation';
import { send } from './message/send.operation';
import { sendAndWait } from './message/sendAndWait.operation';
import { NOT_FOR_A_TOOL, type Operation } from './operation';
import { check } from './optOut/check.operation';
import { getAll } from './optOut/getAll.operation';
import { getNewReplies, getNewShortCodeMessages } from './records/getNew.operation';

/** The resources of the node, with what most people come for first. */
export const RESOURCES: Resource[] = [
	{
		option: { name: 'Message', value: 'message' },
		operations: [send, sendAndWait, getStatus, deleteScheduled, preview],
	},
	{
		option: { name: 'Reply', value: 'reply', displayOptions: NOT_FOR_A_TOOL },
		operations: [getNewReplies],
	},
	{
		option: {
			name: 'Short Code Message',
			value: 'shortCodeMessage',
			displayOptions: NOT_FOR_A_TOOL,
		},
		operations: [getNewShortCodeMessages],
	},
	{ option: { name: 'Opt-Out', value: 'optOut' }, operations: [check, getAll] },
	{
		option: { name: 'Account', value: 'account' },
		operations: [getBalance, checkLogin, transferCredits],
	},
];

interface Resource {
	option: INodePropertyOptions & { value: string };
	/** A new node has the first. */
	operations: [Operation, ...Operation[]];
}

const uses = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations.flatMap(({ option: { value: operation }, fields }) =>
		fields.map((field) => ({ field, resource, operation })),
	),
);

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'message',
		options: byName(RESOURCES.map(({ option }) => option)),
	},
	...RESOURCES.map(choiceOfOperation),
	...RESOURCES.flatMap(toolDescriptions),
	// A field that operations share is one object, and stands once.
	...[...groupBy(uses, ({ field }) => field).values()].map(shownForItsOperations),
];

/** In the order that n8n wants of a list. The default is what most people come for. */
function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return [...options].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

function choiceOfOperation({ option, operations }: Resource): INodeProperties {
	const { value } = operations[0].option;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		default: value,
		options: byName(operations.map((operation) => operation.option)),
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
