import { execute, resultsOf } from '../support/context';
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
		const { json } = await call(RESERVATION, { node: { ...TOOL, retryOnFail: true } });
		expect(json).toMatchObject([
			{ result: 'NOT_SENT', description: expect.stringMatching(description) as string },
		]);
		expect(json[0]).not.toHaveProperty('error');
	});

	it("with the reason why Send Once per Reference sends nothing in n8n's own agents", async () => {
		const { json } = await call(
			{ ...RESERVATION, options: { sendOnce: true, reference: 'order-1042' } },
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
		const { json } = await call(RESERVATION, { node: { ...TOOL, onError: 'continueErrorOutput' } });
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
		const { json, hints } = await call({ ...RESERVATION, options: { dryRun: true } });
		expect(resultsOf({ json })).toEqual(['DRY_RUN', undefined]);
		expect(json[1]?.note).toMatch(/^Dry run: nothing was sent\. 1 message of 1 part/);
		expect(hints).toEqual([]);
	});
});
