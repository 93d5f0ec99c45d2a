import { deleteScheduled } from '../deletion';
import { FAIL, listed, MAX_LISTED, type QueryOperation } from './operation';

/** GET /deletescheduled.asp: deletes at most 100 scheduled messages and refunds their credits. */
export const deletescheduled: QueryOperation = {
	path: '/deletescheduled.asp',
	title: 'Delete scheduled (query)',
	wrongCredentials: FAIL,
	answer: (gateway, account, parameters) =>
		listed(parameters.get('messageid'))
			.slice(0, MAX_LISTED)
			.map((id) => `${id}=${deleteScheduled(gateway, account, id)}`),
};
