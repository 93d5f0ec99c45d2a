import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { contextOf, execute, type Run, type Setup } from '../support/context';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

/** Accepts every message of a request, with its number as ID. */
const acceptAll = (): void =>
	server.answer(({ body, query: { numbers } }, response) => {
		if (numbers) return void response.end(numbers.replace(/(\d+);?/g, '$1=$1&'));
		const asked = [...body.matchAll(/<Number>(\d+)<\/Number>/g)].map(([, number = '']) => number);
		const ids = asked.map(
			(number) => `<NumberID><Number>${number}</Number><ID>${number}</ID></NumberID>`,
		);
		response.end(
			`<XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber>${ids.join('')}</SendResult></XMLGateway_Response>`,
		);
	});

const send = async (parameters: IDataObject, rest: Partial<Setup> = {}): Promise<Run> =>
	await execute(
		server.url,
		'message',
		'send',
		{ numbers: '27821111111', text: 'Hi', ...parameters },
		rest,
	);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => 27820000000 + index);

describe('a tool of an agent', () => {
	const tool = { type: 'n8n-nodes-messaging-gateway.messagingGatewayTool' };

	it('sends to at most 20 recipients', async () => {
		acceptAll();
		expect((await send({ numbers: numbers(20) }, { node: tool })).json).toHaveLength(20);
		server.requests.length = 0;
		const { json } = await send({ numbers: numbers(21) }, { node: tool });
		expect(json).toHaveLength(21);
		expect(json[20]).toMatchObject({
			result: 'NOT_SENT',
			description:
				"Not sent. There are 21 recipients, and a tool without 'Max Recipients' sends to at most 20",
		});
		expect(server.requests).toEqual([]);
	});

	it('sends to as many as Max Recipients allows', async () => {
		acceptAll();
		const options = { maxRecipients: 30 };
		const executionId = '58';
		const { json } = await send({ numbers: numbers(21), options }, { node: tool, executionId });
		expect(json.map(({ result }) => result)).toEqual(Array(21).fill('ACCEPTED'));
	});
});

it('logs accepted IDs that do not fit into the error of Fail When', async () => {
	acceptAll();
	const { error, logged } = await send({
		numbers: [...numbers(1500), 'nobody'],
		options: { failWhen: 'anyNotAccepted' },
	});
	expect((error?.context.results as unknown[]).length).toBe(1000);
	const log = logged.join('\n');
	expect(log).not.toContain('27820000099');
	for (const number of numbers(1500).slice(100)) expect(log).toContain(`${number} ${number}`);
	expect(error?.description).toContain('27820000099, and 1400 more, which are in the log of n8n');
});

it('loses no ID to a hint about very many strange characters', async () => {
	acceptAll();
	const everyCharacter = Array.from({ length: 918 }, (_, index) =>
		String.fromCodePoint(0x4e00 + index),
	);
	const { items, hints } = await send({ numbers: numbers(150_000), text: everyCharacter.join('') });
	expect(items).toHaveLength(150_000);
	expect(hints[0]?.message).toMatch(/^1 text holds characters that SMS cannot carry: 一, 丁, /);
}, 60_000);

describe('a host that lacks what newer versions of n8n have', () => {
	it.each([
		['addExecutionHints', undefined],
		[
			'addExecutionHints',
			() => {
				throw new Error('Not in this mode');
			},
		],
	])('loses no ID without %s', async (name, value) => {
		acceptAll();
		const parameters = {
			resource: 'message',
			operation: 'send',
			numbers: '27821111111',
			text: '日',
		};
		const context = contextOf({ url: server.url, parameters }, [], []);
		Object.assign(context, { [name]: value });
		const [items] = await new MessagingGateway().execute.call(context as IExecuteFunctions);
		expect(items?.[0]?.json).toMatchObject({ result: 'ACCEPTED', messageId: '27821111111' });
	});
});

describe('a credential that cannot be used', () => {
	it.each<[Record<string, string>, RegExp]>([
		[{ baseUrl: 'https://gateway.example/?x=' }, /^The 'Base URL' of the credential is not/],
		[{ baseUrl: 'https://gateway.example/#' }, /^The 'Base URL' of the credential is not/],
		[
			{ baseUrl: 'https://gateway.example@evil.example' },
			/^The 'Base URL' of the credential is not/,
		],
		[{ baseUrl: 'https://gateway.example\\evil' }, /^The 'Base URL' of the credential is not/],
		[{ baseUrl: 'https://' }, /^The 'Base URL' of the credential is not/],
		[{ brand: 'Svc><evil' }, /^The 'Element Prefix' of the credential cannot begin/],
		[{ brand: '' }, /^The 'Element Prefix' of the credential cannot begin/],
		[{ brand: '1Svc' }, /^The 'Element Prefix' of the credential cannot begin/],
	])('%j lets nothing be sent', async (credentials, message) => {
		server.answer('');
		const { error } = await send({}, { credentials });
		expect(error?.message).toMatch(message);
		expect(server.requests).toEqual([]);
	});

	it.each([
		['127.0.0.1', true],
		['gateway.example, 127.0.0.1', true],
		['gateway.example', false],
		['*.0.0.1', true],
		['*.127.0.0.1', false],
		['', false],
	])('"Allowed HTTP Request Domains" %j decides over the request: %j', async (domains, allowed) => {
		acceptAll();
		const credentials = { allowedHttpRequestDomains: 'domains', allowedDomains: domains };
		const { error } = await send({}, { credentials });
		expect(server.requests).toHaveLength(allowed ? 1 : 0);
		if (!allowed) expect(error?.message).toMatch(/^Requests to this address are not allowed/);
	});

	it('is signed with a login without the blanks around it', async () => {
		acceptAll();
		await send({ options: { interface: 'query' } }, { credentials: { user: '  demo ' } });
		expect(server.requests[0]?.query.user).toBe('demo');
	});
});
