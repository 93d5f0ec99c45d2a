import {
	FAILURES,
	failureOfStatus,
	type FailureKind,
} from '../../../nodes/MessagingGateway/gateway/exchange/failures';

/** Whether the request may have taken effect, whether further ones would fail too, and what must change. */
const TABLE = `
	noCredential         no   stops  time      without access
	unknownService       no   stops  settings  without access
	addressWithoutHttps  no   stops  settings  without access
	fileAsAddress        no   stops  settings  without access
	invalidAddress       no   stops  settings  without access
	invalidPrefix        no   stops  settings  without access
	invalidTimeZone      no   stops  settings  without access
	hostNotFound         no   stops  time      without access
	connectionRefused    no   stops  time      without access
	hostUnreachable      no   stops  time      without access
	certificate          no   stops  settings  without access
	notEncrypted         no   stops  settings  without access
	blocked              no   stops  settings  without access
	wrongLogin           no   stops  login     without access, 401
	accountLocked        no   stops  settings  403
	requestRefused       no   goes on  settings  400
	notFound             no   stops  settings
	httpRefused          no   stops  settings
	proxyRefused         maybe  stops  settings
	redirected           maybe  stops  settings
	httpFailed           maybe  stops  time
	tooLongForQuery      no   goes on  settings
	notMentioned         maybe  stops  time
	serverTrouble        maybe  stops  time
	timedOut             maybe  stops  time  504
	connectionBroken     maybe  stops  time
	skipped              maybe  stops  time
	stopped              no   stops  time
	notRecorded          no   stops  time
	outOfTime            no   stops  time
	tooLarge             maybe  stops  time
	unexpected           maybe  stops  time
	empty                maybe  stops  time
	unreadable           maybe  stops  time`;

const rows = TABLE.trim()
	.split('\n')
	.map((line) => line.trim().split(/\s{2,}/) as [FailureKind, ...string[]]);

it('every failure is in the table', () => {
	expect(rows.map(([kind]) => kind)).toEqual(Object.keys(FAILURES));
});

it.each(rows)('%s: %s, %s, %s', (kind, effect, run, remedy, rest = '') => {
	const [httpCode = null] = /\d{3}/.exec(rest) ?? [];
	expect(FAILURES[kind]).toEqual({
		message: expect.stringMatching(/^.{10}/) as string,
		advice: expect.stringMatching(/^.{10}/) as string,
		mayHaveTakenEffect: effect === 'maybe',
		stopsRun: run === 'stops',
		noAccess: rest.startsWith('without access'),
		remedy,
		httpCode,
	});
});

it.each([
	[200, false, undefined, true],
	[299, false, undefined, true],
	[199, false, 'httpFailed', true],
	[300, false, 'redirected', true],
	[399, false, 'redirected', true],
	[400, false, 'httpFailed', true],
	[401, false, 'httpRefused', true],
	[403, false, 'httpRefused', true],
	[403, true, 'proxyRefused', true],
	[404, true, 'notFound', true],
	[405, false, 'httpRefused', true],
	[407, false, 'httpRefused', true],
	[413, false, 'httpRefused', false],
	[414, false, 'httpRefused', false],
	[415, false, 'httpFailed', true],
])('HTTP %i, from a proxy: %j, is %s', (status, byProxy, kind, stopsRun) => {
	expect(failureOfStatus({ status, byProxy })).toEqual(
		kind === undefined ? null : expect.objectContaining({ kind, stopsRun, httpCode: `${status}` }),
	);
});
