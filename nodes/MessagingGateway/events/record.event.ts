import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { Leftover } from '../gateway/interfaces/interface';
import { readRecords, type GatewayRecord } from '../gateway/operations/readRecords';
import { callFor, toRecordItem, type OnceOnlyKind } from '../rows/recordItems';
import type { Event } from './event';

/** A record for a test. No country has the code 999, so a workflow that replies to it reaches nobody. */
const SAMPLE = {
	from: '999000000001',
	receivedAt: '2026-11-20T08:15:00Z',
	sentMessageId: null,
	shortCode: null,
};

export const reply = newRecords(
	{ name: 'New Reply', value: 'reply', description: 'When somebody answers a message' },
	'Replies',
	[
		{ ...SAMPLE, sentMessageId: '1001', text: 'Sample: Yes, see you then' },
		{ ...SAMPLE, sentMessageId: '1001', text: 'Sample: STOP', optOut: true },
	],
);

export const shortCodeMessage = newRecords(
	{
		name: 'New Short Code Message',
		value: 'shortCodeMessage',
		description: 'When somebody texts a short code of the account',
	},
	'Short code messages',
	[{ ...SAMPLE, shortCode: '31234', text: 'Sample: VOTE Amina' }],
);

function newRecords(
	option: INodePropertyOptions & { value: OnceOnlyKind },
	subject: string,
	samples: Array<GatewayRecord & { optOut?: boolean }>,
): Event {
	const kind = option.value;
	const toItems = (entries: Array<GatewayRecord | Leftover>): IDataObject[] =>
		entries.map((entry) => ({ event: kind, ...toRecordItem(kind, entry) }));
	return {
		option,
		subject,
		isOnceOnly: true,
		samples: () =>
			samples.map(({ optOut, ...record }) => ({
				event: kind,
				sample: true,
				...toRecordItem(kind, record),
				...(optOut && { optOut }),
			})),
		async read({ connection, options }) {
			const reading = await readRecords(connection, kind, callFor(kind, options));
			const { entries, failure } = reading.ok ? reading.value : { ...reading, entries: [] };
			return { items: toItems(entries), failure, arrived: reading.ok };
		},
	};
}
