import { saysWrongLogin } from '../answers';
import type { Deletion } from '../deleting';
import { failure } from '../failures';
import { SEND_TIMEOUT } from '../limits';
import { readPairs } from './pairs';

/** The query interface's side of deleting (spec, "GET /deletescheduled.asp"). */
export const queryDeletion: Deletion = {
	request: (questions) => ({
		method: 'GET',
		path: '/deletescheduled.asp',
		parameters: { messageid: questions.map(({ messageId }) => messageId).join(';') },
		timeout: SEND_TIMEOUT,
	}),
	read: (answer, asked) => {
		if (saysWrongLogin(answer.body)) return { deletions: [], refusal: failure('wrongLogin') };
		const pairs = readPairs(answer, asked);
		return { deletions: pairs.map(([messageId, result]) => ({ messageId, result })) };
	},
};
