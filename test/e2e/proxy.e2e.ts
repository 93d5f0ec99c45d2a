import { itemsOf } from '../../sandbox/execution';
import { answerItself, passOn, Proxy, refuse, type Treatment } from './proxy';
import { setUpStage } from './stage';

let proxy: Proxy;
const stage = setUpStage(async () => {
	proxy = await Proxy.start();
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

const cut = passOn((response) => void response.destroy());
const SIGNED = { Via: '1.1 proxy.example.com' };

interface Case {
	what: string;
	treatment: Treatment;
	/** How many messages the gateway takes. */
	arrived: number;
	result: string;
}

const CASES: Case[] = [
	{ what: 'passes everything on', treatment: passOn(), arrived: 1, result: 'ACCEPTED' },
	{
		what: 'passes the request on, and answers 403 itself with Via',
		treatment: passOn(answerItself(403, SIGNED)),
		arrived: 1,
		result: 'UNCONFIRMED',
	},
	{
		what: 'does so with Proxy-Status',
		treatment: passOn(
			answerItself(403, { 'Proxy-Status': 'proxy.example.com; error=http_request_denied' }),
		),
		arrived: 1,
		result: 'UNCONFIRMED',
	},
	{
		what: 'does so with X-Squid-Error',
		treatment: passOn(answerItself(403, { 'X-Squid-Error': 'ERR_ACCESS_DENIED 0' })),
		arrived: 1,
		result: 'UNCONFIRMED',
	},
	{
		what: 'passes nothing on and answers 403, which looks the same',
		treatment: refuse(403, SIGNED),
		arrived: 0,
		result: 'UNCONFIRMED',
	},
	{
		what: 'wants a login of its own (407)',
		treatment: refuse(407),
		arrived: 0,
		result: 'NOT_SENT',
	},
	{
		what: 'cannot reach the gateway (502)',
		treatment: refuse(502, SIGNED),
		arrived: 0,
		result: 'UNCONFIRMED',
	},
	{
		what: 'waits too long for the answer (504)',
		treatment: passOn(answerItself(504, SIGNED)),
		arrived: 1,
		result: 'UNCONFIRMED',
	},
	{ what: 'breaks off the answer', treatment: cut, arrived: 1, result: 'UNCONFIRMED' },
];

describe('a proxy between n8n and the gateway (HTTP_PROXY)', () => {
	it.each(CASES)('that $what: $result', async ({ treatment, arrived, result }) => {
		proxy.treatment = treatment;
		expect(await send()).toMatchObject({ result, arrived });
		expect(proxy.log).toEqual([`POST ${stage.simulator.address}/xmlsendsmsmulti.asp`]);
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
