import type { IDataObject } from 'n8n-workflow';
import {
	toRecipients,
	type Recipient,
} from '../../../../nodes/MessagingGateway/actions/message/outgoing/readRecipients';
import { scheduleRecipients } from '../../../../nodes/MessagingGateway/actions/message/outgoing/scheduleRecipients';
import { isProblem } from '../../../../nodes/MessagingGateway/actions/message/problem';
import { timingReader } from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';

const ANNA = '27821111111';
const BEN = '27822222222';
const NOON = Date.parse('2026-11-20T12:00:00Z');
const timingOf = timingReader('UTC', undefined, () => NOON);

const recipient = (number: string | null, text = 'Hi', options: IDataObject = {}): Recipient => {
	const [one] = toRecipients({
		item: 0,
		numbers: [{ recipient: 'as typed', number, ...(!number && { problem: 'Wrong' }) }],
		text,
		options,
		timing: timingOf(options),
	});
	return one as Recipient;
};
const at = (scheduledAt: string) => ({
	scheduledAt,
	sendBetween: { values: { from: '08:00', until: '20:00', days: [1, 2, 3, 4, 5, 6, 7] } },
});
const EVENING = at('2026-11-20 21:00');
const NIGHT = at('2026-11-20 22:00');
const MORNING = '2026-11-21T08:00:00Z';

/** When each message goes out, or why it does not. */
const results = (
	recipients: Recipient[],
	options: { skipDuplicates?: boolean; sendOnce?: boolean },
	messagesPerMinute?: number,
) =>
	scheduleRecipients(
		recipients,
		{ ...options, ...(messagesPerMinute && { messagesPerMinute }) },
		() => NOON,
	).map(({ message }) => (isProblem(message) ? message.result : (message.schedule ?? 'at once')));

describe('with Skip Duplicates', () => {
	const skipDuplicates = true;

	it('a duplicate is the same text to the same number at the same time, after the first', () => {
		const all = [
			recipient(ANNA),
			recipient(BEN),
			recipient(ANNA, 'Another text'),
			recipient(ANNA),
			recipient(ANNA, 'Hi', { scheduledAt: '2026-11-20 13:00' }),
			recipient(null),
			recipient(null),
		];
		expect(results(all, { skipDuplicates })).toEqual([
			'at once',
			'at once',
			'at once',
			'DUPLICATE',
			'2026-11-20T13:00:00Z',
			'BAD_DESTINATION',
			'BAD_DESTINATION',
		]);
	});

	it('two times that the hours bring together are one', () => {
		const all = [recipient(ANNA, 'Hi', EVENING), recipient(ANNA, 'Hi', NIGHT)];
		expect(results(all, { skipDuplicates })).toEqual([MORNING, 'DUPLICATE']);
		expect(results(all, {})).toEqual([MORNING, MORNING]);
	});

	it('they are one with a pace too, which gives the next message the place of the copy', () => {
		const all = [
			recipient(ANNA, 'Hi', EVENING),
			recipient(ANNA, 'Hi', NIGHT),
			recipient(BEN, 'Hi', NIGHT),
		];
		expect(results(all, { skipDuplicates }, 2)).toEqual([MORNING, 'DUPLICATE', MORNING]);
	});

	it('a copy takes no place among the messages of a minute', () => {
		const all = [recipient(ANNA), recipient(ANNA), recipient(BEN)];
		expect(results(all, { skipDuplicates }, 1)).toEqual([
			'at once',
			'DUPLICATE',
			'2026-11-20T12:01:00Z',
		]);
	});
});

it('copies go out without Skip Duplicates', () => {
	const all = [recipient(ANNA), recipient(ANNA)];
	expect(results(all, {})).toEqual(['at once', 'at once']);
});

describe('with Send Once per Reference', () => {
	const sendOnce = true;
	const withReference = (number: string | null, reference: unknown, text = 'Hi') =>
		recipient(number, text, { reference } as IDataObject);

	it('one message goes out for each reference and number', () => {
		const all = [
			withReference(ANNA, 'r'),
			withReference(ANNA, 'r', 'Another text'),
			withReference(BEN, 'r'),
			withReference(ANNA, 5),
			withReference(ANNA, '5'),
			withReference(null, 'r'),
		];
		expect(results(all, { sendOnce })).toEqual([
			'at once',
			'DUPLICATE',
			'at once',
			'at once',
			'DUPLICATE',
			'BAD_DESTINATION',
		]);
		const [, second] = scheduleRecipients(all, { sendOnce });
		expect(second?.message).toMatchObject({
			description: 'Another message of this run has the same reference and number',
		});
	});

	it.each([undefined, '', { order: 5 }, ['r'], Number.NaN, true, new Date()])(
		'none goes out with a reference that is no text or number: %j',
		(reference) => {
			const all = [withReference(ANNA, reference)];
			const [refused] = scheduleRecipients(all, { sendOnce });
			expect(refused?.message).toMatchObject({
				result: 'NOT_SENT',
				description:
					"Not sent. 'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
			});
		},
	);
});

describe('a message that does not go out', () => {
	it('for want of a reference has no duplicates', () => {
		const all = [recipient(ANNA), recipient(ANNA, 'Hi', { reference: 'r' })];
		expect(results(all, { skipDuplicates: true, sendOnce: true })).toEqual(['NOT_SENT', 'at once']);
	});

	it.each([{ skipDuplicates: true }, { sendOnce: true }])(
		'outside its hours has none either, with %j',
		(options) => {
			const asked = { scheduledAt: '2026-11-20 21:00', reference: 'r' };
			const closed = { ...EVENING, ...asked, outsideHours: 'doNotSend' };
			const all = [recipient(ANNA, 'Hi', closed), recipient(ANNA, 'Hi', asked)];
			expect(results(all, options)).toEqual(['NOT_SENT', '2026-11-20T21:00:00Z']);
		},
	);
});
