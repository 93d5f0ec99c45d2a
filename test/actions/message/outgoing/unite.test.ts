import type { IDataObject } from 'n8n-workflow';
import { toRecipients } from '../../../../nodes/MessagingGateway/actions/message/outgoing/readRecipients';
import {
	sendingOncePerReference,
	skippingDuplicates,
} from '../../../../nodes/MessagingGateway/actions/message/outgoing/unite';
import { isProblem } from '../../../../nodes/MessagingGateway/actions/message/problem';

const ANNA = '27821111111';
const BEN = '27822222222';

const recipient = (number: string | null, text = 'Hi', reference?: unknown) =>
	toRecipients({
		item: 0,
		numbers: [
			{ recipient: 'as typed', defaultCountry: '', number, ...(!number && { problem: 'Wrong' }) },
		],
		text,
		options: { reference } as IDataObject,
	}).map((one) => ({ ...one, scheduledAt: null }));

const results = (recipients: ReturnType<typeof toRecipients>) =>
	recipients.map(({ message }) => (isProblem(message) ? message.result : 'goes out'));

it('a duplicate is the same text to the same number at the same time, after the first', () => {
	const [later] = recipient(ANNA);
	const message = { number: ANNA, text: 'Hi', schedule: '2099-01-01T08:00:00Z' };
	const all = [
		...recipient(ANNA),
		...recipient(BEN),
		...recipient(ANNA, 'Another text'),
		...recipient(ANNA),
		...(later ? [{ ...later, message }] : []),
		...recipient(null),
		...recipient(null),
	];
	expect(results(skippingDuplicates(all))).toEqual([
		'goes out',
		'goes out',
		'goes out',
		'DUPLICATE',
		'goes out',
		'BAD_DESTINATION',
		'BAD_DESTINATION',
	]);
});

describe('with Send Once per Reference', () => {
	it('one message goes out for each reference and number', () => {
		const all = sendingOncePerReference([
			...recipient(ANNA, 'Hi', 'r'),
			...recipient(ANNA, 'Another text', 'r'),
			...recipient(BEN, 'Hi', 'r'),
			...recipient(ANNA, 'Hi', 5),
			...recipient(ANNA, 'Hi', '5'),
			...recipient(null, 'Hi', 'r'),
		]);
		expect(results(all)).toEqual([
			'goes out',
			'DUPLICATE',
			'goes out',
			'goes out',
			'DUPLICATE',
			'BAD_DESTINATION',
		]);
		expect(all[1]?.message).toMatchObject({
			description: 'Another message of this run has the same reference and number',
		});
	});

	it.each([undefined, '', { order: 5 }, ['r'], Number.NaN, true, new Date()])(
		'none goes out with a reference that is no text or number: %j',
		(reference) => {
			const [refused] = sendingOncePerReference(recipient(ANNA, 'Hi', reference));
			expect(refused?.message).toMatchObject({
				result: 'NOT_SENT',
				description:
					"Not sent. 'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
			});
		},
	);
});
