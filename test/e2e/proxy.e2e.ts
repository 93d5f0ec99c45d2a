import type { ServerResponse } from 'node:http';
import { itemsOf } from '../../sandbox/execution';
import { SEND } from './campaigns';
import { Relay, type Treatment } from './relay';
import { setUpStage } from './stage';

let proxy: Relay;
const stage = setUpStage(async () => {
	proxy = await Relay.start();
	return { HTTP_PROXY: proxy.address };
});
afterAll(() => proxy?.stop());
beforeEach(() => {
	proxy.log.length = 0;
});

const NUMBER = '27821111111';

/** Sends one message, and gives its row, with the messages that reached the gateway. */
async function send(options: object = {}) {
	const { data } = await stage.run({
		rows: [{}],
		parameters: { numbers: NUMBER, text: 'Hi', options: { failWhen: 'never', ...options } },
		settings: { onError: 'continueRegularOutput' },
	});
	const [{ result, description } = {}] = itemsOf(data, 'Gateway');
	return { result, description, arrived: (await stage.simulator.messages()).length };
}

/** Answers with a status as the proxy itself. */
const blocked = (status: number) => (response: ServerResponse) =>
	void response
		.writeHead(status, { Via: '1.1 proxy.example.com' })
		.end('<html><body>Blocked</body></html>');

const passOn =
	(then?: (response: ServerResponse) => void): Treatment =>
	(request, response) =>
		proxy.passOn(request, response, then);

const refuse =
	(status: number): Treatment =>
	(request, response) =>
		request.resume().on('end', () => blocked(status)(response));

/** What a proxy may do, how many messages the gateway takes, and the result. */
const CASES: Array<[what: string, treatment: Treatment, arrived: number, result: string]> = [
	['passes everything on', passOn(), 1, 'ACCEPTED'],
	['passes the request on, and answers 403 itself', passOn(blocked(403)), 1, 'UNCONFIRMED'],
	['passes nothing on and answers 403, which looks the same', refuse(403), 0, 'UNCONFIRMED'],
	['wants a login of its own (407)', refuse(407), 0, 'NOT_SENT'],
	['cannot reach the gateway (502)', refuse(502), 0, 'UNCONFIRMED'],
	['breaks off the answer', passOn((response) => void response.destroy()), 1, 'UNCONFIRMED'],
];

describe('a proxy between n8n and the gateway (HTTP_PROXY)', () => {
	it.each(CASES)('that %s', async (_, treatment, arrived, result) => {
		proxy.treatment = treatment;
		expect(await send()).toMatchObject({ result, arrived });
		expect(proxy.log).toEqual([`POST ${stage.simulator.address}${SEND}`]);
	});

	it('reads login and password in addresses of the query interface, on plain HTTP', async () => {
		proxy.treatment = passOn();
		expect(await send({ interface: 'query' })).toMatchObject({ result: 'ACCEPTED', arrived: 1 });
		expect(proxy.log).toEqual([
			`GET ${stage.simulator.address}/batchmessage.asp?message=Hi&numbers=${NUMBER}&user=demo&password=demo`,
		]);
	});

	it('that cannot be reached: NOT_SENT', async () => {
		proxy.stop();
		expect(await send()).toMatchObject({ result: 'NOT_SENT', arrived: 0 });
	});
});
