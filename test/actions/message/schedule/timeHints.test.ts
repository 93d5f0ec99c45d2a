import type { Timing } from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';
import {
	scheduleHint,
	timeHints,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/timeHints';

const ZONE = 'Africa/Johannesburg';
const at = (scheduledAt: string | null, note?: Timing['note']): Timing => ({
	scheduledAt,
	...(note && { note }),
});
const shown = (timings: Timing[], gatewayZone = 'UTC') =>
	timeHints(timings, ZONE, gatewayZone).filter((hint) => hint !== undefined);

it.each<[string, Timing[], string[]]>([
	['nothing of what goes out as asked', [at(null), at('2026-12-24T08:00:00Z')], []],
	[
		'midnight',
		[at('2026-12-23T22:00:00Z', 'meansMidnight')],
		[
			'Scheduled for 2026-12-24 00:00 Africa/Johannesburg (2026-12-23 22:00 GMT): a date without a time of day means midnight. Write the time as in 2026-12-24 10:00.',
		],
	],
	[
		'an empty time',
		[at(null, 'isEmpty'), at(null, 'isEmpty')],
		[
			"'Scheduled At' is empty for 2 messages, which means at once. Enter a time, or remove the option.",
		],
	],
	[
		'a past time',
		[at(null, 'wasPast')],
		[
			"'Scheduled At' had passed for 1 message, and 'If Scheduled Time Is Past' is set to send at once.",
		],
	],
	[
		'a time that the hours moved',
		[at('2026-11-21T06:00:00Z', 'outsideHours')],
		[
			"Scheduled for 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		],
	],
])('says %s', (_, timings, hints) => expect(shown(timings)).toEqual(hints));

it("warns of an hour that the gateway's clock shows twice", () => {
	// In Berlin the clocks go from 3:00 to 2:00 on 2026-10-25.
	const twice =
		"The gateway's clock shows 2026-10-25 02:30 Europe/Berlin twice, so a message for that hour may go out an hour early or late.";
	expect(shown([at('2026-10-25T00:30:00Z')], 'Europe/Berlin')).toEqual([twice]);
	expect(shown([at('2026-10-25T01:30:00Z')], 'Europe/Berlin')).toEqual([twice]);
	expect(shown([at('2026-10-25T02:30:00Z')], 'Europe/Berlin')).toEqual([]);
});

describe('the times of a run', () => {
	it('are the earliest three, each once', () => {
		const times = ['04', '02', '03', '02', '01'].map((hour) => at(`2026-11-21T${hour}:00:00Z`));
		expect(scheduleHint(times, 'UTC')).toBe(
			'Scheduled for 2026-11-21 01:00 UTC; 2026-11-21 02:00 UTC; 2026-11-21 03:00 UTC and other times.',
		);
		expect(scheduleHint([at(null)], 'UTC')).toBeUndefined();
	});

	it('are the first and the last where Messages per Minute spreads them', () => {
		const [first, last] = [at('2026-11-20T17:58:00Z'), at('2026-11-21T06:00:00Z', 'paced')];
		expect(scheduleHint([last, first], ZONE)).toBe(
			"'Messages per Minute' spreads the messages: the first go out at 2026-11-20 19:58 Africa/Johannesburg (2026-11-20 17:58 GMT), the last at 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT).",
		);
		expect(scheduleHint([at(null), first, last], ZONE)).toMatch(
			/^'Messages per Minute' spreads the messages: the first go out at once, the last at 2026-11-21 08:00 /,
		);
	});
});
