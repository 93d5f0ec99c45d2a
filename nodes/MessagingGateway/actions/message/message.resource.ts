import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';
import { deleteScheduled } from './deleteScheduled.operation';
import { getStatus } from './getStatus.operation';
import { preview } from './preview.operation';
import { send } from './send.operation';

export const operations: Record<string, Operation> = {
	deleteScheduled,
	getStatus,
	preview,
	send,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['message'] } },
		default: 'send',
		options: [
			{
				name: 'Delete Scheduled',
				value: 'deleteScheduled',
				action: 'Delete scheduled messages',
				description:
					'Take messages out of the queue before they are sent, and get their credits back',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				action: 'Get status of messages',
				description: 'Find out whether messages have been delivered',
			},
			{
				name: 'Preview',
				value: 'preview',
				action: 'Preview message text',
				description: 'Measure the text of a message as the gateway would, without sending it',
			},
			{
				name: 'Send',
				value: 'send',
				action: 'Send messages',
				description: 'Send a message to one or more numbers, at once or at a given time',
			},
		],
	},
];
