import { randomBytes } from 'node:crypto';

/** The names in examples/send-and-follow.json that the demo relies on. */
export const sendAndFollow = {
	id: 'SendAndFollow001',
	trigger: 'When Clicking Execute Workflow',
	sendNode: 'Send Messages',
	statusNode: 'Get Status',
} as const;

/** One of the people of that example, who has opted out. */
export const optedOut = '447700900103';

/** The names in examples/auto-reply-by-keyword.json that the demo relies on. */
export const autoReply = {
	id: 'AutoReplyKeyword',
	replyNode: 'New Reply',
	answeredNode: 'Answered',
} as const;

/** The reply of one of the recipients, with characters that are easily lost. */
export const reply = {
	from: '447700900102',
	text: 'Help! Can it be 11:00? I am at "Café & Crêpes" <3',
} as const;

/** The names in examples/approval-by-sms.json that the demo relies on. */
export const approval = {
	id: 'ApprovalBySms001',
	trigger: 'When Clicking Execute Workflow',
	approvedNode: 'Approved',
} as const;

/** The simulator's main account. */
export const account = { user: 'demo', password: 'demo' } as const;

/**
 * The person who signs in at the demo's editor. The password is another one in each run: a page in
 * the same browser can reach n8n, which answers to any Host. n8n wants a capital and a digit in it.
 */
export const owner = {
	email: 'demo@example.com',
	password: `Demo1-${randomBytes(8).toString('hex')}`,
} as const;
