import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { SendOutcome } from '../../../../nodes/MessagingGateway/gateway/operations/send';
import { groupBy, inBatches } from '../../../../nodes/MessagingGateway/gateway/specification/lists';
import { lookingAgain } from '../../../../nodes/MessagingGateway/actions/message/outgoing/lookAgain';
import { Plan } from '../../../../nodes/MessagingGateway/actions/message/schedule/plan';
import {
	timingReader,
	type Timing,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';
import { isProblem } from '../../../../nodes/MessagingGateway/actions/message/problem';
import { runs } from '../../../support/runs';

let now: number;
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));

/**
 * Sends messages, by number from 0, in requests of at most so many, and gives when each left and what
 * became of it.
 *
 * @param latency how long the next request takes until it is carried out, in milliseconds
 */
async function send(asked: Timing[], perMinute: number, size: number, latency: () => number) {
	const plan = new Plan(perMinute);
	const planned = asked.flatMap((wish, index) => {
		const timing = plan.schedule(wish);
		if (isProblem(timing)) return [];
		const message = { number: String(index), text: 'Hi', schedule: timing.scheduledAt };
		return { ...timing, message };
	});
	const guard = lookingAgain(plan, planned);
	const messages = planned.map(({ message }) => message);
	const left = new Map<string, number>();
	const outcomes: SendOutcome[] = [];
	for (const group of groupBy(messages, ({ schedule }) => schedule).values()) {
		for (const batch of inBatches(group, size)) {
			const settled = await guard(batch, async (some) => {
				now += latency();
				for (const { number, schedule } of some) {
					expect(left.has(number)).toBe(false);
					left.set(number, Math.max(now, schedule === null ? 0 : Date.parse(schedule)));
				}
				return some.map(() => ({ result: 'ACCEPTED' }) as SendOutcome);
			});
			outcomes.push(...settled);
		}
	}
	return { left, outcomes };
}

const until = (time: string): IDataObject => ({
	sendBetween: { values: { from: '00:00', until: time, days: [1, 2, 3, 4, 5, 6, 7] } },
});
const closed = { ...until('00:11'), outsideHours: 'doNotSend' };
const AT_NIGHT = '2026-11-20T00:09:30';

describe('before each request the hours are looked at again', () => {
	// Times in Johannesburg. A request needs the next minute too, as it may take one.
	it.each<[string, string, number, IDataObject[], number, number, Record<string, number>]>([
		[
			'what would leave after they have closed is scheduled for the next opening',
			AT_NIGHT,
			28,
			Array(6).fill(until('00:11')),
			Infinity,
			2,
			{ '2026-11-20T00:09:58': 2, '2026-11-20T00:10:26': 2, '2026-11-21T00:00:00': 2 },
		],
		[
			'what would leave after they have closed is not sent, if so chosen',
			AT_NIGHT,
			28,
			Array(6).fill(closed),
			Infinity,
			2,
			{ '2026-11-20T00:09:58': 2, '2026-11-20T00:10:26': 2 },
		],
		[
			'a time that has passed meanwhile counts as at once, as the gateway sends it then',
			'2026-11-20T19:57:10',
			28,
			Array(6).fill(until('20:00')),
			2,
			1,
			{
				'2026-11-20T19:57:38': 1,
				'2026-11-20T19:58:06': 1,
				'2026-11-20T19:58:34': 1,
				'2026-11-20T19:59:02': 1,
				'2026-11-21T00:00:00': 2,
			},
		],
		[
			'each message of a request has its own',
			'2026-11-20T19:58:50',
			20,
			[...Array(3).fill('20:00'), '23:00', '20:00', '21:00'].map(until),
			Infinity,
			3,
			{ '2026-11-20T19:59:10': 3, '2026-11-20T19:59:30': 2, '2026-11-21T00:00:00': 1 },
		],
	])('%s', async (_, time, latency, options, perMinute, size, expected) => {
		now = Date.parse(`${time}+02:00`);
		const timingOf = timingReader('Africa/Johannesburg');
		const asked = options.map((one) => timingOf(one) as Timing);
		const { left } = await send(asked, perMinute, size, () => latency * 1000);
		const times = [...left.values()].map((at) =>
			new Date(at + 2 * 3600_000).toISOString().slice(0, 19),
		);
		const counts = [...groupBy(times, (at) => at)].map(([at, { length }]) => [at, length]);
		expect(Object.fromEntries(counts)).toEqual(expected);
	});

	it('what is not sent says why', async () => {
		now = Date.parse(`${AT_NIGHT}+02:00`);
		const timing = timingReader('Africa/Johannesburg')(closed) as Timing;
		const { outcomes } = await send([timing, timing], Infinity, 1, () => 60_000);
		expect(outcomes).toMatchObject([
			{ result: 'ACCEPTED' },
			{
				result: 'NOT_SENT',
				description: "Not sent. 'Send Between' or 'Closed Dates' do not allow this time",
				submittedAt: null,
			},
		]);
	});
});

describe('any run of requests that take up to a minute', () => {
	const ZONES = ['Africa/Johannesburg', 'Europe/Berlin', 'Australia/Lord_Howe'];
	/** What a clock on the wall shows, as JavaScript has it. */
	const wall = (time: number, zone: string): string =>
		new Date(time).toLocaleTimeString('sv-SE', { timeZone: zone }).slice(0, 5);

	const cases = fc
		.record({
			zone: fc.constantFrom(...ZONES),
			// Around the ends of summer time in Berlin and Lord Howe, and a time without a change.
			date: fc.constantFrom('2026-10-24T12:00Z', '2026-10-03T06:00Z', '2026-11-20T06:00Z'),
			seconds: fc.nat(24 * 3600),
			opensBefore: fc.integer({ min: 1, max: 600 }),
			closesAfter: fc.integer({ min: -1, max: 8 }),
			outsideHours: fc.constantFrom('schedule', 'doNotSend'),
			perMinute: fc.constantFrom(1, 3, Infinity),
			latencies: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 12, maxLength: 12 }),
		})
		.map(({ date, seconds, opensBefore, closesAfter, ...rest }) => {
			const start = Date.parse(date) + seconds * 1000;
			const from = wall(start - opensBefore * 60_000, rest.zone);
			const closes = wall(start + closesAfter * 60_000, rest.zone);
			return { ...rest, start, window: { from, until: closes, days: [1, 2, 3, 4, 5, 6, 7] } };
		})
		.filter(({ window: { from, until: closes } }) => from !== closes);

	const isInside = (shown: string, { from, until: closes }: { from: string; until: string }) =>
		from < closes ? from <= shown && shown < closes : from <= shown || shown < closes;

	it('sends nothing outside the hours, and each message once', async () => {
		const property = fc.asyncProperty(cases, async (given) => {
			const { zone, start, window, outsideHours, perMinute, latencies } = given;
			now = start;
			const options = { sendBetween: { values: window }, outsideHours };
			const asked = timingReader(zone)(options) as Timing;
			const times = latencies.values();
			const all = latencies.map(() => asked);
			const { left } = await send(all, perMinute, 3, () => times.next().value ?? 0);
			const outside = [...left.values()].filter((time) => !isInside(wall(time, zone), window));
			expect(outside.map((time) => new Date(time).toISOString())).toEqual([]);
			if (outsideHours === 'schedule') expect(left.size).toBe(latencies.length);
		});
		await fc.assert(property, { numRuns: runs(500) });
	});
});
