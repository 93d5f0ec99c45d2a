import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { itemsOf } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { repeats } from './report';
import type { Stage } from './stage';
import { OVER } from './triggers';
import { calledAt, chain, gatewayNode, madeRows } from './workflows';

/** The address of the XML interface for sends, and what it takes in one request. */
export const SEND = '/xmlsendsmsmulti.asp';
export const RECIPIENTS_OF_A_REQUEST = 1000;

const GATEWAY = 'Gateway';

/** A campaign that was stored and published. */
export interface StoredCampaign {
	workflow: string;
	/** Begins it. */
	call: () => Promise<void>;
	/** What the newest of at least so many executions put out, once it is over. */
	rows: (executions?: number) => Promise<IDataObject[]>;
	/** How many people got a message, and the numbers of those who got more than one. */
	received: () => Promise<{ people: number; twice: string[] }>;
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
	const prefix = `44${7000 + campaign}`;
	const person = `({ number: '${prefix}' + String(index).padStart(6, '0'), name: 'customer ' + index })`;
	const rows = `={{ { rows: Array.from({ length: ${people} }, (_, index) => ${person}) } }}`;
	const text = '=Dear {{ $json.name }}, see you soon.';
	const send = { numbers: '={{ $json.number }}', text, options };
	const gateway = gatewayNode(GATEWAY, send, credential);
	const { id } = await stage.rest.createWorkflow(
		chain([calledAt(path), ...madeRows(rows), gateway], settings),
	);
	await stage.rest.activate(id);
	return {
		workflow: id,
		call: async () => {
			const { status } = await fetch(`${stage.n8n.address}/webhook/${path}`, { method: 'POST' });
			expect(status).toBe(200);
		},
		rows: async (executions = 1) => {
			const newest = await until(async () => {
				const found = await stage.rest.executions(id);
				return found.length >= executions && OVER.has(found[0]?.status ?? '') && found[0];
			}, 240_000);
			return itemsOf((await stage.rest.finished(newest.id)).data, GATEWAY);
		},
		received: async () => {
			const messages = await stage.simulator.messages();
			const numbers = messages.flatMap(({ number }) => (number.startsWith(prefix) ? number : []));
			return { people: new Set(numbers).size, twice: repeats(numbers) };
		},
	};
}

/** How many of the rows have a result. */
export const countOf = (rows: IDataObject[], result: string): number =>
	rows.filter((row) => row.result === result).length;
