import type { IDataObject } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { execute, type Setup } from '../support/context';
import { startServer, type Reply, type TestServer } from '../support/server';
import { accepted } from '../support/xmlAnswers';

const TOOL = { type: 'n8n-nodes-messaging-gateway.messagingGatewayTool' };

/** Ends the connection once the request has arrived. */
const drop: Reply = (_, response) => response.destroy();

let server: TestServer;
let executions = 0;
let executionId = '';
beforeAll(async () => {
	server = await startServer();
});
beforeEach(() => {
	executions += 1;
	executionId = `tool-${executions}`;
});
afterAll(async () => server.close());

const call = async (parameters: IDataObject, rest: Partial<Setup> = {}) =>
	await execute(server.url, 'message', 'send', parameters, { node: TOOL, executionId, ...rest });

const text = { numbers: '+27821111111', text: 'Your table is ready' };
const resultsOf = ({ json }: { json: IDataObject[] }) => json.map(({ result }) => result);

describe('a message of a tool', () => {
	it('goes out once in an execution, however often the model calls', async () => {
		server.answer(accepted(['27821111111', '101']));
		expect(resultsOf(await call(text))).toEqual(['ACCEPTED']);
		const again = await call({ ...text, numbers: '0027 82 111 1111' });
		expect(again.json).toMatchObject([
			{
				result: 'ALREADY_SENT',
				description: 'It was sent in this conversation, or may have been. Do not send it again',
				accepted: false,
			},
		]);
		expect(server.requests).toHaveLength(1);
	});

	it('goes out once of two calls at the same moment', async () => {
		server.answer(accepted(['27821111111', '101']));
		const both = await Promise.all([call(text), call(text)]);
		expect(both.flatMap(resultsOf).sort()).toEqual(['ACCEPTED', 'ALREADY_SENT']);
		expect(server.requests).toHaveLength(1);
	});

	it('does not go out again where nobody knows whether it was accepted', async () => {
		server.answer(drop);
		expect((await call(text, { node: { ...TOOL, retryOnFail: true } })).json).toMatchObject([
			{
				result: 'UNCONFIRMED',
				description:
					'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete. Do not repeat it: sending again may send them twice',
			},
		]);
		expect(resultsOf(await call(text))).toEqual(['ALREADY_SENT']);
		expect(server.requests).toHaveLength(1);
	});

	it('can be tried again where it was certainly refused', async () => {
		server.answer(accepted(['27821111111', 'NOCREDITS']), accepted(['27821111111', '101']));
		expect(resultsOf(await call(text))).toEqual(['INSUFFICIENT_CREDITS']);
		expect(resultsOf(await call(text))).toEqual(['ACCEPTED']);
	});

	it.each([
		['another text', { ...text, text: 'Your table is gone' }, {}],
		['another number', { ...text, numbers: '+27822222222' }, {}],
		['another execution', text, { executionId: 'another' }],
	])('goes out beside one with %s', async (_, parameters, rest) => {
		server.answer(accepted(['27821111111', '101']), (request, response) =>
			response.end(accepted([/<Number>(\d+)/.exec(request.body)?.[1] ?? '', '102'])),
		);
		await call(text);
		expect(resultsOf(await call(parameters, rest))).toEqual(['ACCEPTED']);
	});

	it('is forgotten after an hour', async () => {
		const now = jest.spyOn(performance, 'now');
		server.answer(accepted(['27821111111', '101']), accepted(['27821111111', '102']));
		await call(text);
		now.mockReturnValue(performance.now() + 3_600_001);
		expect(resultsOf(await call(text))).toEqual(['ACCEPTED']);
		now.mockRestore();
	});
});

describe('a tool answers in rows', () => {
	it('where every number was refused', async () => {
		server.answer(accepted(['27821111111', 'FAIL:OPTEDOUT']));
		const { json, error } = await call({ ...text, options: { failWhen: 'anyNotAccepted' } });
		expect(error).toBeUndefined();
		expect(resultsOf({ json })).toEqual(['OPTED_OUT']);
	});

	it.each([
		[
			'a wrong login',
			'<XMLGateway_Response><Error>Invalid Username or Password</Error></XMLGateway_Response>',
			/^Not sent\. The gateway did not accept the login name or password\. Correct 'Login Name'/,
		],
		[
			'a gateway that refuses',
			404,
			/^Not sent\. The server has nothing at the path .*\. Check the path/,
		],
	])('with what to do, for %s', async (_, reply, description) => {
		if (typeof reply === 'string') server.answer(reply);
		else server.answer((__, response) => response.writeHead(reply).end());
		const { json } = await call(text, { node: { ...TOOL, retryOnFail: true } });
		expect(json).toMatchObject([
			{ result: 'NOT_SENT', description: expect.stringMatching(description) as string },
		]);
		expect(json[0]).not.toHaveProperty('error');
	});

	it("with the reason why Send Once per Reference sends nothing in n8n's own agents", async () => {
		const { json } = await call(
			{ ...text, options: { sendOnce: true, reference: 'order-1042' } },
			{ isUnsaved: true },
		);
		expect(json).toMatchObject([
			{
				result: 'NOT_SENT',
				description:
					"Not sent. 'Send Once per Reference' works in saved workflows only, and n8n's own agents have none. Turn it off",
			},
		]);
	});

	it('even with an error output, which a model does not see', async () => {
		server.answer(accepted(['27821111111', 'FAIL:OPTEDOUT']));
		const { json } = await call(text, { node: { ...TOOL, onError: 'continueErrorOutput' } });
		expect(resultsOf({ json })).toEqual(['OPTED_OUT']);
	});

	it('with a note where there is no row', async () => {
		server.answer('Credits=FAIL');
		const { json } = await execute(server.url, 'account', 'getBalance', {}, { node: TOOL });
		expect(json).toEqual([
			{
				note: "The gateway did not accept the login name or password. Correct 'Login Name' and 'Password' in the credential",
			},
		]);
	});

	it('with the hints in a last row', async () => {
		const { json, hints } = await call({ ...text, options: { dryRun: true } });
		expect(resultsOf({ json })).toEqual(['DRY_RUN', undefined]);
		expect(json[1]?.note).toMatch(/^Dry run: nothing was sent\. 1 message of 1 part/);
		expect(hints).toEqual([]);
	});

	it('and lists at most 50 opt-outs, and says so', async () => {
		const entries = Array.from(
			{ length: 60 },
			(_, index) =>
				`CLI=${27820000000 + index};DateReceived=202611200815;Message=STOP;SentMessageID=1&`,
		);
		server.answer(entries.join(''));
		const parameters = { returnAll: true };
		const { json } = await execute(server.url, 'optOut', 'getAll', parameters, { node: TOOL });
		expect(json).toHaveLength(51);
		expect(json[50]).toEqual({
			note: '50 of 60 opt-outs are returned. This list is incomplete: check single numbers instead.',
		});
	});
});

describe('what a model is told', () => {
	const { properties } = new MessagingGateway().description;
	const descriptions = properties.filter(({ name }) => name === 'toolDescription');

	it('is a text of our own for each operation but the one that is no tool', () => {
		const named = descriptions.map(({ displayOptions }) => {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			return `${String(resource[0])}: ${String(operation[0])}`;
		});
		expect(named.sort()).toEqual([
			'account: checkLogin',
			'account: getBalance',
			'account: transferCredits',
			'message: deleteScheduled',
			'message: getStatus',
			'message: preview',
			'message: send',
			'optOut: check',
			'optOut: getAll',
			'reply: getNew',
			'shortCodeMessage: getNew',
		]);
		for (const { displayOptions } of descriptions) {
			expect(displayOptions?.show?.['@tool']).toEqual([true]);
		}
	});

	it('of Send names numbers, alphabet, price and repetition', () => {
		const send = descriptions.find(
			({ displayOptions }) => displayOptions?.show?.operation?.[0] === 'send',
		);
		for (const word of [
			'real people',
			'paid for',
			'+ and country code',
			'commas',
			'160',
			'UNCONFIRMED',
		]) {
			expect(send?.default).toContain(word);
		}
	});
});
