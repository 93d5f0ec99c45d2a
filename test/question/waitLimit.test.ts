import { readWaitLimit } from '../../nodes/MessagingGateway/question/waitLimit';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T08:00:00Z');
const ZONE = 'Africa/Johannesburg';

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const read = (values: object) => readWaitLimit({ values }, ZONE);
const interval = (resumeAmount: unknown, resumeUnit: string) =>
	read({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
const time = (maxDateAndTime: unknown) => read({ limitType: 'atSpecifiedTime', maxDateAndTime });

it('without the option there is no end', () => {
	expect(readWaitLimit(undefined, ZONE).toISOString()).toBe('3000-01-01T00:00:00.000Z');
	expect(readWaitLimit({}, ZONE).toISOString()).toBe('3000-01-01T00:00:00.000Z');
});

it.each([
	[45, 'minutes', 0.75 * HOUR],
	[0.5, 'hours', HOUR / 2],
	['2', 'days', 48 * HOUR],
])('%s %s from now', (amount, unit, milliseconds) => {
	expect(interval(amount, unit).getTime()).toBe(NOW + milliseconds);
});

it("is a time in the workflow's zone, or in the one that it names", () => {
	expect(time('2099-06-01T12:00:00').toISOString()).toBe('2099-06-01T10:00:00.000Z');
	expect(time('2099-06-01T12:00:00Z').toISOString()).toBe('2099-06-01T12:00:00.000Z');
});

it.each([
	[() => interval(0, 'hours'), '\'Amount\' is "0", not a time to wait'],
	[() => interval(-1, 'hours'), '\'Amount\' is "-1", not a time to wait'],
	[() => interval(1e15, 'hours'), '\'Amount\' is "1000000000000000", not a time to wait'],
	[
		() => time(''),
		"'Max Date and Time' is empty. Choose a time in the field, or type it with its seconds, as 2026-12-24 10:00:00",
	],
	[
		() => time('2026-11-20T08:00:00Z'),
		'\'Max Date and Time\' is "2026-11-20T08:00:00Z", which has passed',
	],
])('an end that nobody could keep is refused: %#', (reading, message) => {
	expect(reading).toThrow(message);
});
