/** The codes of a message that was not delivered (specification: Status codes). */
export const FAILURES = {
	101: 'expired in transit',
	102: 'cancelled before delivery',
	103: 'could not be delivered',
	107: 'rejected',
	111: 'could not be sent',
	201: 'insufficient credits',
	202: 'account is locked',
	211: 'too long',
	212: 'recipient has opted out',
	213: 'unknown reason',
	214: 'number is blacklisted',
};

const SENT = {
	100: 'no delivery report yet',
	105: 'accepted for delivery',
	106: 'delivery status not known',
};

/** The phases that the outbox can be filtered by. */
export const PHASES = {
	waiting: 'Waiting',
	sent: 'Sent',
	delivered: 'Delivered',
	failed: 'Failed',
	gone: 'Not found',
};

/** Which phase a message is in. */
export function phaseOf({ status, code }) {
	if (status === 'DELIVERED') return 'delivered';
	if (status === 'SENT') return 'sent';
	if (status === 'SENDINGFAILED' || status === 'FAIL') return 'failed';
	return code === -1 ? 'waiting' : 'gone';
}

/** The status of a message in words: a name, and a detail. `now` is in milliseconds since 1970. */
export function statusWords(message, now) {
	const { deleted, scheduledAt, code } = message;
	const phase = phaseOf(message);
	if (deleted) return ['Deleted', 'credits refunded'];
	if (phase === 'waiting' && scheduledAt)
		return ['Scheduled', `for ${shortTime(scheduledAt, now)}`];
	if (phase === 'waiting') return ['Queued', ''];
	if (phase === 'sent') return ['Sent', SENT[code] ?? ''];
	if (phase === 'failed') return ['Failed', FAILURES[code] ?? ''];
	return [PHASES[phase], ''];
}

const formatsOf = (timeZone) => {
	const format = (options) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
	return {
		timeZone,
		day: format({ day: 'numeric', month: 'short' }),
		date: format({ day: 'numeric', month: 'short', year: 'numeric' }),
		year: format({ year: 'numeric' }),
		time: format({ timeStyle: 'medium' }),
		minute: format({ timeStyle: 'short' }),
	};
};

/** Making a format takes long, so each is made once. */
let formats = formatsOf('UTC');

/** Shows all times on the clock of a zone from now on. */
export function showZone(timeZone) {
	if (timeZone !== formats.timeZone) formats = formatsOf(timeZone);
}

/** The zone in words. */
export const zoneName = () => (formats.timeZone === 'UTC' ? 'GMT' : formats.timeZone);

/** `20 Nov 2026` of an ISO time. */
export const dateOf = (iso) => formats.date.format(new Date(iso));

/** `08:00:12` of an ISO time. */
export const timeOf = (iso) => formats.time.format(new Date(iso));

/** `20 Nov 08:00` of an ISO time; with the year if it is not that of `now`. */
function shortTime(iso, now) {
	const time = new Date(iso);
	const isThisYear = formats.year.format(time) === formats.year.format(now);
	const date = isThisYear ? formats.day : formats.date;
	return `${date.format(time)} ${formats.minute.format(time)}`;
}

/** `1 message`, `10,000 messages`. */
export const counted = (count, noun) =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
