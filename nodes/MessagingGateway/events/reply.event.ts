import { newRecords, SAMPLE_NUMBER } from './recordEvent';

const sample = {
	from: SAMPLE_NUMBER,
	receivedAt: '2026-11-20T08:15:00Z',
	sentMessageId: '1001',
	shortCode: null,
};

/** New replies. */
export const reply = newRecords({
	option: {
		name: 'New Reply',
		value: 'reply',
		description: 'When somebody answers a message',
	},
	subject: 'Replies',
	samples: [
		{ ...sample, text: 'Yes, see you then' },
		{ ...sample, text: 'STOP' },
	],
});
