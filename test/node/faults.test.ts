import type { ServerResponse } from 'node:http';
import { PASSWORD, run } from '../support/context';
import { startServer, type RecordedRequest, type Reply, type TestServer } from '../support/server';

/** Only a fault that hangs is to run into its time-out, however busy the machine. */
const mockTimeout = { milliseconds: 0 };
const PATIENT = 10_000;
const IMPATIENT = 250;

jest.mock('../../nodes/MessagingGateway/gateway/limits', () => ({
	...jest.requireActual<object>('../../nodes/MessagingGateway/gateway/limits'),
	get READ_TIMEOUT() {
		return mockTimeout.milliseconds;
	},
	get SEND_TIMEOUT() {
		return mockTimeout.milliseconds;
	},
}));

const setTimeoutFor = (fault: Fault): void => {
	mockTimeout.milliseconds = fault.name.startsWith('hanging') ? IMPATIENT : PATIENT;
};

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

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
		answers: { empty: 'nothing' },
	},
	{
		name: 'optOut: check (query)',
		parameters: { resource: 'optOut', operation: 'check', numbers: '27821111111' },
		whole: 'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=77&',
		changes: false,
		answers: { empty: 'nothing' },
	},
];

interface Fault {
	name: string;
	reply: (whole: string) => Reply;
	url?: string;
	message: RegExp;
	httpCode: string | null;
	/** What became of a message that was to be sent. */
	result: 'NOT_SENT' | 'UNCONFIRMED';
}

const withStatus =
	(status: number, body = '', headers: Record<string, string> = {}) =>
	() =>
	(_: RecordedRequest, response: ServerResponse) =>
		void response.writeHead(status, headers).end(body);

/** Quotes the whole request, as debug pages do. */
const echo = () => (request: RecordedRequest, response: ServerResponse) =>
	void response
		.writeHead(200)
		.end(`<html><body>Sorry: ${JSON.stringify(request.query)} ${request.body}</body></html>`);

const FAULTS: Fault[] = [
	{
		name: 'refused',
		url: 'http://127.0.0.1:9',
		reply: () => '',
		message: /^The gateway refused the connection$/,
		httpCode: null,
		result: 'NOT_SENT',
	},
	{
		name: 'unknown host',
		url: 'http://gateway.invalid',
		reply: () => '',
		message: /^The gateway's host name could not be found$/,
		httpCode: null,
		result: 'NOT_SENT',
	},
	{
		name: 'dropped before an answer',
		reply: () => (_, response) => void response.destroy(),
		message: /^The connection broke before the answer of the gateway was complete$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'dropped after the headers',
		reply: () => (_, response) => {
			response.writeHead(200, { 'Content-Length': '1000' }).flushHeaders();
			setTimeout(() => response.destroy(), 20);
		},
		message: /^The connection broke before the answer of the gateway was complete$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'hanging before an answer',
		reply: () => () => undefined,
		message: /^The gateway did not answer within 0\.25 seconds$/,
		httpCode: '504',
		result: 'UNCONFIRMED',
	},
	{
		name: 'hanging after the headers',
		reply: () => (_, response) => void response.writeHead(200).flushHeaders(),
		message: /^The gateway did not answer within 0\.25 seconds$/,
		httpCode: '504',
		result: 'UNCONFIRMED',
	},
	{
		name: 'truncated',
		reply: (whole) => (_, response) => {
			response.writeHead(200, { 'Content-Length': String(whole.length) });
			response.write(whole.slice(0, whole.length * 0.45));
			setTimeout(() => response.destroy(), 20);
		},
		message: /^The connection broke before the answer of the gateway was complete$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'HTTP 401',
		reply: withStatus(401, 'Unauthorized'),
		message: /^The server at the gateway's address refused the request \(HTTP 401\)$/,
		httpCode: '401',
		result: 'NOT_SENT',
	},
	{
		name: 'HTTP 404',
		reply: withStatus(404, '<h1>Not Found</h1>'),
		message: /^The server at the gateway's address refused the request \(HTTP 404\)$/,
		httpCode: '404',
		result: 'NOT_SENT',
	},
	{
		name: 'HTTP 500',
		reply: withStatus(500, 'Server trouble'),
		message: /^The gateway failed to process the request \(HTTP 500\)$/,
		httpCode: '500',
		result: 'UNCONFIRMED',
	},
	{
		name: 'HTTP 503',
		reply: withStatus(503),
		message: /^The gateway failed to process the request \(HTTP 503\)$/,
		httpCode: '503',
		result: 'UNCONFIRMED',
	},
	{
		name: 'redirect',
		reply: withStatus(302, '', { Location: 'http://127.0.0.1:9/elsewhere' }),
		message: /^The gateway answered with a redirect \(HTTP 302\)$/,
		httpCode: '302',
		result: 'UNCONFIRMED',
	},
	{
		name: 'HTML page that repeats the request',
		reply: echo,
		message: /^The answer is not one a messaging gateway gives: "Sorry: /,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'empty',
		reply: () => '',
		message: /^The gateway gave an empty answer$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'wrong charset',
		reply: () => (_, response) =>
			void response
				.writeHead(200, { 'Content-Type': 'text/html; charset=utf-16le' })
				.end(Buffer.from('<p>Guten Tag</p>')),
		message: /^The answer is not one a messaging gateway gives: "/,
		httpCode: null,
		result: 'UNCONFIRMED',
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
		setTimeoutFor(fault);
		server.answer(fault.reply(operation.whole));
		const { error } = await run({
			url: fault.url ?? server.url,
			parameters: operation.parameters as never,
		});
		expect(error?.message).toMatch(fault.message);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: fault.httpCode,
			context: { itemIndex: 0 },
		});
		expect(error?.description).toBeTruthy();
		expectNoPassword(error);
		if (operation.changes) {
			expect(server.requests.length).toBeLessThanOrEqual(1);
			expect(error?.context.results).toMatchObject([{ result: fault.result }]);
		}
	});

	it.each(cells)('%s: %s, with On Error set to continue', async (_o, _f, operation, fault) => {
		setTimeoutFor(fault);
		server.answer(fault.reply(operation.whole));
		const { items, error } = await run({
			url: fault.url ?? server.url,
			parameters: operation.parameters as never,
			node: { onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(JSON.stringify(items)).not.toContain('s3cret');
		if (operation.changes) expect(items?.[0]?.json).toMatchObject({ result: fault.result });
	});
});

describe('what is an answer, or may hold the words of somebody, is no failure', () => {
	it.each(answered)('%s: %s', async (...cell) => {
		const [, , operation, fault] = cell;
		setTimeoutFor(fault);
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

/** Looks into everything an error holds, however deep, for the password in any encoding. */
function expectNoPassword(error: unknown): void {
	const seen = new Set<unknown>();
	const visit = (value: unknown): void => {
		if (typeof value === 'string') {
			for (const form of [PASSWORD, encodeURIComponent(PASSWORD), 's3cret']) {
				expect(value).not.toContain(form);
			}
		} else if (typeof value === 'object' && value !== null && !seen.has(value)) {
			seen.add(value);
			Object.getOwnPropertyNames(value).forEach((name) =>
				visit((value as Record<string, unknown>)[name]),
			);
		}
	};
	visit(error);
}
