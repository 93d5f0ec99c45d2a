import { newRecords, SAMPLE } from './recordEvent';

/** New replies. */
export const reply = newRecords(
	{
		name: 'New Reply',
		value: 'reply',
		description: 'When somebody answers a message',
	},
	'Replies',
	[
		{ ...SAMPLE, sentMessageId: '1001', text: 'Yes, see you then' },
		{ ...SAMPLE, sentMessageId: '1001', text: 'STOP' },
	],
);
