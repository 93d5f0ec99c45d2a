import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../operation';
import { getNewFields, getNewRecords } from '../records';

/** Takes the messages to the account's short codes that nobody has read yet. */
export const getNew: Operation = {
	description: getNewFields('shortCodeMessage'),
	execute: async (context: IExecuteFunctions) => await getNewRecords(context, 'shortCodeMessage'),
};
