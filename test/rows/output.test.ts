import { execute, resultsOf } from '../support/context';
import { OPT_OUT_LIST } from '../support/records';
import { testServer } from '../support/server';
import { callsOfTool, RESERVATION, TOOL } from '../support/tool';
import { accepted } from '../support/xmlAnswers';

const server = testServer();
const call = callsOfTool(server);

describe('a tool answers in rows', () => {
	it('where every number was refused', async () => {
		server.answer(accepted(['27821111111', 'FAIL:OPTEDOUT']));
		const { json, error } = await call({ ...RESERVATION, options: { failWhen: 'anyNotAccepted' } });
		expect(error).toBeUndefined();
		expect(resultsOf({ json })).toEqual(['OPTED_OUT']);
	});

	it.each([
		[
			'a wrong login',
			'<XMLGateway_Response><Error>Invalid Username or Password</Error></XMLGateway_Response>',
			'Not sent. The gateway did not accept the login name or password. Stop and tell the user',
		],
		[
			'a gateway that refuses',
			404,
			"Not sent. The server has nothing at the path of the gateway's address (HTTP 404). Stop and tell the user",
		],
	])('with what to do, for %s', async (_, reply, description) => {
		if (typeof reply === 'string') server.answer(reply);
		else server.answer((__, response) => response.writeHead(reply).end());
		const { json } = await call(RESERVATION, { node: { ...TOOL, retryOnFail: true } });
		expect(json).toEqual([
			{
				recipient: '+27821111111',
				result: 'NOT_SENT',
				description,
				number: '27821111111',
				parts: 1,
			},
		]);
	});

	it("with the reason why Send Once per Reference sends nothing in n8n's own agents", async () => {
		const { json } = await call(
			{ ...RESERVATION, options: { sendOnce: true, reference: 'order-1042' } },
			{ isUnsaved: true },
		);
		expect(json).toEqual([
			{
				note: "Not sent. 'Send Once per Reference' works in saved workflows only, and n8n's own agents have none. Turn it off. Stop and tell the user",
			},
		]);
	});

	it('even with an error output, which a model does not see', async () => {
		server.answer(accepted(['27821111111', 'FAIL:OPTEDOUT']));
		const { json } = await call(RESERVATION, { node: { ...TOOL, onError: 'continueErrorOutput' } });
		expect(resultsOf({ json })).toEqual(['OPTED_OUT']);
	});

	it('with a note where there is no row', async () => {
		server.answer('Credits=FAIL');
		const { json } = await execute(server.url, 'account', 'getBalance', {}, { node: TOOL });
		expect(json).toEqual([
			{
				note: 'The gateway did not accept the login name or password. Stop and tell the user',
			},
		]);
	});

	it('with the hints in a last row, and none of Send, which could make a model send again', async () => {
		server.answer(accepted(['27821111111', '101']));
		const parameters = { numbers: 'nobody' };
		const { json, hints } = await execute(server.url, 'optOut', 'check', parameters, {
			node: TOOL,
		});
		expect(json[1]).toEqual({
			note: '1 of 1 numbers could not be checked, for the reason in their description: nobody.',
		});
		expect(hints).toEqual([]);
		const sent = await call({ ...RESERVATION, text: 'Curly “quotes”' });
		expect(resultsOf(sent)).toEqual(['ACCEPTED']);
	});

	it('also where a list is empty', async () => {
		server.answer(OPT_OUT_LIST);
		const parameters = { filters: { receivedAfter: '2036-11-20T00:00:00Z' } };
		const { json } = await execute(server.url, 'optOut', 'getAll', parameters, { node: TOOL });
		expect(json).toEqual([{ note: 'There are none.' }]);
	});
});
