import { MAX_IDS_PER_QUERY } from '../../specification/limits';
import type { IdCall, RawStatus } from '../interface';
import { readPairs, refusalOf } from './pairs';
import { get } from './request';

/** Asks for the status of messages (protocol, "GET /requestbatch.asp"). */
export const getStatus: IdCall<RawStatus> = {
	limit: MAX_IDS_PER_QUERY,
	request: (questions) =>
		get('/requestbatch.asp', {
			// The list must end with a semicolon.
			messageid: questions.map(({ messageId }) => `${messageId};`).join(''),
		}),
	read: (answer) => {
		const refusal = refusalOf(answer);
		if (refusal) return { rows: [], refusal };
		const pairs = readPairs(answer).filter(([name]) => /^\d+$/.test(name));
		return { rows: pairs.map(([messageId, value]) => toStatus(messageId, value)) };
	},
};

/** Reads four parts: status, date, time and code. NOTFOUND has no others. */
function toStatus(messageId: string, value: string): RawStatus {
	const [status = '', date = '', time = '', code = ''] = value
		.split(';')
		.map((facet) => facet.trim());
	return {
		messageId,
		status: status.toUpperCase(),
		dateTime: `${date} ${time}`.trim(),
		code: /^-?\d+$/.test(code) ? Number(code) : null,
	};
}
