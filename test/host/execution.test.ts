import type { INodePropertyOptions } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { execute, type Setup } from '../support/context';
import { testServer } from '../support/server';

const server = testServer();

const REFUSED = [
	'account transferCredits',
	'message deleteScheduled',
	'message send',
	'message sendAndWait',
];
const RUN = [
	'account checkLogin',
	'account getBalance',
	'message getStatus',
	'message preview',
	'optOut check',
	'optOut getAll',
	'reply getNew',
	'shortCodeMessage getNew',
];

const PARAMETERS = {
	numbers: '27821111111',
	text: 'Hi',
	message: 'Hi',
	messageIds: '4711',
	fromAccountId: '1001',
	toAccountId: '1002',
	quantity: 1,
	responseType: 'approval',
	returnAll: true,
};
const MESSAGE =
	"This operation does not run in n8n's experimental engine v2, and nothing was changed";

const runIn = async (engine: Partial<Setup>, which: string, rest: Partial<Setup> = {}) => {
	server.answer('');
	const [resource = '', operation = ''] = which.split(' ');
	return execute(server.url, resource, operation, PARAMETERS, { ...engine, ...rest });
};
const IN_ENGINE_V2 = { isEngineV2: true };

describe("n8n's experimental engine v2", () => {
	it('is known to every operation: what changes something is refused there, what reads is not', () => {
		const fields = new MessagingGateway().description.properties;
		const operations = fields
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options as INodePropertyOptions[]).map(
					({ value }) => `${String(displayOptions?.show?.['resource']?.[0])} ${String(value)}`,
				),
			);
		expect(operations.sort()).toEqual([...REFUSED, ...RUN].sort());
	});

	it.each(REFUSED)('refuses %s before any request', async (which) => {
		const { error } = await runIn(IN_ENGINE_V2, which);
		expect(error?.message).toBe(MESSAGE);
		expect(error?.description).toBe(
			"That engine ignores Execute Once, waiting and the workflow's time zone. Choose n8n's usual engine in the settings of the workflow.",
		);
		expect(server.requests).toEqual([]);
	});

	it.each(REFUSED)('refuses %s with an item when On Error is to continue', async (which) => {
		const { json } = await runIn(IN_ENGINE_V2, which, {
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toEqual([{ error: MESSAGE }]);
		expect(server.requests).toEqual([]);
	});

	it.each(RUN)('runs %s', async (which) => {
		const { error } = await runIn(IN_ENGINE_V2, which);
		expect(error?.message).not.toBe(MESSAGE);
		expect(server.requests.length > 0).toBe(which !== 'message preview');
	});

	it.each<[string, Partial<Setup>]>([
		['one with the IDs of that engine', { executionId: '0199e1a4-5c1b-7d3e-9f0a-2b6c8d1e4f70' }],
		['n8n 1', { isN8n1: true }],
		["n8n's own agents, which have no execution", { isEngineV2: true, isUnsaved: true }],
		['a tool in the main process of queue mode', { isEngineV2: true, node: { type: 'x.smsTool' } }],
	])('is not taken for another engine: %s', async (_, engine) => {
		const { error } = await runIn(engine, 'message send');
		expect(error?.message).not.toBe(MESSAGE);
		expect(server.requests).toHaveLength(1);
	});
});
