import { newRecords, SAMPLE } from './recordEvent';

/** New messages to a short code of the account. */
export const shortCodeMessage = newRecords(
	{
		name: 'New Short Code Message',
		value: 'shortCodeMessage',
		description: 'When somebody texts a short code of the account',
	},
	'Short code messages',
	[{ ...SAMPLE, shortCode: '31234', text: 'VOTE Amina' }],
);
