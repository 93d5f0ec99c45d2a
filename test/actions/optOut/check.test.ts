import { execute } from '../../support/context';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
	server.answer('CLI=27824444444;DateReceived=202611200815;Message=Stop;SentMessageID=101');
});
afterAll(async () => server.close());

it('a number that cannot be checked goes to the error output, the others do not', async () => {
	const { items } = await execute(
		server.url,
		'optOut',
		'check',
		{ numbers: '12, 27821111111' },
		{ node: { onError: 'continueErrorOutput' } },
	);
	expect(items).toMatchObject([
		{ json: { error: { recipient: '12', optedOut: null } }, pairedItem: { item: 0 } },
		{ json: { recipient: '27821111111', optedOut: false }, pairedItem: { item: 0 } },
	]);
});
