import { MAX_IDS_PER_QUERY } from '../../specification/limits';
import type { IdCall, RawStatus } from '../interface';
import { plainId } from '../words';
import { readPairs, reasonIn } from './pairs';
import { get } from './request';

/** Asks for the status of messages (protocol, "GET /requestbatch.asp"). */
export const getStatus: IdCall<RawStatus> = {
	limit: MAX_IDS_PER_QUERY,
	request: (questions) =>
		get('/requestbatch.asp', {
			// The list must end with a semicolon.
			messageid: questions.map(({ id }) => `${id};`).join(''),
		}),
	read: (answer) => {
		const pairs = readPairs(answer, withoutCode);
		return {
			rows: pairs.map(([messageId, value]) => toStatus(messageId, value)),
			reason: reasonIn(answer),
		};
	},
};

/** A code that was cut looks like another one. */
const withoutCode = (value: string): string | undefined =>
	/^NOTFOUND$|^(?:[^;]*;){3}/i.exec(value)?.[0];

/** Reads four parts: status, date, time and code. NOTFOUND has no others. */
function toStatus(messageId: string, value: string): RawStatus {
	const [status = '', date = '', time = '', code = ''] = value
		.split(';')
		.map((facet) => facet.trim());
	return {
		messageId: plainId(messageId),
		status: status.toUpperCase(),
		dateTime: `${date} ${time}`.trim(),
		code: /^-?\d+$/.test(code) ? Number(code) : null,
	};
}
