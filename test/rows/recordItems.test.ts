import { callFor, toRecordItem } from '../../nodes/MessagingGateway/rows/recordItems';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { reply, shortCodeMessage } from '../support/records';

const UUID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string;
const other = { Network: 'MTN' };
const received = { from: '27821111111', receivedAt: '2026-11-20T08:15:00Z' };

it.each([
	['reply', reply('27821111111', 'Yes'), { text: 'Yes', sentMessageId: '77', optOut: false }],
	[
		'reply',
		reply('27821111111', 'STOP', null),
		{ text: 'STOP', sentMessageId: null, optOut: true },
	],
	['shortCodeMessage', shortCodeMessage('27821111111', 'A'), { text: 'A', shortCode: '31234' }],
] as const)(
	'a %s becomes an item, with other elements only if there are any',
	(kind, record, own) => {
		const item = { recordId: UUID, ...received, ...own };
		expect(toRecordItem(kind, record)).toEqual(item);
		expect(toRecordItem(kind, { ...record, other })).toEqual({ ...item, other });
		expect(toRecordItem(kind, { raw: 'half' })).toEqual({
			recordId: UUID,
			unparsed: true,
			raw: 'half',
		});
	},
);

it.each([
	['reply', {}, xml.reply],
	['reply', { interface: 'query', excludeShortCode: false }, query.reply],
	['reply', { interface: 'xml', excludeShortCode: true }, query.replyWithoutShortCode],
	['shortCodeMessage', { interface: 'xml', excludeShortCode: true }, xml.shortCodeMessage],
] as const)('%s with %j is asked for where that is possible (%#)', (kind, options, call) => {
	expect(callFor(kind, options)).toBe(call);
});
