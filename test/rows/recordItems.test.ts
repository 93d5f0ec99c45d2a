import { toRecordItem } from '../../nodes/MessagingGateway/rows/recordItems';
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
