import { MAX_IDS_PER_QUERY } from '../../specification/limits';
import type { IdCall, RawDeletion } from '../interface';
import { readDeletion } from '../words';
import { readPairs, reasonIn } from './pairs';
import { get } from './request';

/** Deletes scheduled messages (protocol, "GET /deletescheduled.asp"). */
export const deleteScheduled: IdCall<RawDeletion> = {
	limit: MAX_IDS_PER_QUERY,
	request: (questions) =>
		get('/deletescheduled.asp', {
			messageid: questions.map(({ id }) => id).join(';'),
		}),
	read: (answer) => {
		const pairs = readPairs(answer, (word) => (readDeletion('', word).result ? word : undefined));
		return {
			rows: pairs.map(([messageId, word]) => readDeletion(messageId, word)),
			reason: reasonIn(answer),
		};
	},
};
