import { newRecords, SAMPLE_NUMBER } from './recordEvent';

/** New messages to a short code of the account. */
export const shortCodeMessage = newRecords({
	option: {
		name: 'New Short Code Message',
		value: 'shortCodeMessage',
		description: 'When somebody texts a short code of the account',
	},
	subject: 'Short code messages',
	samples: [
		{
			shortCode: '31234',
			from: SAMPLE_NUMBER,
			receivedAt: '2026-11-20T08:15:00Z',
			text: 'VOTE Amina',
			sentMessageId: null,
		},
	],
});
