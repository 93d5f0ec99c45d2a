import type { Fault } from './faults';

const HTML = '<html><body><h1>Service unavailable</h1></body></html>';

/** The faults that the page offers, by their names. */
export const FAULT_CHOICES: Readonly<Record<string, Fault>> = {
	'Dropped before the work': { drop: 'before' },
	'Dropped after the work': { drop: 'after' },
	'Cut in half': { truncateAt: 0.5 },
	'5 seconds late': { delayMs: 5000 },
	'2 minutes late': { delayMs: 120_000 },
	'HTTP 401, work not done': { status: 401, skipWork: true, body: '' },
	'HTTP 500, work done': { status: 500, body: '' },
	'HTTP 503 with a page, work not done': { status: 503, skipWork: true, body: HTML },
	'HTTP 200 with a page, work not done': { skipWork: true, body: HTML },
	'Empty, work done': { body: '' },
	'Redirected, work not done': { redirectTo: '/elsewhere', skipWork: true },
};
