import { SAMPLE_NUMBER, type RecordEvent } from './event';

const sample = {
	from: SAMPLE_NUMBER,
	receivedAt: '2026-11-20T08:15:00Z',
	sentMessageId: '1001',
	shortCode: null,
};

/** New replies. */
export const reply: RecordEvent = {
	name: 'reply',
	subject: 'Replies',
	samples: [
		{ ...sample, text: 'Yes, see you then' },
		{ ...sample, text: 'STOP' },
	],
};
