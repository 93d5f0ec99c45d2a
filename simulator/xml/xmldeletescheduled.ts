import { deleteScheduled } from '../deletion';
import { errorsInMessageIds, readMessageIds } from './messageIds';
import type { XmlOperation } from './operation';
import { branch, leaf } from './writing';

/** POST /xmldeletescheduled.asp: deletes scheduled messages and refunds their credits. */
export const xmldeletescheduled: XmlOperation = {
	path: '/xmldeletescheduled.asp',
	title: 'Delete scheduled (XML)',
	requestRoot: 'DeleteScheduled',
	responseRoot: 'XMLGatewayDeleteScheduled_Response',
	children: ['User', 'Password', 'MessageIDs'],
	errors: errorsInMessageIds,
	answer: (gateway, account, root) =>
		readMessageIds(root).map(({ id, cli }) =>
			branch('DeleteStatus', [
				leaf('MessageID', id),
				leaf('CLI', cli),
				leaf('Status', deleteScheduled(gateway, account, id)),
			]),
		),
};
