import type { IDataObject } from 'n8n-workflow';
import { calledAt, chain, gatewayNode, madeRows, node, type WorkflowNode } from '../e2e/workflows';
import type { Way } from './results';

const NUMBER = '={{ $json.number }}';
const TEXT = '=Hello {{ $json.name }}, your order is ready to be collected.';

/** Makes an item for each recipient; how many the request to the webhook says. */
const ROWS =
	'={{ { rows: Array.from({ length: $json.body.recipients }, (_, index) => ' +
	"({ number: '4479' + String(index).padStart(8, '0'), name: 'customer ' + index, " +
	'run: $execution.id })) } }}';

/** The same text, in an expression that only n8n can evaluate. */
const EVALUATED_TEXT = '=Hello {{ $json.name.trim() }}, your order is ready to be collected.';

const send = (credential: string, options: IDataObject, text = TEXT): WorkflowNode =>
	gatewayNode('Send', { numbers: NUMBER, text, options }, credential);

const ONCE = { interface: 'xml', sendOnce: true, reference: '={{ $json.run }}' };

const httpRequest = (gateway: string): WorkflowNode => ({
	...node('Send', 'n8n-nodes-base.httpRequest', {
		url: `${gateway}/batchmessage.asp`,
		sendQuery: true,
		queryParameters: {
			parameters: [
				{ name: 'user', value: 'demo' },
				{ name: 'password', value: 'demo' },
				{ name: 'numbers', value: NUMBER },
				{ name: 'message', value: TEXT },
			],
		},
		options: {},
	}),
	typeVersion: 4.2,
});

const editFields = (): WorkflowNode =>
	node('Send', 'n8n-nodes-base.set', {
		assignments: {
			assignments: Object.entries({ number: NUMBER, text: TEXT }).map(([name, value]) => ({
				id: name,
				name,
				value,
				type: 'string',
			})),
		},
		options: {},
	});

/**
 * A workflow that sends a message of its own to each recipient, started by a production webhook at
 * the path of the way's name. Most store nothing of the execution, which takes longer than the rest.
 */
export function sendingWorkflow(way: Way, gateway: string, credential: string): IDataObject {
	const senders: Record<Way, WorkflowNode> = {
		floor: node('Send', 'n8n-nodes-base.noOp'),
		savedFloor: node('Send', 'n8n-nodes-base.noOp'),
		expressions: editFields(),
		xml: send(credential, { interface: 'xml' }),
		parallelXml: send(credential, { interface: 'xml', requestsInParallel: 4 }),
		saved: send(credential, { interface: 'xml' }),
		once: send(credential, ONCE),
		evaluated: send(credential, { interface: 'xml' }, EVALUATED_TEXT),
		query: send(credential, { interface: 'query' }),
		parallelQuery: send(credential, { interface: 'query', requestsInParallel: 8 }),
		httpRequest: httpRequest(gateway),
	};
	return chain(
		[
			calledAt(way, { responseMode: 'lastNode', responseData: 'noData' }),
			...madeRows(ROWS),
			senders[way],
		],
		{
			saveDataSuccessExecution: way === 'saved' || way === 'savedFloor' ? 'all' : 'none',
			saveDataErrorExecution: 'none',
			saveExecutionProgress: false,
		},
	);
}
