import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { SimulatedMessage } from '../../sandbox/simulator';
import { chain, gatewayNode, node, type WorkflowNode } from './workflows';

/** The address of the XML interface for sends, and what it takes in one request. */
export const SEND = '/xmlsendsmsmulti.asp';
export const RECIPIENTS_OF_A_REQUEST = 1000;

/** The name of the node that sends. */
export const GATEWAY = 'Gateway';

/** The number of a person, by the campaign and the place in its list. */
const NUMBER = (campaign: number): string =>
	`44${7000 + campaign}' + String(index).padStart(6, '0')`;

/**
 * A workflow that a webhook starts and that writes to so many people, each with a text of their own.
 *
 * @param campaign 0 to 999: no two of them write to one person
 */
export const campaign = (
	{ path, people, campaign: id }: { path: string; people: number; campaign: number },
	options: IDataObject,
	credential: string,
): IDataObject =>
	chain([
		node(
			'Called',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path },
			{ webhookId: randomUUID() },
		),
		...peopleNodes(people, id),
		gatewayNode(
			GATEWAY,
			{ numbers: '={{ $json.number }}', text: '=Dear {{ $json.name }}, see you soon.', options },
			credential,
		),
	]);

const peopleNodes = (people: number, id: number): WorkflowNode[] => [
	node('Rows', 'n8n-nodes-base.set', {
		mode: 'raw',
		jsonOutput: `={{ { rows: Array.from({ length: ${people} }, (_, index) => ({ number: '${NUMBER(id)}, name: 'customer ' + index })) } }}`,
	}),
	node('Each', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'rows' }),
];

/** How many messages each person of a campaign got. */
export function messagesOfEach(messages: SimulatedMessage[], id: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { number } of messages) {
		if (!number.startsWith(`44${7000 + id}`)) continue;
		counts.set(number, (counts.get(number) ?? 0) + 1);
	}
	return counts;
}

/** The people who got more than one. */
export const writtenTwice = (counts: Map<string, number>): string[] =>
	[...counts].flatMap(([number, count]) => (count > 1 ? number : []));
