import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../operation';
import { showOnlyFor } from '../shared.fields';
import { getNewRecords } from '../getNewRecords';
import { getNewFields } from '../getNewRecords.fields';

/** Takes the replies that nobody has read yet. */
export const getNew: Operation = {
	option: {
		name: 'Get New',
		value: 'getNew',
		action: 'Get new SMS replies',
		description: 'Take the SMS replies that have not been read yet',
	},
	fields: getNewFields('reply', [
		{
			displayName: 'Exclude Short Code',
			name: 'excludeShortCode',
			type: 'boolean',
			default: false,
			description:
				"Whether to leave out messages sent to a short code of the account; only the query interface can, so it is used whatever 'Interface' says",
			displayOptions: showOnlyFor('reply', 'getNew'),
		},
	]),
	async execute(context: IExecuteFunctions) {
		const excludeShortCode = context.getNodeParameter('excludeShortCode', 0, false) === true;
		return await getNewRecords(context, 'reply', excludeShortCode);
	},
};
