import { expectNoPassword, FAULTS, setTimeouts, type Fault } from '../support/faults';
import { poll } from '../support/poll';
import { testServer } from '../support/server';
import { some } from '../support/runs';

const server = testServer();

interface EventCase {
	name: string;
	parameters: Record<string, unknown> & { options?: object };
	subject: string;
	/** What the gateway would have answered. */
	whole: string;
	/** Faults that it takes for an answer: that there is nothing, or what must not get lost. */
	answers?: Record<string, 'nothing' | 'unparsed'>;
}

const query = { options: { interface: 'query' } };
const QUERY_ANSWERS = {
	empty: 'nothing',
	truncated: 'unparsed',
	'wrong charset': 'unparsed',
} as const;

const EVENTS: EventCase[] = [
	{
		name: 'reply (xml)',
		parameters: { events: ['reply'] },
		subject: 'Replies',
		whole:
			'<XMLGateway_Replies><Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Hi</Message><SentMessageID>77</SentMessageID></Reply></XMLGateway_Replies>',
		answers: { truncated: 'unparsed' },
	},
	{
		name: 'reply (query)',
		parameters: { events: ['reply'], ...query },
		subject: 'Replies',
		whole: 'CLI=27821111111;DateReceived=202611200815;Message=Hi;SentMessageID=77&',
		answers: QUERY_ANSWERS,
	},
	{
		name: 'shortCodeMessage (xml)',
		parameters: { events: ['shortCodeMessage'] },
		subject: 'Short code messages',
		whole:
			'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Hi</Message></SCmessage></XMLGateway_SCmessages>',
		answers: { truncated: 'unparsed' },
	},
	{
		name: 'shortCodeMessage (query)',
		parameters: { events: ['shortCodeMessage'], ...query },
		subject: 'Short code messages',
		whole: 'SC=31234;CLI=27821111111;DateReceived=202611200815;Message=Hi&',
		answers: QUERY_ANSWERS,
	},
	{
		name: 'statusChange (xml)',
		parameters: { events: ['statusChange'], messageIds: '101' },
		subject: 'Statuses',
		whole:
			'<XMLGatewayStatus_Response><StatusID><MessageID>101</MessageID><CLI></CLI><Status>DELIVERED</Status><StatusDateTime>2026/11/20 08:15:42</StatusDateTime><StatusCode>0</StatusCode></StatusID></XMLGatewayStatus_Response>',
	},
	{
		name: 'statusChange (query)',
		parameters: { events: ['statusChange'], messageIds: '101', ...query },
		subject: 'Statuses',
		whole: '101=DELIVERED;2026/11/20;08:15:42;0&',
	},
];

type Cell = [eventName: string, faultName: string, event: EventCase, fault: Fault];
const cells = EVENTS.flatMap((event) =>
	FAULTS.map((fault): Cell => [event.name, fault.name, event, fault]),
);
const answerOf = (event: EventCase, fault: Fault) => event.answers?.[fault.name];

describe('each event meets each fault with one clear error, the password not in it', () => {
	it.each(cells)('%s: %s', async (_event, _fault, event, fault) => {
		setTimeouts(fault);
		server.answer(fault.reply(event.whole));
		const own = server.ownAddress();
		const { emitted, returned, error, recorded } = await poll({
			url: fault.url ?? own.url,
			parameters: event.parameters as never,
		});
		expectNoPassword([emitted, error, recorded]);
		const answer = answerOf(event, fault);
		if (answer === 'nothing') {
			expect([emitted, returned, error, recorded]).toEqual([[], null, undefined, []]);
		} else if (answer === 'unparsed') {
			expect(emitted).toMatchObject([[{ unparsed: true }]]);
			expect(error).toBeUndefined();
		} else {
			expect(emitted).toEqual([]);
			const [subject, sentence = ''] = error?.message.split(' were not read. ') ?? [];
			expect(subject).toBe(event.subject);
			expect(sentence).toMatch(fault.message);
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode: fault.httpCode });
			expect(error?.description).toBeTruthy();
		}
		// Records are asked for once; a status may be asked for again when the connection broke.
		const limit = event.subject === 'Statuses' ? 2 : 1;
		expect(own.requests().length).toBeLessThanOrEqual(limit);
	});

	it.each(some(cells))('%s: %s, in a live test', async (_event, _fault, event, fault) => {
		setTimeouts(fault);
		server.answer(fault.reply(event.whole));
		const { emitted, returned, error, recorded } = await poll({
			url: fault.url ?? server.url,
			parameters: {
				...event.parameters,
				options: { ...event.parameters.options, testData: 'live' },
			} as never,
			mode: 'manual',
		});
		expect([emitted, recorded]).toEqual([[], []]);
		expectNoPassword([returned, error]);
		const isUnparsed = answerOf(event, fault) === 'unparsed';
		if (isUnparsed) expect(returned).toMatchObject([{ unparsed: true }]);
		else expect(error).toBeDefined();
	});
});
