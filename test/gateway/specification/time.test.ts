import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	clockIn,
	isTimeZone,
	toIso,
} from '../../../nodes/MessagingGateway/gateway/specification/time';

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
