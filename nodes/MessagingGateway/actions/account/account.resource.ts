import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';
import { checkLogin } from './checkLogin.operation';
import { getBalance } from './getBalance.operation';
import { transferCredits } from './transferCredits.operation';

export const operations: Record<string, Operation> = { checkLogin, getBalance, transferCredits };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['account'] } },
		default: 'getBalance',
		options: [
			{
				name: 'Check Login',
				value: 'checkLogin',
				action: 'Check login',
				description: 'Check whether the login is valid and its account unlocked',
			},
			{
				name: 'Get Balance',
				value: 'getBalance',
				action: 'Get credit balance',
				description: 'Get the number of credits that the account has left',
			},
			{
				name: 'Transfer Credits',
				value: 'transferCredits',
				action: 'Transfer credits',
				description: 'Move credits between a main account and its sub accounts',
			},
		],
	},
];
