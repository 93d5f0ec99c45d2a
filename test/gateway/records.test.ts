import fc from 'fast-check';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { interfaceWith } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import {
	isLeftover,
	type Leftover,
	type RecordKind,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import {
	readRecords as readAll,
	type GatewayRecord,
} from '../../nodes/MessagingGateway/gateway/operations/readRecords';
import { isOptOut } from '../../nodes/MessagingGateway/gateway/spec/optOutWords';
import { answer, scripted } from '../support/answers';

type Entries = Array<GatewayRecord | Leftover>;

/** Asks over the interface of that name, or over the one that can. */
function readRecords(
	exchange: ReturnType<typeof scripted>,
	kind: RecordKind,
	via: 'query' | 'xml',
	excludeShortCode = false,
) {
	const operation = excludeShortCode ? 'replyWithoutShortCode' : kind;
	return readAll(exchange, kind, interfaceWith(operation, via)[operation]);
}

async function entriesOf(
	kind: RecordKind,
	via: 'query' | 'xml',
	body: string | ReturnType<typeof answer>,
): Promise<Entries> {
	const reading = await readRecords(scripted(body), kind, via);
	if (!reading.ok) throw new Error(reading.failure.kind);
	return reading.value.entries;
}

const failureOf = async (
	kind: RecordKind,
	via: 'query' | 'xml',
	body: Parameters<typeof answer>,
) => {
	const reading = await readRecords(scripted(answer(...body)), kind, via);
	return reading.ok ? reading.value.failure?.kind : reading.failure.kind;
};

const reply = (from: string, text: string, sentMessageId: string | null = '77'): GatewayRecord => ({
	from,
	receivedAt: '2026-11-20T08:15:00Z',
	text,
	sentMessageId,
	shortCode: null,
});

const shortCodeMessage = (from: string, text: string): GatewayRecord => ({
	...reply(from, text, null),
	shortCode: '31234',
});

describe('replies over the query interface', () => {
	it('are asked for without parameters, or without those sent to a short code', async () => {
		const gateway = scripted('');
		await readRecords(gateway, 'reply', 'query');
		await readRecords(gateway, 'reply', 'xml', true);
		expect(gateway.requests).toEqual([
			{ method: 'GET', path: '/httpgetreplies.asp', parameters: {}, timeout: 30_000 },
			{
				method: 'GET',
				path: '/httpgetreplies.asp',
				parameters: { excludesc: 'true' },
				timeout: 30_000,
			},
		]);
	});

	it.each([
		['without an ampersand at the end', ''],
		['with one', '&'],
		['with a line break behind it', '&\r\n'],
	])('are read %s', async (_, end) => {
		const body = `CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=77&CLI=27822222222;DateReceived=202611200815;Message=No;SentMessageID=78${end}`;
		expect(await entriesOf('reply', 'query', body)).toEqual([
			reply('27821111111', 'Yes'),
			reply('27822222222', 'No', '78'),
		]);
	});

	it.each([
		['a & b & c'],
		['a;b;c=d'],
		['line\r\nbreak\n\n'],
		['&'],
		['&&CLI='],
		[''],
		[' spaces '],
		[';SentMessageID=5'],
		['it says CLI=1;DateReceived=2;Message=x'],
		['CLI=27829999999;DateReceived=202611200815;Message=not behind an ampersand'],
		['%26 &amp; 100% + ü €'],
		['FAIL&'],
		['Error=No'],
	])('may say %j', async (text) => {
		const body = `CLI=27821111111;DateReceived=202611200815;Message=${text};SentMessageID=77&CLI=27822222222;DateReceived=202611200815;Message=No;SentMessageID=&`;
		expect(await entriesOf('reply', 'query', body)).toEqual([
			reply('27821111111', text),
			reply('27822222222', 'No', null),
		]);
	});

	it('come with what stands between them and is no record', async () => {
		const body =
			'garbage&CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=77x&CLI=27822222222;DateReceived=202611200815;Message=no end&CLI=27823333333;DateReceived=202611200815;Message=No;SentMessageID=77';
		expect(await entriesOf('reply', 'query', body)).toEqual([
			{ raw: 'garbage' },
			reply('27821111111', 'Yes'),
			{ raw: 'x' },
			{ raw: 'CLI=27822222222;DateReceived=202611200815;Message=no end' },
			reply('27823333333', 'No'),
		]);
	});

	it('are passed on raw when their date is not one', async () => {
		const body = 'CLI=27821111111;DateReceived=2026-11-20;Message=Yes;SentMessageID=77&';
		expect(await entriesOf('reply', 'query', body)).toEqual([{ raw: body }]);
	});

	it('are kept of an answer that was cut, without half an ID', async () => {
		const body =
			'CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=77&CLI=27822222222;DateReceived=202611200815;Message=No;SentMessageID=7';
		const cut = failure('connectionBroken');
		const reading = await readRecords(scripted(answer(body, { cut })), 'reply', 'query');
		expect(reading).toEqual({
			ok: true,
			value: {
				entries: [reply('27821111111', 'Yes'), reply('27822222222', 'No', null)],
				failure: { ...cut, request: { interface: 'query', path: '/' } },
			},
		});
	});

	it('are kept when they come with a failing HTTP status', async () => {
		const body = 'CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=77';
		expect(await entriesOf('reply', 'query', answer(body, { status: 500 }))).toEqual([
			reply('27821111111', 'Yes'),
		]);
	});

	it.each<[string, Parameters<typeof answer>, string | undefined]>([
		['nothing new', [''], undefined],
		['a lone ampersand', ['&'], undefined],
		['a wrong login', ['FAIL&'], 'wrongLogin'],
		['a refusal', ['Error=Try later'], 'requestRefused'],
		['a web page', ['<html><title>Hi</title></html>'], 'unreadable'],
		['a failing server', ['Sorry', { status: 500 }], 'httpFailed'],
		['an HTTP 401', ['', { status: 401 }], 'httpRefused'],
		['a redirect', ['', { status: 302 }], 'redirected'],
		['a break before anything', ['', { cut: failure('connectionBroken') }], 'connectionBroken'],
	])('tell %s from data', async (_, body, kind) => {
		expect(await failureOf('reply', 'query', body)).toBe(kind);
	});
});

describe('short-code messages over the query interface', () => {
	it('are read with anything in their text', async () => {
		const body =
			'SC=31234;CLI=27821111111;DateReceived=202611200815;Message=VOTE A & B;SentMessageID=1&SC=31234;CLI=27822222222;DateReceived=202611200815;Message=B&';
		expect(await entriesOf('shortCodeMessage', 'query', body)).toEqual([
			shortCodeMessage('27821111111', 'VOTE A & B;SentMessageID=1'),
			shortCodeMessage('27822222222', 'B'),
		]);
	});

	it('are passed on raw when cut', async () => {
		const body = 'SC=31234;CLI=27821111111;DateReceived=202611200815;Message=hel';
		const cut = failure('connectionBroken');
		expect(await entriesOf('shortCodeMessage', 'query', answer(body, { cut }))).toEqual([
			{ raw: body },
		]);
	});
});

describe('opt-outs', () => {
	it('are asked for over the query interface, the only one that has them', async () => {
		const gateway = scripted('');
		await readRecords(gateway, 'optOut', 'xml');
		expect(gateway.requests[0]).toMatchObject({ method: 'GET', path: '/listoptouts.asp' });
	});

	it('may have been added by hand, without the ID of a message', async () => {
		const body =
			'CLI=27821111111;DateReceived=202611200815;Message=* MANUALLY ADDED BY USER *;SentMessageID=&';
		expect(await entriesOf('optOut', 'query', body)).toEqual([
			reply('27821111111', '* MANUALLY ADDED BY USER *', null),
		]);
	});
});

const xmlReply = (from: string, message: string, id = '77'): string =>
	`<Reply><CLI>${from}</CLI><DateReceived>202611200815</DateReceived><Message>${message}</Message><SentMessageID>${id}</SentMessageID></Reply>`;
const xmlReplies = (content: string): string =>
	`<?xml version="1.0" encoding="utf-8"?>\r\n<XMLGateway_Replies>${content}</XMLGateway_Replies>`;

describe('replies over the XML interface', () => {
	it('are asked for with nothing but the credentials', async () => {
		const gateway = scripted(xmlReplies(''), '<XMLGateway_SCmessages/>');
		await readRecords(gateway, 'reply', 'xml');
		await readRecords(gateway, 'shortCodeMessage', 'xml');
		expect(gateway.requests).toEqual([
			{ method: 'POST', path: '/xmlgetreplies.asp', root: 'Replies', content: {}, timeout: 30_000 },
			{
				method: 'POST',
				path: '/xmlgetscmessages.asp',
				root: 'SCmessages',
				content: {},
				timeout: 30_000,
			},
		]);
	});

	it.each([
		['Yes', 'Yes'],
		['a &amp; b &lt;c&gt; &quot;d&quot; &#65;&#x42;', 'a & b <c> "d" AB'],
		['a & b', 'a & b'],
		['&unknown; &eacute', '&unknown; &eacute'],
		['<![CDATA[a </Message></Reply> <b> &amp;]]>', 'a </Message></Reply> <b> &amp;'],
		['x<![CDATA[y]]>z &amp; <![CDATA[w]]>', 'xyz & w'],
		['1 < 2', '1 < 2'],
		['a <b>c</b>', 'a <b>c</b>'],
		['<!DOCTYPE x>', '<!DOCTYPE x>'],
		['<!-- x', '<!-- x'],
		['<![CDATA[ no end', '<![CDATA[ no end'],
		['  two\r\n lines ', '  two\r\n lines '],
		['<CLI>1</CLI>', '<CLI>1</CLI>'],
		['', ''],
	])('may be written %j', async (written, text) => {
		const body = xmlReplies(xmlReply('27821111111', written) + xmlReply('27822222222', 'No', ''));
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			reply('27821111111', text),
			reply('27822222222', 'No', null),
		]);
	});

	it('may have white space, attributes, prefixes and an empty Message', async () => {
		const body = `<g:XMLGateway_Replies xmlns:g="urn:x">
			<g:Reply id="1"><g:CLI> 27821111111 </g:CLI><g:DateReceived>202611200815</g:DateReceived><g:Message/><g:SentMessageID>77</g:SentMessageID></g:Reply>
			<!-- one of one -->
		</g:XMLGateway_Replies>`;
		expect(await entriesOf('reply', 'xml', body)).toEqual([reply('27821111111', '')]);
	});

	it('come with what stands between them and is no record', async () => {
		const broken = '<Reply><CLI>unknown</CLI><Message>Help</Message></Reply>';
		const body = xmlReplies(`${xmlReply('27821111111', 'Yes')}words${broken}`);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			reply('27821111111', 'Yes'),
			{ raw: broken },
			{ raw: 'words' },
		]);
	});

	it('come with text that stands beside their fields, but not with elements nobody knows', async () => {
		const body = xmlReplies(
			xmlReply('27821111111', 'Yes').replace('<CLI>', 'words<Network>MTN</Network><CLI>'),
		);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			reply('27821111111', 'Yes'),
			{ raw: 'words' },
		]);
	});

	it('are kept beside an Error, and so is half a one', async () => {
		const half = '<Reply><CLI>27</CLI><Message>see <!-- my words --> th';
		const body = `<XMLGateway_Replies><Error>x</Error>${half}`;
		const cut = failure('connectionBroken');
		expect(await entriesOf('reply', 'xml', answer(body, { cut }))).toEqual([
			{ raw: `<Error>x</Error>${half}` },
		]);
	});

	it('are kept of an answer that was cut, and the half one with them', async () => {
		const body = xmlReplies(xmlReply('27821111111', 'Yes') + xmlReply('27822222222', 'No'));
		const cutBody = body.slice(0, body.indexOf('No') + 1);
		const cut = failure('connectionBroken');
		const reading = await readRecords(scripted(answer(cutBody, { cut })), 'reply', 'xml');
		expect(reading).toEqual({
			ok: true,
			value: {
				entries: [
					reply('27821111111', 'Yes'),
					{
						raw: '<Reply><CLI>27822222222</CLI><DateReceived>202611200815</DateReceived><Message>N',
					},
				],
				failure: { ...cut, request: { interface: 'query', path: '/' } },
			},
		});
	});

	it.each<[string, Parameters<typeof answer>, string | undefined]>([
		['nothing new', [xmlReplies('')], undefined],
		['nothing new in one tag', ['<XMLGateway_Replies/>'], undefined],
		['a wrong login', [xmlReplies('<Error>Invalid Username or Password</Error>')], 'wrongLogin'],
		['a refusal', [xmlReplies('<Error>Not Valid XML Document</Error>')], 'requestRefused'],
		['an empty answer', [''], 'empty'],
		['a web page', ['<!DOCTYPE html><html></html>'], 'unreadable'],
		['another document', ['<XMLGateway_Response></XMLGateway_Response>'], 'unreadable'],
		['a failing server', [xmlReplies(''), { status: 500 }], 'httpFailed'],
	])('tell %s from data', async (_, body, kind) => {
		expect(await failureOf('reply', 'xml', body)).toBe(kind);
	});
});

describe('short-code messages over the XML interface', () => {
	it('have a short code and no message ID', async () => {
		const body =
			'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>A</Message></SCmessage></XMLGateway_SCmessages>';
		expect(await entriesOf('shortCodeMessage', 'xml', body)).toEqual([
			shortCodeMessage('27821111111', 'A'),
		]);
	});
});

describe('any records', () => {
	const number = fc.stringMatching(/^[1-9][0-9]{6,14}$/);
	const hostile = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({
			unit: fc.constantFrom('&', ';', '=', '<', '>', ']]>', '<![CDATA[', 'CLI=', '\n', 'é'),
		}),
	);
	const anyReply = fc.record({
		from: number,
		text: hostile,
		id: fc.stringMatching(/^[1-9][0-9]{0,20}$/),
	});
	const escape = (text: string): string =>
		text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
	// What XML cannot hold at all cannot come through it.
	const inXml = (text: string): boolean =>
		!/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text);

	it('survive the way over the query interface', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyReply), async (replies) => {
				const body = replies
					.map(
						({ from, text, id }) =>
							`CLI=${from};DateReceived=202611200815;Message=${text};SentMessageID=${id}&`,
					)
					.join('');
				expect(await entriesOf('reply', 'query', body)).toEqual(
					replies.map(({ from, text, id }) => reply(from, text, id)),
				);
			}),
		);
	});

	it('survive the way over the XML interface', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyReply), async (all) => {
				const replies = all.filter(({ text }) => inXml(text));
				const body = xmlReplies(
					replies.map(({ from, text, id }) => xmlReply(from, escape(text), id)).join(''),
				);
				expect(await entriesOf('reply', 'xml', body)).toEqual(
					replies.map(({ from, text, id }) => reply(from, text, id)),
				);
			}),
		);
	});

	const noise = fc.string({
		unit: fc.constantFrom(
			...['a', 'é', ' ', '&', ';', '=', '<', '>', '/', '\n', '27821111111', '202611200815'],
			...['CLI=', 'DateReceived=', 'Message=', 'SentMessageID=', 'SC='],
			...['<Reply>', '</Reply>', '<CLI>', '</CLI>', '<Message>', '</Message>', '<![CDATA[', ']]>'],
			'CLI=27821111111;DateReceived=202611200815;Message=',
			';SentMessageID=1',
		),
	});

	it('and any noise around them lose no letter over the query interface', async () => {
		await fc.assert(
			fc.asyncProperty(noise, async (body) => {
				fc.pre(!/^\s*FAIL&?\s*$/.test(body) && !/^\s*<(?:!doctype|html|\?xml)/i.test(body));
				const entries = await entriesOf('reply', 'query', body);
				expect(lettersIn(entries)).toBe(count(body, 'é'));
			}),
			{ numRuns: 1000 },
		);
	});

	it('and any noise around them lose no letter over the XML interface', async () => {
		await fc.assert(
			fc.asyncProperty(noise, async (content) => {
				const entries = await entriesOf('reply', 'xml', xmlReplies(content));
				// What stands in a record beside its fields is an element that nobody knows.
				const unknown = [...content.matchAll(/<Reply>[^]*?<\/Reply>/g)].some(([element]) =>
					/<CLI>/.test(element),
				);
				if (!unknown) expect(lettersIn(entries)).toBe(count(content, 'é'));
			}),
			{ numRuns: 1000 },
		);
	});

	const count = (text: string, letter: string): number => text.split(letter).length - 1;
	const lettersIn = (entries: Entries): number =>
		entries.reduce((sum, entry) => sum + count(isLeftover(entry) ? entry.raw : entry.text, 'é'), 0);
});

describe('large answers', () => {
	const OPT_OUT = 'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=1&';

	it('are read whole: 200,000 opt-outs, 50,000 replies', async () => {
		expect(await entriesOf('optOut', 'query', OPT_OUT.repeat(200_000))).toHaveLength(200_000);
		const replies = xmlReplies(xmlReply('27821111111', 'a &amp; b').repeat(50_000));
		expect(await entriesOf('reply', 'xml', replies)).toHaveLength(50_000);
	});

	// Each would take minutes if a tenfold answer took a hundredfold time.
	it.each<['query' | 'xml', string, string, string]>([
		['query', '', 'CLI=27821111111;DateReceived=202611200815;Message=', ''],
		['query', '', '&    ', 'x'],
		['query', '', ';SentMessageID=', ''],
		['xml', '<XMLGateway_Replies>', '<![CDATA[', ''],
		['xml', '<XMLGateway_Replies>', '<!--', ''],
		['xml', '<XMLGateway_Replies>', '<?x ', ''],
		['xml', '<XMLGateway_Replies>', '<Reply ', ''],
		['xml', '<XMLGateway_Replies>', '<Reply>', ''],
		['xml', '<XMLGateway_Replies><Reply>', '<Message>', '</Reply></XMLGateway_Replies>'],
		['xml', '<XMLGateway_Replies><Reply><Message/>', '<CLI>', '</Reply></XMLGateway_Replies>'],
		['xml', '<XMLGateway_Replies><Reply>', '</Message>', '</Reply></XMLGateway_Replies>'],
		[
			'xml',
			'<XMLGateway_Replies><Reply><CLI>2782</CLI><Message>',
			'<![CDATA[',
			'</Message></Reply></XMLGateway_Replies>',
		],
		[
			'xml',
			'<XMLGateway_Replies><Reply><CLI>2782</CLI><Message>',
			'&',
			'</Message></Reply></XMLGateway_Replies>',
		],
	])('of hostile text are read in one pass over %s: %s%s...', async (via, start, repeated, end) => {
		const body = start + repeated.repeat(200_000) + end;
		const reading = await readRecords(scripted(body), 'reply', via);
		expect(reading.ok && reading.value.entries.length).toBeGreaterThan(0);
	});
});

describe('opt-out trigger words', () => {
	it.each([
		['Stop', true],
		['STOP', true],
		[' stop\n', true],
		['End', true],
		['Cancel', true],
		['Unsubscribe', true],
		['quit', true],
		['Stop sending me this', true],
		['stop send', true],
		['Opt out please', true],
		['opt-out', true],
		['OPT_OUT', true],
		['optout', false],
		['opt  out', false],
		['Stop it', false],
		['Please stop', false],
		['The end', false],
		['', false],
	])('%j: %s', (text, optOut) => {
		expect(isOptOut(text)).toBe(optOut);
	});
});
