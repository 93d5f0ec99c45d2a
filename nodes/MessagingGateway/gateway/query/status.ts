import { saysWrongLogin } from '../answers';
import { failure } from '../failures';
import { READ_TIMEOUT } from '../limits';
import type { RawStatus, StatusReader } from '../status';
import { readPairs } from './pairs';

/** The query interface's side of batch status (spec, "GET /requestbatch.asp"). */
export const queryStatusReader: Omit<StatusReader, 'limit'> = {
	request: (questions) => ({
		method: 'GET',
		path: '/requestbatch.asp',
		// The list must end with a semicolon.
		parameters: { messageid: questions.map(({ messageId }) => `${messageId};`).join('') },
		timeout: READ_TIMEOUT,
	}),
	read: (answer, asked) => {
		if (saysWrongLogin(answer.body)) return { statuses: [], refusal: failure('wrongLogin') };
		const pairs = readPairs(answer, asked).filter(([name]) => /^\d+$/.test(name));
		return { statuses: pairs.map(([messageId, value]) => toStatus(messageId, value)) };
	},
};

/** Four facets: status, date, time and code; NOTFOUND comes alone. */
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
