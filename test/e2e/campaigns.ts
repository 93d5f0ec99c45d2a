import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { SimulatedMessage } from '../../sandbox/simulator';
import type { Stage } from './stage';
import { calledAt, chain, gatewayNode, madeRows } from './workflows';

/** The address of the XML interface for sends, and what it takes in one request. */
export const SEND = '/xmlsendsmsmulti.asp';
export const RECIPIENTS_OF_A_REQUEST = 1000;

/** The name of the node that sends. */
export const GATEWAY = 'Gateway';

/** A campaign that was stored and published. */
export interface StoredCampaign {
	workflow: string;
	/** Begins it. */
	call: () => Promise<void>;
}

/**
 * Stores and publishes a campaign. It writes to so many people, each with a text of their own.
 *
 * @param campaign 0 to 999: no two of them write to one person
 * @param options of Send
 * @param settings of the workflow, and the ID of another credential than that of the right login
 */
export async function createCampaign(
	stage: Stage,
	{ people, campaign }: { people: number; campaign: number },
	options: IDataObject,
	{ credential = stage.demoCredential, ...settings }: IDataObject & { credential?: string } = {},
): Promise<StoredCampaign> {
	const path = randomUUID();
	const number = `'${prefixOf(campaign)}' + String(index).padStart(6, '0')`;
	const person = `({ number: ${number}, name: 'customer ' + index })`;
	const rows = `={{ { rows: Array.from({ length: ${people} }, (_, index) => ${person}) } }}`;
	const text = '=Dear {{ $json.name }}, see you soon.';
	const send = { numbers: '={{ $json.number }}', text, options };
	const gateway = gatewayNode(GATEWAY, send, credential);
	const { id } = await stage.rest.createWorkflow(
		chain([calledAt(path), ...madeRows(rows), gateway], settings),
	);
	await stage.rest.activate(id);
	const call = async (): Promise<void> => {
		const { status } = await fetch(`${stage.n8n.address}/webhook/${path}`, { method: 'POST' });
		expect(status).toBe(200);
	};
	return { workflow: id, call };
}

/** What the numbers of a campaign begin with. */
const prefixOf = (campaign: number): string => `44${7000 + campaign}`;

/** How many messages each person of a campaign got. */
export function messagesOfEach(messages: SimulatedMessage[], id: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { number } of messages) {
		if (!number.startsWith(prefixOf(id))) continue;
		counts.set(number, (counts.get(number) ?? 0) + 1);
	}
	return counts;
}

/** The people who got more than one. */
export const writtenTwice = (counts: Map<string, number>): string[] =>
	[...counts].flatMap(([number, count]) => (count > 1 ? number : []));
