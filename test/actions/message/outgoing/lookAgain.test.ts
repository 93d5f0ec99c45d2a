import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import type { IncomingMessage } from 'node:http';
import type { SendOutcome } from '../../../../nodes/MessagingGateway/gateway/operations/send';
import { groupBy, inBatches } from '../../../../nodes/MessagingGateway/gateway/specification/lists';
import { lookingAgain } from '../../../../nodes/MessagingGateway/actions/message/outgoing/lookAgain';
import { Plan } from '../../../../nodes/MessagingGateway/actions/message/schedule/plan';
import {
	timingReader,
	type Timing,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';
import { isProblem } from '../../../../nodes/MessagingGateway/actions/message/problem';
import { createSimulator } from '../../../../simulator/simulator';
import type { ShownMessage } from '../../../../simulator/shown';
import { execute, type Run } from '../../../support/context';
import { runs } from '../../../support/runs';
import { ProcessedStore } from '../../../support/store';

jest.setTimeout(30_000);

/** A gateway on whose clock each request takes `latency` seconds before it is carried out. */
let gateway: FastifyInstance;
let url: string;
let latency: number;
let requests: number;
let now: number;

beforeAll(async () => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	now = Date.parse('2026-11-20T06:00Z');
	gateway = createSimulator({ speed: 1 });
	gateway.server.prependListener('request', ({ url: path }: IncomingMessage) => {
		if (path?.startsWith('/control')) return;
		requests += 1;
		now += latency * 1000;
	});
	url = await gateway.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => gateway.close());

beforeEach(async () => {
	const control = async (path: string, body: object) =>
		await fetch(`${url}/control/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const account = { id: 2001, login: 'shop', password: 'demo', credits: 20_000 };
	await control('reset', {});
	await control('seed', { accounts: [account] });
	requests = 0;
});

/** A time in Johannesburg. 2026-11-20 is a Friday. */
const isNow = (time: string): void => void (now = Date.parse(`${time}+02:00`));

const until = (time: string): IDataObject => ({ values: { from: '00:00', until: time } });

const numbers = (count: number): string =>
	Array.from({ length: count }, (_, index) => `27${821_000_000 + index}`).join();

async function send(parameters: IDataObject | IDataObject[], store?: ProcessedStore): Promise<Run> {
	const rows = [parameters].flat().map((row) => ({ numbers: '27821111111', text: 'Hi', ...row }));
	return await execute(url, 'message', 'send', rows, {
		timezone: 'Africa/Johannesburg',
		credentials: { user: 'shop', password: 'demo' },
		...(store && { store }),
	});
}

/** When messages left, in Johannesburg, and how many, as the gateway knows it. */
async function departures(): Promise<Record<string, number>> {
	const answer = await fetch(`${url}/control/messages`);
	const times = ((await answer.json()) as ShownMessage[]).map(({ scheduledAt, acceptedAt }) => {
		const left = Math.max(
			Date.parse(acceptedAt),
			scheduledAt === null ? 0 : Date.parse(scheduledAt),
		);
		return new Date(left + 2 * 3600_000).toISOString().slice(0, 19);
	});
	return Object.fromEntries(
		[...groupBy(times, (time) => time)].map(([time, { length }]) => [time, length]),
	);
}

describe('before each request the hours are looked at again', () => {
	it('and what would leave after they have closed is scheduled for the next opening', async () => {
		isNow('2026-11-20T00:09:30');
		latency = 28;
		const run = await send({ numbers: numbers(3000), options: { sendBetween: until('00:11') } });
		expect(await departures()).toEqual({
			'2026-11-20T00:09:58': 1000,
			'2026-11-20T00:10:26': 1000,
			'2026-11-21T00:00:00': 1000,
		});
		expect(run.json[1999]).toMatchObject({ result: 'ACCEPTED', scheduledAt: null });
		expect(run.json[2000]).toMatchObject({
			result: 'ACCEPTED',
			scheduledAt: '2026-11-20T22:00:00Z',
		});
		expect(run.hints.map(({ message }) => message)).toContain(
			"Scheduled for 2026-11-21 00:00 Africa/Johannesburg (2026-11-20 22:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		);
	});

	it('and what would leave after they have closed is not sent, if so chosen', async () => {
		isNow('2026-11-20T00:09:30');
		latency = 28;
		const options = { sendBetween: until('00:11'), outsideHours: 'doNotSend' };
		const run = await send({ numbers: numbers(3000), options });
		expect(await departures()).toEqual({
			'2026-11-20T00:09:58': 1000,
			'2026-11-20T00:10:26': 1000,
		});
		expect(requests).toBe(2);
		expect(run.json[2000]).toMatchObject({
			result: 'NOT_SENT',
			description: "Not sent. 'Send Between' or 'Closed Dates' do not allow this time",
			scheduledAt: null,
			submittedAt: null,
		});
	});

	it('and a time that has passed meanwhile counts as at once, as the gateway sends it then', async () => {
		isNow('2026-11-20T19:57:10');
		latency = 28;
		const options = { interface: 'query', messagesPerMinute: 2, sendBetween: until('20:00') };
		const texts = ['A', 'B', 'C', 'D', 'E', 'F'];
		await send(texts.map((text) => ({ text, options })));
		expect(await departures()).toEqual({
			'2026-11-20T19:57:38': 1,
			'2026-11-20T19:58:06': 1,
			'2026-11-20T19:58:34': 1,
			'2026-11-20T19:59:02': 1,
			'2026-11-21T00:00:00': 2,
		});
	});

	it('for each message of the request', async () => {
		isNow('2026-11-20T19:58:50');
		latency = 20;
		const hours = [until('23:00'), until('20:00'), until('21:00')];
		await send([
			{ numbers: numbers(1000), options: { sendBetween: until('20:00') } },
			...hours.map((sendBetween) => ({ options: { sendBetween } })),
		]);
		expect(await departures()).toEqual({
			'2026-11-20T19:59:10': 1000,
			'2026-11-20T19:59:30': 2,
			'2026-11-21T00:00:00': 1,
		});
	});

	it('and what was not sent for them can be sent by the next run, with Send Once', async () => {
		const options = {
			sendBetween: until('20:00'),
			outsideHours: 'doNotSend',
			sendOnce: true,
			reference: 'autumn',
			failWhen: 'never',
		};
		const store = new ProcessedStore();
		const people = numbers(2000).split(',');
		const accepted = async (time: string, some = people) => {
			isNow(time);
			const { json } = await send({ numbers: some, options }, store);
			return json.filter(({ result }) => result === 'ACCEPTED').length;
		};
		latency = 60;
		expect(await accepted('2026-11-20T19:58:00')).toBe(1000);
		expect(await accepted('2026-11-20T20:00:00')).toBe(0);
		expect(await accepted('2026-11-21T08:00:00', people.slice(1000))).toBe(1000);
		expect(await departures()).toEqual({
			'2026-11-20T19:59:00': 1000,
			'2026-11-21T08:01:00': 1000,
		});
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
			const plan = new Plan(perMinute);
			const planned = latencies.flatMap((_, index) => {
				const timing = plan.schedule(asked);
				if (isProblem(timing)) return [];
				const message = { number: String(index), text: 'Hi', schedule: timing.scheduledAt };
				return { ...timing, message };
			});
			const guard = lookingAgain(plan, planned);
			const messages = planned.map(({ message }) => message);
			const times = latencies.values();
			const left = new Map<string, number>();
			for (const group of groupBy(messages, ({ schedule }) => schedule).values()) {
				for (const batch of inBatches(group, 3)) {
					await guard(batch, async (some) => {
						now += times.next().value ?? 0;
						for (const { number, schedule } of some) {
							expect(left.has(number)).toBe(false);
							left.set(number, Math.max(now, schedule === null ? 0 : Date.parse(schedule)));
						}
						return some.map(() => ({ result: 'ACCEPTED' }) as SendOutcome);
					});
				}
			}
			const outside = [...left.values()].filter((time) => !isInside(wall(time, zone), window));
			expect(outside.map((time) => new Date(time).toISOString())).toEqual([]);
			if (outsideHours === 'schedule') expect(left.size).toBe(latencies.length);
		});
		await fc.assert(property, { numRuns: runs(500) });
	});
});
