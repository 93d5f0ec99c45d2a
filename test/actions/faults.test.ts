import { run } from '../support/context';
import { expectNoPassword, FAULTS, setTimeouts, type Fault } from '../support/faults';
import { testServer } from '../support/server';
import { some } from '../support/runs';

const server = testServer();

interface OperationCase {
	name: string;
	parameters: Record<string, unknown>;
	/** What the gateway would have answered. */
	whole: string;
	/** Whether it changes something, so that what nobody can tell is called unconfirmed. */
	changes: boolean;
	/** Faults that it takes for an answer: that there is nothing, or what must not get lost. */
	answers?: Record<string, 'nothing' | 'unparsed'>;
}

const OPERATIONS: OperationCase[] = [
	{
		name: 'account: getBalance (query)',
		parameters: { resource: 'account', operation: 'getBalance' },
		whole: 'Credits=1234',
		changes: false,
	},
	{
		name: 'account: checkLogin (query)',
		parameters: { resource: 'account', operation: 'checkLogin' },
		whole: 'Login=OK',
		changes: false,
	},
	{
		name: 'message: send (query)',
		parameters: {
			resource: 'message',
			operation: 'send',
			numbers: '27821111111',
			text: 'Hi',
			options: { interface: 'query' },
		},
		whole: '27821111111=101&',
		changes: true,
	},
	{
		name: 'message: send (xml)',
		parameters: { resource: 'message', operation: 'send', numbers: '27821111111', text: 'Hi' },
		whole:
			'<XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber><NumberID><Number>27821111111</Number><ID>101</ID></NumberID></SendResult></XMLGateway_Response>',
		changes: true,
	},
	{
		name: 'message: getStatus (query)',
		parameters: {
			resource: 'message',
			operation: 'getStatus',
			messageIds: '101',
			options: { interface: 'query' },
		},
		whole: '101=DELIVERED;2026/11/20;08:15:42;0&',
		changes: false,
	},
	{
		name: 'message: getStatus (xml)',
		parameters: { resource: 'message', operation: 'getStatus', messageIds: '101' },
		whole:
			'<XMLGatewayStatus_Response><StatusID><MessageID>101</MessageID><CLI></CLI><Status>DELIVERED</Status><StatusDateTime>2026/11/20 08:15:42</StatusDateTime><StatusCode>0</StatusCode></StatusID></XMLGatewayStatus_Response>',
		changes: false,
	},
	{
		name: 'account: transferCredits (query)',
		parameters: {
			resource: 'account',
			operation: 'transferCredits',
			fromAccountId: '1001',
			toAccountId: '1002',
			quantity: 10,
		},
		whole: 'Transfer=Success',
		changes: true,
	},
	{
		name: 'message: deleteScheduled (query)',
		parameters: {
			resource: 'message',
			operation: 'deleteScheduled',
			messageIds: '101',
			options: { interface: 'query' },
		},
		whole: '101=DELETED&',
		changes: true,
	},
	{
		name: 'message: deleteScheduled (xml)',
		parameters: { resource: 'message', operation: 'deleteScheduled', messageIds: '101' },
		whole:
			'<XMLGatewayDeleteScheduled_Response><DeleteStatus><MessageID>101</MessageID><CLI></CLI><Status>DELETED</Status></DeleteStatus></XMLGatewayDeleteScheduled_Response>',
		changes: true,
	},
	{
		name: 'reply: getNew (query)',
		parameters: { resource: 'reply', operation: 'getNew', options: { interface: 'query' } },
		whole: 'CLI=27821111111;DateReceived=202611200815;Message=Hi;SentMessageID=77&',
		changes: false,
		answers: { empty: 'nothing', truncated: 'unparsed', 'wrong charset': 'unparsed' },
	},
	{
		name: 'reply: getNew (xml)',
		parameters: { resource: 'reply', operation: 'getNew' },
		whole:
			'<XMLGateway_Replies><Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Hi</Message><SentMessageID>77</SentMessageID></Reply></XMLGateway_Replies>',
		changes: false,
		answers: { truncated: 'unparsed' },
	},
	{
		name: 'shortCodeMessage: getNew (query)',
		parameters: {
			resource: 'shortCodeMessage',
			operation: 'getNew',
			options: { interface: 'query' },
		},
		whole: 'SC=31234;CLI=27821111111;DateReceived=202611200815;Message=Hi&',
		changes: false,
		answers: { empty: 'nothing', truncated: 'unparsed', 'wrong charset': 'unparsed' },
	},
	{
		name: 'shortCodeMessage: getNew (xml)',
		parameters: { resource: 'shortCodeMessage', operation: 'getNew' },
		whole:
			'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Hi</Message></SCmessage></XMLGateway_SCmessages>',
		changes: false,
		answers: { truncated: 'unparsed' },
	},
	{
		name: 'optOut: getAll (query)',
		parameters: { resource: 'optOut', operation: 'getAll' },
		whole: 'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=77&',
		changes: false,
	},
	{
		name: 'optOut: check (query)',
		parameters: { resource: 'optOut', operation: 'check', numbers: '27821111111' },
		whole: 'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=77&',
		changes: false,
	},
];

type Cell = [operationName: string, faultName: string, operation: OperationCase, fault: Fault];

const allCells = OPERATIONS.flatMap((operation) =>
	FAULTS.map((fault): Cell => [operation.name, fault.name, operation, fault]),
);
const answerOf = ([, , operation, fault]: Cell) => operation.answers?.[fault.name];
const cells = allCells.filter((cell) => answerOf(cell) === undefined);
const answered = allCells.filter((cell) => answerOf(cell) !== undefined);

describe('each operation meets each fault with one clear error, the password not in it', () => {
	it.each(cells)('%s: %s', async (_operation, _fault, operation, fault) => {
		setTimeouts(fault);
		server.answer(fault.reply(operation.whole));
		const own = server.ownAddress();
		const { error } = await run({
			url: fault.url ?? own.url,
			parameters: operation.parameters as never,
		});
		expect(error?.message).toMatch(fault.message);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: fault.httpCode,
		});
		expect(error?.description).toBeTruthy();
		expectNoPassword(error);
		if (operation.changes) {
			expect(own.requests().length).toBeLessThanOrEqual(1);
			expect(error?.context.results).toMatchObject([{ result: fault.result }]);
		}
	});

	it.each(some(cells))(
		'%s: %s, with On Error set to continue',
		async (_o, _f, operation, fault) => {
			setTimeouts(fault);
			server.answer(fault.reply(operation.whole));
			const { items, error } = await run({
				url: fault.url ?? server.url,
				parameters: operation.parameters as never,
				node: { onError: 'continueRegularOutput' },
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(JSON.stringify(items)).not.toContain('s3cret');
			if (!operation.changes) return;
			expect(items?.[0]?.json).toMatchObject({ result: fault.result });
			expect(items?.[0]?.json).not.toHaveProperty('error');
		},
	);
});

describe('what is an answer, or may hold the words of somebody, is no failure', () => {
	it.each(answered)('%s: %s', async (...cell) => {
		const [, , operation, fault] = cell;
		setTimeouts(fault);
		server.answer(fault.reply(operation.whole));
		const { json, error } = await run({
			url: server.url,
			parameters: operation.parameters as never,
		});
		expect(error).toBeUndefined();
		if (answerOf(cell) === 'unparsed') expect(json).toMatchObject([{ unparsed: true }]);
		else expect(json.filter(({ optedOut }) => optedOut !== false)).toEqual([]);
		expect(server.requests).toHaveLength(1);
	});
});
