import type { Account } from '../accounts';
import type { Gateway } from '../gateway';
import { reportStatus } from '../status';
import { errorsInMessageIds, readMessageIds } from './messageIds';
import type { XmlOperation } from './operation';
import { branch, leaf } from './writing';

/** IDs beyond this many are skipped and must be queried again (protocol, "Limits"). */
const MAX_IDS = 1000;

/** The protocol gives only the code; the status text is our guess. */
const SKIPPED = { status: 'SKIPPED', code: 108 };

function report(gateway: Gateway, account: Account, id: string, index: number) {
	return index < MAX_IDS
		? reportStatus(gateway, account, id)
		: { ...SKIPPED, at: gateway.clock.now() };
}

/** POST /xmlgetstatus.asp: the status of at most 1000 messages. */
export const xmlgetstatus: XmlOperation = {
	path: '/xmlgetstatus.asp',
	title: 'Status (XML)',
	requestRoot: 'StatusRequest',
	responseRoot: 'XMLGatewayStatus_Response',
	children: ['User', 'Password', 'MessageIDs'],
	errors: errorsInMessageIds,
	answer: (gateway, account, root) =>
		readMessageIds(root).map(({ id, cli }, index) => {
			const { times } = gateway;
			const { status, code, at } = report(gateway, account, id, index);
			return branch('StatusID', [
				leaf('MessageID', id),
				leaf('CLI', cli),
				leaf('Status', status),
				leaf('StatusDateTime', `${times.statusDate(at)} ${times.statusTime(at)}`),
				leaf('StatusCode', code),
			]);
		}),
};
