import { MAX_IDS_PER_QUERY } from '../../specification/limits';
import type { IdCall, RawDeletion } from '../interface';
import { readPairs, refusalOf } from './pairs';
import { get } from './request';

/** Deletes scheduled messages (protocol, "GET /deletescheduled.asp"). */
export const deleteScheduled: IdCall<RawDeletion> = {
	limit: MAX_IDS_PER_QUERY,
	request: (questions) =>
		get('/deletescheduled.asp', {
			messageid: questions.map(({ messageId }) => messageId).join(';'),
		}),
	read: (answer) => {
		const refusal = refusalOf(answer);
		if (refusal) return { rows: [], refusal };
		const pairs = readPairs(answer);
		return { rows: pairs.map(([messageId, result]) => ({ messageId, result })) };
	},
};
