import type { StatusReport } from '../delivery';
import { reportStatus } from '../status';
import type { Times } from '../times';
import { FAIL, listed, MAX_LISTED, type QueryOperation } from './operation';

function statusString(times: Times, { status, code, at }: StatusReport): string {
	if (status === 'NOTFOUND') return status;
	return [status, times.statusDate(at), times.statusTime(at), code].join(';');
}

/** "The list must end with a semicolon": an ID without one after it is not read. */
const terminated = (list: string): string => list.slice(0, list.lastIndexOf(';') + 1);

/** GET /requestbatch.asp: the status of at most 100 messages. */
export const requestbatch: QueryOperation = {
	path: '/requestbatch.asp',
	title: 'Status (query)',
	wrongCredentials: FAIL,
	answer: (gateway, account, parameters) =>
		listed(terminated(parameters.get('messageid')))
			.slice(0, MAX_LISTED)
			.map((id) => `${id}=${statusString(gateway.times, reportStatus(gateway, account, id))}`),
};
