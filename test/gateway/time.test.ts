import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	clockIn,
	isTimeZone,
	readSchedule,
	toIso,
} from '../../nodes/MessagingGateway/gateway/specification/time';

const wire = (value: unknown, zone = 'UTC'): string | null => {
	const moment = readSchedule(value, zone);
	return moment && clockIn('UTC').write(toIso(moment));
};

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
	])('takes %s in %s for %s GMT', (text, zone, expected) => {
		expect(wire(text, zone)).toBe(expected);
	});

	it('rounds seconds up, as the gateway knows minutes only', () => {
		expect(wire('2026-11-20T10:15:01Z')).toBe('202611201016');
		expect(wire('2026-11-20T10:15:59.999Z')).toBe('202611201016');
	});

	it('leaves out milliseconds where there are no seconds, as in $now.set({ second: 0 })', () => {
		expect(wire('2026-11-20T10:15:00.873Z')).toBe('202611201015');
	});

	it('takes a JavaScript Date', () => {
		expect(wire(new Date('2026-11-20T10:15:00Z'), 'Africa/Johannesburg')).toBe('202611201015');
	});

	it('takes a Luxon DateTime', () => {
		const moment = DateTime.fromISO('2026-11-20T10:15', { zone: 'Africa/Johannesburg' });
		expect(wire(moment, 'America/New_York')).toBe('202611200815');
	});

	it('takes the offsets that exist', () => {
		expect(wire('2026-11-20T10:15:00+14:00')).toBe('202611192015');
		expect(wire('2026-11-20T10:15:00-12:00')).toBe('202611202215');
	});

	it('takes what n8n makes of a Luxon DateTime', () => {
		const moment = DateTime.fromISO('2026-11-20T10:15', { zone: 'Africa/Johannesburg' });
		expect(wire(moment.toString())).toBe('202611200815');
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
		// In GMT, or rounded up, the year has five digits.
		['9999-12-31T23:59:59'],
		['9999-12-31T23:30:00-01:00'],
		// So it has on the clock of a gateway that is ahead of GMT.
		['9999-12-31T12:00:00Z'],
	])('does not guess what %p means', (value) => {
		expect(wire(value)).toBeNull();
	});
});

describe("the gateway's clock", () => {
	it.each([
		['UTC', '202611200815', '2026-11-20T08:15:00Z'],
		['Africa/Johannesburg', '202611201015', '2026-11-20T08:15:00Z'],
		['Africa/Johannesburg', '202612010130', '2026-11-30T23:30:00Z'],
		['Asia/Kolkata', '202611201345', '2026-11-20T08:15:00Z'],
		['Pacific/Chatham', '202611202200', '2026-11-20T08:15:00Z'],
		// New York leaves summer time on 1 November 2026 and enters it on 8 March 2026.
		['America/New_York', '202610310900', '2026-10-31T13:00:00Z'],
		['America/New_York', '202611010030', '2026-11-01T04:30:00Z'],
		['America/New_York', '202611010230', '2026-11-01T07:30:00Z'],
		['America/New_York', '202611020900', '2026-11-02T14:00:00Z'],
		['America/New_York', '202603080130', '2026-03-08T06:30:00Z'],
		['America/New_York', '202603080330', '2026-03-08T07:30:00Z'],
	])('in %s shows %s at %s', (zone, written, iso) => {
		const clock = clockIn(zone);
		expect(clock.read(written)).toBe(iso);
		expect(clock.write(iso)).toBe(written);
	});

	it('reads times with seconds too', () => {
		expect(clockIn('UTC').read('2026/11/20 08:15:42')).toBe('2026-11-20T08:15:42Z');
		expect(clockIn('Africa/Johannesburg').read('2026/11/20 08:15:42')).toBe('2026-11-20T06:15:42Z');
	});

	it('takes the first of two times that look the same, when summer time ends', () => {
		const clock = clockIn('America/New_York');
		expect(clock.read('202611010130')).toBe('2026-11-01T05:30:00Z');
		expect(clock.write('2026-11-01T05:30:00Z')).toBe('202611010130');
		expect(clock.write('2026-11-01T06:30:00Z')).toBe('202611010130');
	});

	it('reads a time that it skips, when summer time begins, as the one after the gap', () => {
		expect(clockIn('America/New_York').read('202603080230')).toBe('2026-03-08T07:30:00Z');
	});

	it('reads what it wrote, in every zone and at every time of a year', () => {
		const minuteOf2026 = fc.integer({ min: 0, max: 365 * 24 * 60 - 1 });
		const zones = ['Africa/Casablanca', 'America/St_Johns', 'Australia/Lord_Howe', 'Europe/Kyiv'];
		fc.assert(
			fc.property(minuteOf2026, fc.constantFrom(...zones), (minute, zone) => {
				const iso = toIso(DateTime.fromISO('2026-01-01T00:00:00Z').plus({ minutes: minute }));
				const clock = clockIn(zone);
				const written = clock.write(iso);
				const read = clock.read(written) ?? '';
				expect(clock.write(read)).toBe(written);
				const isShownTwice = DateTime.fromISO(iso, { zone }).getPossibleOffsets().length > 1;
				if (!isShownTwice) expect(read).toBe(iso);
			}),
			{ numRuns: 300 },
		);
	});

	it.each([
		['2026112008'],
		['20261120081542'],
		['202613200815'],
		['202602300815'],
		['202611202460'],
		['soon'],
		[''],
	])('does not guess what %j means', (text) => {
		expect(clockIn('UTC').read(text)).toBeUndefined();
		expect(clockIn('Africa/Johannesburg').read(text)).toBeUndefined();
	});

	it('is in a zone that exists', () => {
		expect(['UTC', 'Africa/Johannesburg', 'Europe/Kyiv'].every(isTimeZone)).toBe(true);
		expect(['', 'GMT+2', 'South Africa', 'Africa/Pretoria', 'local'].some(isTimeZone)).toBe(false);
	});
});
