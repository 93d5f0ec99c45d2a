import type { INodePropertyOptions } from 'n8n-workflow';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import { isTimeZone } from '../../nodes/MessagingGateway/gateway/specification/time';
import { execute } from '../support/context';
import { poll } from '../support/poll';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const inZone = (timezone: unknown) => ({ credentials: { timezone: timezone as string } });
const johannesburg = inZone('Africa/Johannesburg');

const scheduled = (via: string, scheduledAt = '2099-11-20T08:00:00') => ({
	numbers: '27821111111',
	text: 'Hi',
	options: { interface: via, scheduledAt },
});

const xmlSent =
	'<XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber><NumberID><Number>27821111111</Number><ID>101</ID></NumberID></SendResult></XMLGateway_Response>';

describe('with a gateway whose clock is in Johannesburg', () => {
	it('writes the time of a message on its clock, over both interfaces', async () => {
		server.answer('27821111111=101&');
		const byQuery = await execute(server.url, 'message', 'send', scheduled('query'), johannesburg);
		expect(server.requests[0]?.query.scheduled).toBe('209911201000');
		server.answer(xmlSent);
		const byXml = await execute(server.url, 'message', 'send', scheduled('xml'), johannesburg);
		expect(server.requests[0]?.body).toMatch(
			/<\/Password><Scheduled>209911201000<\/Scheduled><Messages>/,
		);
		for (const { json } of [byQuery, byXml]) {
			expect(json[0]).toMatchObject({
				result: 'ACCEPTED',
				messageId: '101',
				scheduledAt: '2099-11-20T08:00:00Z',
			});
		}
	});

	it('leaves 08:00 of a workflow in Johannesburg at 08:00', async () => {
		server.answer('27821111111=101&');
		await execute(server.url, 'message', 'send', scheduled('query'), {
			...johannesburg,
			timezone: 'Africa/Johannesburg',
		});
		expect(server.requests[0]?.query.scheduled).toBe('209911200800');
	});

	it('reads the time of a status, over both interfaces', async () => {
		const asked = (via: string) => ({ messageIds: '101', options: { interface: via } });
		server.answer('101=DELIVERED;2026/11/20;10:15:42;0&');
		const byQuery = await execute(server.url, 'message', 'getStatus', asked('query'), johannesburg);
		expect(byQuery.json[0]?.statusAt).toBe('2026-11-20T08:15:42Z');
		server.answer(
			'<XMLGatewayStatus_Response><StatusID><MessageID>101</MessageID><CLI></CLI><Status>DELIVERED</Status><StatusDateTime>2026/11/20 10:15:42</StatusDateTime><StatusCode>0</StatusCode></StatusID></XMLGatewayStatus_Response>',
		);
		const byXml = await execute(server.url, 'message', 'getStatus', asked('xml'), johannesburg);
		expect(byXml.json[0]?.statusAt).toBe('2026-11-20T08:15:42Z');
	});

	it.each([
		['reply', 'getNew', 'CLI=27821111111;DateReceived=202611201015;Message=Yes;SentMessageID=1&'],
		[
			'shortCodeMessage',
			'getNew',
			'SC=34001;CLI=27821111111;DateReceived=202611201015;Message=Yes&',
		],
		['optOut', 'getAll', 'CLI=27821111111;DateReceived=202611201015;Message=Stop;SentMessageID=1&'],
	])('reads when a record was received: %s over the query interface', async (...names) => {
		const [resource, operation, body] = names;
		server.answer(body);
		const parameters = { options: { interface: 'query' } };
		const { json } = await execute(server.url, resource, operation, parameters, johannesburg);
		expect(json[0]?.receivedAt).toBe('2026-11-20T08:15:00Z');
	});

	it.each([
		['reply', 'XMLGateway_Replies', 'Reply', ''],
		['shortCodeMessage', 'XMLGateway_SCmessages', 'SCmessage', '<SC>34001</SC>'],
	])('reads when a record was received: %s over XML', async (resource, root, element, first) => {
		server.answer(
			`<${root}><${element}>${first}<CLI>27821111111</CLI><DateReceived>202611201015</DateReceived><Message>Yes</Message></${element}></${root}>`,
		);
		const { json } = await execute(server.url, resource, 'getNew', {}, johannesburg);
		expect(json[0]?.receivedAt).toBe('2026-11-20T08:15:00Z');
	});

	it('reads the times that the trigger emits', async () => {
		server.answer(
			'<XMLGateway_Replies><Reply><CLI>27821111111</CLI><DateReceived>202611201015</DateReceived><Message>Yes</Message><SentMessageID>1</SentMessageID></Reply></XMLGateway_Replies>',
		);
		const { emitted } = await poll({
			url: server.url,
			parameters: { events: ['reply'] },
			...johannesburg,
		});
		expect(emitted[0]?.[0]?.receivedAt).toBe('2026-11-20T08:15:00Z');
	});

	it('compares Received After with the real time of an opt-out', async () => {
		server.answer('CLI=27821111111;DateReceived=202611201015;Message=Stop;SentMessageID=1&');
		const after = async (receivedAfter: string) =>
			(await execute(server.url, 'optOut', 'getAll', { filters: { receivedAfter } }, johannesburg))
				.json.length;
		expect(await after('2026-11-20T08:14:00Z')).toBe(1);
		expect(await after('2026-11-20T08:16:00Z')).toBe(0);
	});
});

it('takes a credential that was saved without a time zone for GMT', async () => {
	server.answer('27821111111=101&');
	await execute(server.url, 'message', 'send', scheduled('query'), inZone(undefined));
	expect(server.requests[0]?.query.scheduled).toBe('209911200800');
});

it.each([['GMT+2'], ['Africa/Pretoria'], [''], [null], [2]])(
	'sends nothing with %j as time zone, and names the field',
	async (timezone) => {
		server.answer('27821111111=101&');
		const { error } = await execute(
			server.url,
			'message',
			'send',
			{ numbers: '27821111111', text: 'Hi' },
			inZone(timezone),
		);
		expect(error?.message).toMatch(/'Gateway Time Zone' of the credential is not a time zone/);
		expect(server.requests).toEqual([]);
	},
);

it('says in a hint when the clock of the gateway shows the hour of a message twice', async () => {
	const hintsAt = async (scheduledAt: string) => {
		server.answer('27821111111=101&');
		const options = { interface: 'query', scheduledAt };
		const { hints } = await execute(
			server.url,
			'message',
			'send',
			{ numbers: '27821111111', text: 'Hi', options },
			inZone('America/New_York'),
		);
		return hints.map(({ message }) => message).join(' ');
	};
	// Summer time ends there on 2 November 2098.
	for (const time of ['2098-11-02T05:30:00Z', '2098-11-02T06:30:00Z']) {
		expect(await hintsAt(time)).toContain(
			"The gateway's clock shows 2098-11-02 01:30 America/New_York twice, so a message for that hour may go out an hour early or late.",
		);
	}
	expect(await hintsAt('2098-11-02T07:30:00Z')).not.toContain('twice');
});

describe('the list of the credential', () => {
	const field = new MessagingGatewayApi().properties.find(({ name }) => name === 'timezone');
	const timeZoneOptions = field?.options as INodePropertyOptions[];
	const values = timeZoneOptions.map(({ value }) => value as string);

	it('begins with GMT, the clock of the specification', () => {
		expect(timeZoneOptions[0]).toEqual({ name: 'GMT', value: 'UTC' });
	});

	it('has the zones of the services that are known, and names that people search for', () => {
		expect(timeZoneOptions).toContainEqual({
			name: 'Africa/Johannesburg',
			value: 'Africa/Johannesburg',
		});
		expect(timeZoneOptions).toContainEqual({ name: 'America/New York', value: 'America/New_York' });
	});

	it('has only zones that exist in this version of Node.js, each once', () => {
		expect(values.filter((zone) => !isTimeZone(zone))).toEqual([]);
		expect(new Set(values).size).toBe(values.length);
	});

	it('has a zone for every zone of Node.js with a region, by one of its names', () => {
		const nameOf = (zone: string) =>
			new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
		const known = new Set(values.map(nameOf));
		const missing = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(nameOf(zone)));
		expect(missing).toEqual([]);
	});
});
