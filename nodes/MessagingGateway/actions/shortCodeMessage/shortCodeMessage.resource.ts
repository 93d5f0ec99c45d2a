import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';
import { getNew } from './getNew.operation';

export const operations: Record<string, Operation> = { getNew };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['shortCodeMessage'] } },
		default: 'getNew',
		options: [
			{
				name: 'Get New',
				value: 'getNew',
				action: 'Get new short code messages',
				description: 'Take the messages to short codes that have not been read yet',
			},
		],
	},
];
