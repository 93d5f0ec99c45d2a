import { DateTime } from 'luxon';
import { readSchedule } from '../../nodes/MessagingGateway/fields/moment';
import { clockIn, toIso } from '../../nodes/MessagingGateway/gateway/specification/time';

const wire = (value: unknown, zone = 'UTC'): string | null => {
	const moment = readSchedule(value, zone);
	return moment && clockIn('UTC').write(toIso(moment));
};

const NOON = DateTime.fromISO('2026-11-20T12:00', { zone: 'Africa/Johannesburg' });

describe('reading a scheduled time', () => {
	it.each([
		['2026-11-20T10:15:00', 'Africa/Johannesburg', '202611200815'],
		['2026-11-20 10:15:00', 'Africa/Johannesburg', '202611200815'],
		['2026-11-20T10:15', 'UTC', '202611201015'],
		['2026-11-20T10:15:00Z', 'Africa/Johannesburg', '202611201015'],
		['2026-11-20T10:15:00.000+02:00', 'America/New_York', '202611200815'],
		// New York leaves summer time on 1 November 2026 and enters it on 8 March 2026.
		['2026-10-31T09:00:00', 'America/New_York', '202610311300'],
		['2026-11-02T09:00:00', 'America/New_York', '202611021400'],
		['2026-03-07T09:00:00', 'America/New_York', '202603071400'],
		['2026-03-09T09:00:00', 'America/New_York', '202603091300'],
		// It has 01:30 twice, and skips 02:30.
		['2026-11-01T01:30:00', 'America/New_York', '202611010530'],
		['2026-03-08T02:30:00', 'America/New_York', '202603080730'],
		['2026-11-01T09:00:00', 'Africa/Johannesburg', '202611010700'],
		['2026-12-31T23:59:01', 'UTC', '202701010000'],
		['9999-12-31T09:00:00Z', 'UTC', '999912310900'],
		// The gateway knows minutes only.
		['2026-11-20T10:15:01Z', 'UTC', '202611201016'],
		['2026-11-20T10:15:59.999Z', 'UTC', '202611201016'],
		// As $now.set({ second: 0 }) leaves it.
		['2026-11-20T10:15:00.873Z', 'UTC', '202611201015'],
		// The offsets that exist.
		['2026-11-20T10:15:00+14:00', 'UTC', '202611192015'],
		['2026-11-20T10:15:00-12:00', 'UTC', '202611202215'],
		[new Date('2026-11-20T10:15:00Z'), 'Africa/Johannesburg', '202611201015'],
		[NOON, 'America/New_York', '202611201000'],
		[NOON.toString(), 'America/New_York', '202611201000'],
	])('takes %s in %s for %s GMT', (text, zone, expected) => {
		expect(wire(text, zone)).toBe(expected);
	});

	it.each([
		[''],
		['tomorrow'],
		['2026'],
		['10:15'],
		['202611201015'],
		['2026-13-01T10:15:00'],
		['2026-11-20T25:15:00'],
		['2026-11-20T10:15 or so'],
		['20/11/2026 10:15'],
		[1795169700000],
		[undefined],
		[{}],
		['12026-11-20T10:15:00'],
		[null],
		[new Date(Number.NaN)],
		[DateTime.fromFormat('soon', 'yyyy')],
		['2026-11-20T10:15:00+99:00'],
		['2026-11-20T10:15:00-15:00'],
		['2026-11-20 10:15:00 +15:00'],
		// In GMT, or rounded up, the year has five digits.
		['9999-12-31T23:59:59'],
		['9999-12-31T23:30:00-01:00'],
		// So it has on the clock of a gateway that is ahead of GMT.
		['9999-12-31T12:00:00Z'],
	])('does not guess what %p means', (value) => {
		expect(wire(value)).toBeNull();
	});
});
