import { newRecords, SAMPLE } from './recordEvent';

/** New replies. */
export const reply = newRecords({
	option: {
		name: 'New Reply',
		value: 'reply',
		description: 'When somebody answers a message',
	},
	subject: 'Replies',
	samples: [
		{ ...SAMPLE, sentMessageId: '1001', text: 'Yes, see you then' },
		{ ...SAMPLE, sentMessageId: '1001', text: 'STOP' },
	],
});
