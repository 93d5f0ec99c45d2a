import { callFor, toRecordItem } from '../../nodes/MessagingGateway/rows/recordItems';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { reply, shortCodeMessage } from '../support/records';

describe('an item of a record', () => {
	const plainReply = reply('27821111111', 'Yes');

	it('has other elements only if there are any, in both kinds', () => {
		const other = { Network: 'MTN' };
		expect(toRecordItem('reply', plainReply)).not.toHaveProperty('other');
		expect(toRecordItem('reply', { ...plainReply, other })).toHaveProperty('other', other);
		const message = shortCodeMessage('27821111111', 'A');
		expect(toRecordItem('shortCodeMessage', message)).not.toHaveProperty('other');
		expect(toRecordItem('shortCodeMessage', { ...message, other })).toHaveProperty('other', other);
	});
});

it.each([
	['reply', {}, xml.reply],
	['reply', { interface: 'query', excludeShortCode: false }, query.reply],
	['reply', { interface: 'xml', excludeShortCode: true }, query.replyWithoutShortCode],
	['shortCodeMessage', { interface: 'xml', excludeShortCode: true }, xml.shortCodeMessage],
] as const)('%s with %j is asked for where that is possible (%#)', (kind, options, call) => {
	expect(callFor(kind, options)).toBe(call);
});
