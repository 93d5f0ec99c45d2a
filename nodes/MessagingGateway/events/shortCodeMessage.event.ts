import { newRecords, SAMPLE } from './recordEvent';

/** New messages to a short code of the account. */
export const shortCodeMessage = newRecords({
	option: {
		name: 'New Short Code Message',
		value: 'shortCodeMessage',
		description: 'When somebody texts a short code of the account',
	},
	subject: 'Short code messages',
	samples: [{ ...SAMPLE, shortCode: '31234', text: 'VOTE Amina' }],
});
