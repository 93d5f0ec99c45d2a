import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';
import { check } from './check.operation';
import { getAll } from './getAll.operation';

export const operations: Record<string, Operation> = { check, getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['optOut'] } },
		default: 'getAll',
		options: [
			{
				name: 'Check',
				value: 'check',
				action: 'Check numbers for opt outs',
				description: 'Find out whether numbers have opted out',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many opt outs',
				description: 'List the opt-outs: numbers that this account may not write to',
			},
		],
	},
];
