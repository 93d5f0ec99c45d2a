import { MAX_IDS_PER_QUERY } from '../../specification/limits';
import type { IdCall, RawDeletion, RawStatus } from '../interface';
import { rawDeletion, rawStatus } from '../words';
import { get, readPairs, refusalIn } from './pairs';

/** Asks for the status of messages (protocol, "GET /requestbatch.asp"). */
export const getStatus: IdCall<RawStatus> = {
	limit: MAX_IDS_PER_QUERY,
	request: (questions) =>
		get('/requestbatch.asp', {
			// The list must end with a semicolon.
			messageid: questions.map(({ id }) => `${id};`).join(''),
		}),
	read: (answer) => ({
		rows: readPairs(answer, withoutCode).map(([messageId, value]) => {
			const facets = value.split(';').map((facet) => facet.trim());
			const [status = '', date = '', time = '', code = ''] = facets;
			return rawStatus(messageId, status, `${date} ${time}`.trim(), code);
		}),
		reason: refusalIn(answer),
	}),
};

/** A code that was cut looks like another one. */
const withoutCode = (value: string): string | undefined =>
	/^NOTFOUND$|^(?:[^;]*;){3}/i.exec(value)?.[0];

/** Deletes scheduled messages (protocol, "GET /deletescheduled.asp"). */
export const deleteScheduled: IdCall<RawDeletion> = {
	limit: MAX_IDS_PER_QUERY,
	request: (questions) =>
		get('/deletescheduled.asp', { messageid: questions.map(({ id }) => id).join(';') }),
	read: (answer) => {
		const pairs = readPairs(answer, (word) => (rawDeletion('', word).result ? word : undefined));
		return {
			rows: pairs.map(([messageId, word]) => rawDeletion(messageId, word)),
			reason: refusalIn(answer),
		};
	},
};
