import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { SendOutcome } from '../../../../nodes/MessagingGateway/gateway/operations/send';
import { inBatches } from '../../../../nodes/MessagingGateway/gateway/specification/lists';
import { Plan, whileOpen } from '../../../../nodes/MessagingGateway/actions/message/schedule/plan';
import {
	timingReader,
	type Timing,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';
import { isProblem } from '../../../../nodes/MessagingGateway/actions/message/problem';
import { runs } from '../../../support/runs';

let now: number;
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));

/**
 * Sends messages in requests of at most so many, and gives the time at which each goes out, or why it does
 * not.
 *
 * @param latency how long the next request takes until it is carried out, in milliseconds
 */
async function send(asked: Timing[], perMinute: number, size: number, latency: () => number) {
	const plan = new Plan(perMinute);
	const planned = asked.flatMap((wish) => {
		const timing = plan.schedule(wish);
		if (isProblem(timing)) return [];
		return { ...timing, message: { number: '1', text: 'Hi', schedule: timing.scheduledAt } };
	});
	const guard = whileOpen(planned);
	const gone: Array<number | string> = [];
	for (const batch of inBatches(
		planned.map(({ message }) => message),
		size,
	)) {
		const outcomes = await guard(batch, async (some) => {
			now += latency();
			for (const { schedule } of some) {
				gone.push(Math.max(now, schedule === null ? 0 : Date.parse(schedule)));
			}
			return some.map(() => ({ result: 'ACCEPTED' }) as SendOutcome);
		});
		gone.push(
			...outcomes.flatMap(({ result, description }) => (result === 'NOT_SENT' ? description : [])),
		);
	}
	return gone;
}

const ENDED =
	"Not sent. The hours of 'Send Between' had ended. Run the workflow again for what was not sent";
const until = (time: string): IDataObject => ({
	sendBetween: { values: { from: '00:00', until: time, days: [1, 2, 3, 4, 5, 6, 7] } },
});

describe('a run ends when its hours have', () => {
	// Times in Johannesburg. A request needs the next minute too, as it may take one.
	it.each<[string, string, IDataObject[], number, number, Array<string>]>([
		[
			'what would leave after they have closed is not sent',
			'00:09:30',
			Array(5).fill(until('00:11')),
			Infinity,
			2,
			['00:09:58', '00:09:58', '00:10:26', '00:10:26', ENDED],
		],
		[
			'a time that has passed meanwhile counts as at once, as the gateway sends it then',
			'19:57:10',
			Array(5).fill(until('20:00')),
			2,
			1,
			['19:57:38', '19:58:06', '19:58:34', '19:59:02', ENDED],
		],
		[
			'each message of a request has its own',
			'19:58:50',
			[...Array(3).fill('20:00'), '23:00', '20:00', '21:00'].map(until),
			Infinity,
			3,
			['19:59:18', '19:59:18', '19:59:18', '19:59:46', '19:59:46', ENDED],
		],
	])('%s', async (_, time, options, perMinute, size, expected) => {
		now = Date.parse(`2026-11-20T${time}+02:00`);
		const timingOf = timingReader('Africa/Johannesburg');
		const asked = options.map((one) => timingOf(one) as Timing);
		const gone = await send(asked, perMinute, size, () => 28_000);
		expect(
			gone.map((at) =>
				typeof at === 'string' ? at : new Date(at + 2 * 3600_000).toISOString().slice(11, 19),
			),
		).toEqual(expected);
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

	it('sends nothing outside the hours, and says what became of each message', async () => {
		const property = fc.asyncProperty(cases, async (given) => {
			const { zone, start, window, outsideHours, perMinute, latencies } = given;
			now = start;
			const options = { sendBetween: { values: window }, outsideHours };
			const asked = timingReader(zone)(options) as Timing;
			const times = latencies.values();
			const all = latencies.map(() => asked);
			const gone = await send(all, perMinute, 3, () => times.next().value ?? 0);
			const outside = gone.filter(
				(at) => typeof at === 'number' && !isInside(wall(at, zone), window),
			);
			expect(outside.map((at) => new Date(at).toISOString())).toEqual([]);
			if (outsideHours === 'schedule') expect(gone).toHaveLength(latencies.length);
		});
		await fc.assert(property, { numRuns: runs(500) });
	});
});
