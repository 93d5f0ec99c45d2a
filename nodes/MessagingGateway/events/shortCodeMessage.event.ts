import { SAMPLE_NUMBER, type RecordEvent } from './event';

/** New messages to a short code of the account. */
export const shortCodeMessage: RecordEvent = {
	name: 'shortCodeMessage',
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
};
