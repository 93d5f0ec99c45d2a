import type { GatewayInterface } from './interface';
import { query } from './query/query';
import { xml } from './xml/xml';

/** The interfaces of the service, the preferred one first. */
export const INTERFACES: GatewayInterface[] = [xml, query];

/** The interface with that name; for `auto`, or if it lacks the operation, the first one that has it. */
export function interfaceWith<Operation extends keyof GatewayInterface>(
	operation: Operation,
	name: unknown = 'auto',
): GatewayInterface & Required<Pick<GatewayInterface, Operation>> {
	const chosen = INTERFACES.filter((one) => one.name === name);
	const found = [...chosen, ...INTERFACES].find((one) => one[operation] !== undefined);
	return found as ReturnType<typeof interfaceWith<Operation>>;
}
