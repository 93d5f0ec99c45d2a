import fc from 'fast-check';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { passwordGate } from '../../nodes/MessagingGateway/gateway/exchange/passwordGate';
import { interfaceWith } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import {
	type Leftover,
	type RecordKind,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import {
	readRecords as readAll,
	type GatewayRecord,
} from '../../nodes/MessagingGateway/gateway/operations/readRecords';
import { finderIn } from '../../nodes/MessagingGateway/actions/optOut/list';
import { isOptOut } from '../../nodes/MessagingGateway/gateway/specification/optOutWords';
import { toRecordItem } from '../../nodes/MessagingGateway/n8n/recordItems';
import { answer, scripted } from '../support/answers';
import { runs } from '../support/runs';

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
			{ method: 'GET', path: '/httpgetreplies.asp', parameters: {}, timeout: 240_000 },
			{
				method: 'GET',
				path: '/httpgetreplies.asp',
				parameters: { excludesc: 'true' },
				timeout: 240_000,
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

	it.each([
		['a number with a plus sign', '+27822222222', '27822222222'],
		['a name', 'ACME', 'ACME'],
		['a name of words', 'My Shop 24/7', 'My Shop 24/7'],
		['a name in another script', 'Кафе', 'Кафе'],
		['nothing', '', ''],
		['a hidden number', 'anonymous', 'anonymous'],
	])('may come from %s', async (_, sender, from) => {
		const body = `CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=77&CLI=${sender};DateReceived=202611200815;Message=STOP;SentMessageID=78&`;
		expect(await entriesOf('reply', 'query', body)).toEqual([
			reply('27821111111', 'Yes'),
			reply(from, 'STOP', '78'),
		]);
	});

	it.each([
		'CLI=a;b;DateReceived=202611200815;Message=No;SentMessageID=78',
		'CLI=H&M;DateReceived=202611200815;Message=No;SentMessageID=78',
		'CLI 27822222222;DateReceived=202611200815;Message=No;SentMessageID=78',
		'CLI=27822222222;DateReceived=2026-11-20;Message=No;SentMessageID=78',
		'CLI=27822222222;DateReceived=;Message=No;SentMessageID=78',
		'CLI=27822222222;DateReceived=202611200815;Massage=No;SentMessageID=78',
		'CLI=27822222222;DateReceived=202611200815;Network=MTN;Message=No;SentMessageID=78',
		'SC=31234;CLI=27822222222;DateReceived=202611200815;Message=No;SentMessageID=78',
	])('do not take in what follows them and is not quite a record: %s', async (damaged) => {
		const body = `CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=77&${damaged}&CLI=27823333333;DateReceived=202611200815;Message=Maybe;SentMessageID=79`;
		const entries = await entriesOf('reply', 'query', body);
		expect(entries).toEqual([
			reply('27821111111', 'Yes'),
			{ raw: expect.stringContaining(damaged) as string },
			reply('27823333333', 'Maybe', '79'),
		]);
	});

	it('hold no secret in what is not as it should be, and leave the words alone', async () => {
		const body =
			'CLI=s3cret;DateReceived=202611200815;Message=s3cret;SentMessageID=77&rest s3cret&';
		const gate = passwordGate({ password: 's3cret' });
		expect(await entriesOf('reply', 'query', answer(body, { gate }))).toEqual([
			reply('***', 's3cret'),
			{ raw: 'rest ***&' },
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
				entries: [
					reply('27821111111', 'Yes'),
					reply('27822222222', 'No', null),
					{ raw: ';SentMessageID=7' },
				],
				failure: { ...cut, request: { interface: 'query', path: '/' } },
			},
		});
	});

	it('are kept without half an ID where nothing says that the answer is whole', async () => {
		const body = 'CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=7';
		expect(await entriesOf('reply', 'query', answer(body, { framed: false }))).toEqual([
			reply('27821111111', 'Yes', null),
			{ raw: ';SentMessageID=7' },
		]);
		expect(await entriesOf('reply', 'query', answer(`${body}&`, { framed: false }))).toEqual([
			reply('27821111111', 'Yes', '7'),
		]);
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

	it.each([
		['SC=31234;CLI=ACME;DateReceived=202611200815;Message=B', 'ACME'],
		['SC=31234;CLI=;DateReceived=202611200815;Message=B', ''],
	])('may come from a name or from nobody: %s', async (second, from) => {
		const body = `SC=31234;CLI=27821111111;DateReceived=202611200815;Message=A&${second}&`;
		expect(await entriesOf('shortCodeMessage', 'query', body)).toEqual([
			shortCodeMessage('27821111111', 'A'),
			shortCodeMessage(from, 'B'),
		]);
	});

	it.each([
		'SC=31234;CLI=a;b;DateReceived=202611200815;Message=B',
		'SX=31234;CLI=27822222222;DateReceived=202611200815;Message=B',
		'SC=31234;CLI 27822222222;DateReceived=202611200815;Message=B',
		'SC=31234;CLI=27822222222;DateReceived=2026-11-20;Message=B',
		'SC=31234;CLI=27822222222;DateReceived=202611200815;Massage=B',
	])('do not take in what follows them and is not quite a record: %s', async (damaged) => {
		const body = `SC=31234;CLI=27821111111;DateReceived=202611200815;Message=A & me&${damaged}&SC=31234;CLI=27823333333;DateReceived=202611200815;Message=C`;
		expect(await entriesOf('shortCodeMessage', 'query', body)).toEqual([
			shortCodeMessage('27821111111', 'A & me'),
			{ raw: damaged },
			shortCodeMessage('27823333333', 'C'),
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

	it('are none, if an empty answer ended well and the login is valid', async () => {
		const gateway = scripted('', 'Login=OK');
		const reading = await readRecords(gateway, 'optOut', 'query');
		expect(reading).toEqual({ ok: true, value: { entries: [], failure: null } });
		expect(gateway.requests.map(({ path }) => path)).toEqual(['/listoptouts.asp', '/auth.asp']);
	});

	it('are not checked by the login if there are some', async () => {
		const gateway = scripted(
			'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=1&',
		);
		await readRecords(gateway, 'optOut', 'query');
		expect(gateway.requests).toHaveLength(1);
	});

	it.each<[string, Array<Parameters<typeof scripted>[0]>, string]>([
		['a wrong login', ['', 'Login=FAIL'], 'wrongLogin'],
		['a locked account', ['', 'Login=ACCOUNTLOCKED'], 'accountLocked'],
		['a login nobody can check', ['', '<html>Log in</html>'], 'unreadable'],
		['a login that meets a failure', ['', failure('timedOut', '30')], 'timedOut'],
		['nothing of unknown length', [answer('', { framed: false }), 'Login=OK'], 'empty'],
		['another HTTP status', [answer('', { status: 204 }), 'Login=OK'], 'empty'],
		['a failing server', [answer('', { status: 503 }), 'Login=OK'], 'httpFailed'],
		['a redirect', [answer('', { status: 302 }), 'Login=OK'], 'redirected'],
		[
			'a break before anything',
			[answer('', { cut: failure('connectionBroken') }), 'Login=OK'],
			'connectionBroken',
		],
		['a web page', ['<html><title>Log in</title></html>', 'Login=OK'], 'unreadable'],
		['JSON', ['{"error":"unauthenticated"}', 'Login=OK'], 'unreadable'],
		['any other text', ['Please log in', 'Login=OK'], 'unreadable'],
		['a wrong login that says so', ['FAIL&', 'Login=OK'], 'wrongLogin'],
	])('are told from %s', async (_, answers, kind) => {
		const reading = await readRecords(scripted(...answers), 'optOut', 'query');
		expect(reading.ok ? 'read' : reading.failure.kind).toBe(kind);
	});

	it('do not hide in one another, whatever form the second has', async () => {
		const first = 'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=1';
		for (const second of [
			'CLI=2782;',
			'CLI: 27822222222;DateReceived=202611200815;Message=Stop;',
		]) {
			const entries = await entriesOf('optOut', 'query', `${first}&${second}SentMessageID=2&`);
			expect(entries[0]).toEqual(reply('27821111111', 'Stop', '1'));
			expect(entries[1]).toEqual({ raw: `${second}SentMessageID=2&` });
		}
	});
});

describe('a number is looked up among opt-outs', () => {
	const find = (number: string, from: string) => finderIn([reply(from, 'Stop')], [])(number);

	it.each([
		['as it is', '27821111111', '27821111111', true],
		['in national form', '27821111111', '0821111111', true],
		['in national form without the zero', '27821111111', '821111111', true],
		['with its prefix', '27821111111', '0027821111111', true],
		['with spaces and a plus sign', '27821111111', '+27 82 111-1111', true],
		['by its last seven digits', '27821111111', '1111111', true],
		['but not by six', '27821111111', '111111', false],
		['but not by the beginning of it', '27821111111', '2782111', false],
		['but not under another one', '27821111111', '0821111112', false],
		['but not under a name', '27821111111', 'ACME', false],
		['but not under nothing', '27821111111', '', false],
	])('%s', (_, number, from, optedOut) => {
		expect(find(number, from).optedOut).toBe(optedOut);
	});

	it('with the latest of its entries, in whatever form', () => {
		const early = { ...reply('0821111111', 'Stop'), receivedAt: '2026-11-20T08:15:00Z' };
		const late = { ...reply('27821111111', 'Quit'), receivedAt: '2026-11-21T08:15:00Z' };
		expect(finderIn([late, early], [])('27821111111').optOut).toBe(late);
		expect(finderIn([early, late], [])('27821111111').optOut).toBe(late);
	});

	it.each(['CLI=0821111111;DateReceived=', 'CLI=27 82 111 1111', '27821111111'])(
		'in what cannot be read: %s',
		(raw) => {
			expect(finderIn([], [{ raw }])('27821111111')).toEqual({ optedOut: true, optOut: undefined });
			expect(finderIn([], [{ raw }])('27821111112').optedOut).toBe(false);
		},
	);
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
			{
				method: 'POST',
				path: '/xmlgetreplies.asp',
				root: 'Replies',
				content: {},
				timeout: 240_000,
			},
			{
				method: 'POST',
				path: '/xmlgetscmessages.asp',
				root: 'SCmessages',
				content: {},
				timeout: 240_000,
			},
		]);
	});

	it.each([
		['Yes', 'Yes'],
		['a &amp; b &lt;c&gt; &quot;d&quot; &#65;&#x42;', 'a & b <c> "d" AB'],
		['a & b', 'a & b'],
		['&unknown; &eacute', '&unknown; &eacute'],
		[
			'&eacute; &euro; &#00065; &#0; &#xD800; &#1114112;',
			'&eacute; &euro; A &#0; &#xD800; &#1114112;',
		],
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

	it('may have empty elements with a space in them, as some servers write them', async () => {
		const body = xmlReplies(
			'<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message /><SentMessageID /></Reply>',
		);
		expect(await entriesOf('reply', 'xml', body)).toEqual([reply('27821111111', '', null)]);
		expect(await entriesOf('reply', 'xml', '<XMLGateway_Replies />')).toEqual([]);
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

	it('come with text that stands beside their fields', async () => {
		const body = xmlReplies(
			xmlReply('27821111111', 'Yes').replace('<CLI>', 'words<Network>MTN</Network><CLI>'),
		);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			{ ...reply('27821111111', 'Yes'), other: { Network: 'MTN' } },
			{ raw: 'words' },
		]);
	});

	it.each<[string, Record<string, string | string[]>]>([
		['<Network>MTN</Network>', { Network: 'MTN' }],
		['<g:Network id="1"> M &amp; N </g:Network >', { Network: 'M & N' }],
		['<Network><![CDATA[<MTN>]]></Network>', { Network: '<MTN>' }],
		['<Network/><Price></Price>', { Network: '', Price: '' }],
		['<Tag>a</Tag><Tag>b</Tag><tag>c</tag>', { Tag: ['a', 'b'], tag: 'c' }],
		['<SC>31234</SC>', { SC: '31234' }],
		['<CLI>27829999999</CLI>', { CLI: '27829999999' }],
		['<constructor>a</constructor>', { constructor: 'a' } as never],
		['<Geo><Lat>1</Lat></Geo>', { Lat: '1' }],
	])('keep elements that nobody knows: %s', async (elements, other) => {
		const body = xmlReplies(
			xmlReply('27821111111', 'Yes').replace('</Reply>', `${elements}</Reply>`),
		);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			{ ...reply('27821111111', 'Yes'), other },
		]);
	});

	it('pass on an element that has a name of JavaScript as text', async () => {
		const body = xmlReplies(
			xmlReply('27821111111', 'Yes').replace('</Reply>', '<__proto__>a</__proto__></Reply>'),
		);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			reply('27821111111', 'Yes'),
			{ raw: '<__proto__>a</__proto__>' },
		]);
	});

	it.each(['ACME', '', 'unknown', '+ACME'])(
		'may come from a name or from nobody: %j',
		async (from) => {
			const body = xmlReplies(xmlReply('27821111111', 'Yes') + xmlReply(from, 'STOP', '78'));
			expect(await entriesOf('reply', 'xml', body)).toEqual([
				reply('27821111111', 'Yes'),
				reply(from, 'STOP', '78'),
			]);
		},
	);

	it('hold no secret in what is not as it should be, and leave the words alone', async () => {
		const body = xmlReplies(
			`<Reply><CLI>s3cret</CLI><DateReceived>s3cret</DateReceived><Message>s3cret</Message><SentMessageID>s3cret</SentMessageID><s3cret>a s3cret</s3cret></Reply>`,
		);
		const gate = passwordGate({ password: 's3cret' });
		expect(await entriesOf('reply', 'xml', answer(body, { gate }))).toEqual([
			{
				from: '***',
				receivedAt: '***',
				text: 's3cret',
				sentMessageId: '***',
				shortCode: null,
				other: { '***': 'a ***' },
			},
		]);
	});

	const whole = xmlReply('27821111111', 'Yes');
	const half = '<Reply><CLI>27822222222</CLI><Message>No, see <!-- my --> words, all 120 of them';

	it.each([
		['misspelt', `<XMLGateway_Replie>${whole}`, [{ raw: '<XMLGateway_Replie>' }]],
		['missing', whole, []],
		['truncated', `teway_Replies>${whole}`, [{ raw: 'teway_Replies>' }]],
		['another', `<Replies>${whole}</Replies>`, [{ raw: '<Replies>' }, { raw: '</Replies>' }]],
		['that of a page', `<!DOCTYPE html><html>${whole}`, [{ raw: '<!DOCTYPE html><html>' }]],
	])('are read under a root that is %s', async (_, body, others) => {
		expect(await entriesOf('reply', 'xml', body)).toEqual([reply('27821111111', 'Yes'), ...others]);
	});

	it.each([
		['<XMLGateway_Replie>', half],
		['', half],
		['', half.replace('<Reply>', '<Rply>')],
		['', half.replace('<Reply>', '')],
	])(
		'are passed on in full if both the root %j and the record are damaged',
		async (root, damaged) => {
			expect(await entriesOf('reply', 'xml', root + damaged)).toEqual([{ raw: root + damaged }]);
		},
	);

	it('are passed on apart where several are damaged', async () => {
		const broken = [1, 2].map((n) => `<Reply><CLI>2782</CLI><Message>No <!-- ${n} --></Reply>`);
		const body = xmlReplies(`${half}${whole}<!-- two -->${broken.join('\n')}`);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			reply('27821111111', 'Yes'),
			...broken.map((raw) => ({ raw })),
			{ raw: half },
		]);
	});

	it.each([
		['an empty Message that is closed again', '<Message/>Yes</Message>'],
		['a Message of which the tag has no end', '<Message Yes></Message>'],
		['a Message of which the text looks like attributes', '<Message a="b" Yes></Message>'],
		['a Message without an end', '<Message>Yes'],
		['a Message of which the end stands in a CDATA section', '<Message><![CDATA[Yes</Message>]]>'],
	])('are passed on in full with %s', async (_, message) => {
		const damaged = xmlReply('27821111111', '').replace('<Message></Message>', message);
		const body = xmlReplies(damaged + xmlReply('27822222222', 'No'));
		expect(await entriesOf('reply', 'xml', body)).toEqual(
			[reply('27822222222', 'No'), { raw: damaged }].sort((one) => ('raw' in one ? -1 : 1)),
		);
	});

	it('keep what a damaged field held', async () => {
		const damaged = xmlReply('27821111111', 'Yes').replace('</SentMessageID>', '</SentMessage>');
		expect(await entriesOf('reply', 'xml', xmlReplies(damaged))).toEqual([
			reply('27821111111', 'Yes', null),
			{ raw: '<SentMessageID>77</SentMessage>' },
		]);
	});

	it('are passed on unread where a CDATA section reaches into the next record', async () => {
		const first = xmlReply('27821111111', '<![CDATA[one]>');
		const second = xmlReply('27822222222', '<![CDATA[two]]>');
		const body = xmlReplies(first + second + xmlReply('27823333333', '<![CDATA[three]]>'));
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			{ raw: first + second },
			reply('27823333333', 'three'),
		]);
	});

	it('are passed on unread where the answer broke off in a CDATA section', async () => {
		const body = `<XMLGateway_Replies>${xmlReply('27821111111', 'Yes')}<Reply><CLI>27822222222</CLI><DateReceived>202611200815</DateReceived><Message><![CDATA[a </Message></Reply>`;
		const cut = failure('connectionBroken');
		expect(await entriesOf('reply', 'xml', answer(body, { cut }))).toEqual([
			reply('27821111111', 'Yes'),
			{ raw: body.slice(body.lastIndexOf('<Reply>')) },
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
		['the error of a proxy', ['<Error><Message>Access denied</Message></Error>'], 'unreadable'],
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

	it('keep elements that nobody knows', async () => {
		const body =
			'<XMLGateway_SCmessages><SCmessage><SC>VOTE</SC><CLI>ACME</CLI><DateReceived>202611200815</DateReceived><Message>A</Message><SentMessageID>7</SentMessageID></SCmessage></XMLGateway_SCmessages>';
		expect(await entriesOf('shortCodeMessage', 'xml', body)).toEqual([
			{ ...shortCodeMessage('ACME', 'A'), shortCode: 'VOTE', other: { SentMessageID: '7' } },
		]);
	});
});

describe('an item of a record', () => {
	const plainReply = reply('27821111111', 'Yes');

	it('has other elements only if there are any, in both kinds', () => {
		const other = { Network: 'MTN' };
		expect(toRecordItem('reply', plainReply)).not.toHaveProperty('other');
		expect(toRecordItem('reply', { ...plainReply, other })).toHaveProperty('other', other);
		const message = shortCodeMessage('27821111111', 'A');
		expect(toRecordItem('shortCodeMessage', message)).not.toHaveProperty('other');
		expect(toRecordItem('shortCodeMessage', { ...message, other })).toHaveProperty('other', other);
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
	const escape = (text: string): string =>
		text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
	// What XML cannot hold at all cannot come through it.
	const inXml = (text: string): boolean =>
		!/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text);

	const sender = fc.oneof(number, fc.constantFrom('ACME', 'My Shop', 'H-M', ''));
	const anyRecord = fc.record({
		from: sender,
		text: hostile,
		id: fc.stringMatching(/^[1-9][0-9]{0,20}$/),
	});
	/** What a text must not say over the query interface: the start of a record, or nearly. */
	const saysStart = (text: string): boolean =>
		/CLI=[^]*;(?:DateReceived|Message)=|;DateReceived=\d{12};Message=/.test(text);

	it('survive the way over the query interface', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyRecord), async (all) => {
				const replies = all.filter(({ text }) => !saysStart(text));
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

	it('of short codes survive the way over the query interface', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyRecord), async (all) => {
				const messages = all.filter(({ text }) => !saysStart(text));
				const body = messages
					.map(
						({ from, text }) => `SC=31234;CLI=${from};DateReceived=202611200815;Message=${text}&`,
					)
					.join('');
				expect(await entriesOf('shortCodeMessage', 'query', body)).toEqual(
					messages.map(({ from, text }) => shortCodeMessage(from, text)),
				);
			}),
		);
	});

	const markup = fc.string({
		unit: fc.constantFrom(
			...['a', 'é', ' ', '&', ';', '<', '>', '/', '\n', '&amp;', '&#65;'],
			...['<Reply>', '</Reply>', '<CLI>', '</CLI>', '<CLI>1</CLI>', '<Message>', '</Message>'],
			...['<SentMessageID>1</SentMessageID>', '<![CDATA[', ']]>', '<!--', '-->', '<!DOCTYPE x>'],
		),
	});
	const asSection = (text: string): string =>
		`<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

	it.each([
		['escaped', escape, fc.oneof(hostile, markup)],
		['in CDATA sections', asSection, fc.oneof(hostile, markup)],
		[
			'with single ampersands and angle brackets',
			(text: string) => text,
			fc.string({ unit: fc.constantFrom('a', 'é', ' ', '&', '<', '< ', '&x', '\n', '1', '=') }),
		],
	])('survive the way over the XML interface %s', async (_, write, texts) => {
		// The border of two records in a CDATA section is the one thing that is not taken for a text.
		const isBorder = (text: string): boolean => /<\/Reply>\s*<Reply>/.test(text);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ from: sender, text: texts, id: fc.constantFrom('', '7', '1001') })),
				async (all) => {
					const replies = all.filter(({ text }) => inXml(text) && !isBorder(text));
					const body = xmlReplies(
						replies.map(({ from, text, id }) => xmlReply(from, write(text), id)).join('\n'),
					);
					expect(await entriesOf('reply', 'xml', body)).toEqual(
						replies.map(({ from, text, id }) => reply(from, text, id === '' ? null : id)),
					);
				},
			),
		);
	});

	const WORDS = ['é Yes', 'é & é; a=b', 'é\r\né', '', 'é STOP'];
	const FROM = ['27821111111', 'ACME', '27823333333', '', '27825555555'];

	/** The five records as a kind has them over an interface, each a piece of the answer. */
	const FORMS: Array<{
		kind: 'reply' | 'optOut' | 'shortCodeMessage';
		via: 'query' | 'xml';
		written: string;
		piece: (from: string, text: string) => string;
		/** Whether the end of a text may be lost with one character, and the next record with it. */
		mayReachOn?: true;
	}> = [
		{
			kind: 'reply',
			via: 'query',
			written: 'plain',
			piece: (from, text) =>
				`CLI=${from};DateReceived=202611200815;Message=${text};SentMessageID=77`,
		},
		{
			kind: 'optOut',
			via: 'query',
			written: 'plain',
			piece: (from, text) =>
				`CLI=${from};DateReceived=202611200815;Message=${text};SentMessageID=77`,
		},
		{
			kind: 'shortCodeMessage',
			via: 'query',
			written: 'plain',
			piece: (from, text) => `SC=31234;CLI=${from};DateReceived=202611200815;Message=${text}`,
		},
		{
			kind: 'reply',
			via: 'xml',
			written: 'escaped',
			piece: (from, text) => xmlReply(from, escape(text)),
		},
		{
			kind: 'reply',
			via: 'xml',
			written: 'in CDATA sections',
			piece: (from, text) => xmlReply(from, asSection(text)),
			mayReachOn: true,
		},
		{
			kind: 'shortCodeMessage',
			via: 'xml',
			written: 'escaped',
			piece: (from, text) =>
				xmlReply(from, escape(text))
					.replace('<CLI>', '<SC>31234</SC><CLI>')
					.replace('<SentMessageID>77</SentMessageID>', '')
					.replaceAll('Reply>', 'SCmessage>'),
		},
	];

	const partsOf = ({ kind, via, piece }: (typeof FORMS)[number]) => {
		const root = kind === 'reply' ? 'XMLGateway_Replies' : 'XMLGateway_SCmessages';
		return {
			start: via === 'xml' ? `<${root}>` : '',
			pieces: FROM.map((from, index) => piece(from, WORDS[index] as string)),
			separator: via === 'xml' ? '' : '&',
			end: via === 'xml' ? `</${root}>` : '&',
		};
	};

	const expectedOf = (kind: RecordKind): GatewayRecord[] =>
		FROM.map((from, index) =>
			kind === 'shortCodeMessage'
				? shortCodeMessage(from, WORDS[index] as string)
				: reply(from, WORDS[index] as string),
		);

	const character = fc.constantFrom(
		...['a', '0', ' ', '&', ';', '=', '<', '>', '/', '!', '[', ']', '-', '"', '\n', '\u0000'],
	);
	const change = fc.constantFrom('deleted', 'inserted', 'replaced');

	it.each(FORMS.map((form) => [form.kind, form.via, form.written, form] as const))(
		'%s (%s, %s) with one character wrong lose no word, and change no other record',
		async (kind, via, _written, form) => {
			const { start, pieces, separator, end } = partsOf(form);
			const body = start + pieces.join(separator) + end;
			const all = expectedOf(kind);
			await fc.assert(
				fc.asyncProperty(fc.nat(body.length - 1), change, character, async (at, how, put) => {
					const behind = how === 'inserted' ? at : at + 1;
					const changed = body.slice(0, at) + (how === 'deleted' ? '' : put) + body.slice(behind);
					const entries = await entriesOf(kind, via, changed);
					const lost = count(body, 'é') - count(changed, 'é');
					expect(lettersIn(entries)).toBe(6 - lost);
					let from = start.length;
					pieces.forEach((piece, index) => {
						const until = from + piece.length + (how === 'inserted' ? separator.length : 0);
						const isHit = at >= from - separator.length && at <= until;
						from += piece.length + separator.length;
						if (isHit) return;
						const record = all[index] as GatewayRecord;
						const found = entries.filter((entry) => 'from' in entry && entry.from === record.from);
						// It is there as it was or, where a text has no end any more, passed on unread.
						if (found.length > 0 || !form.mayReachOn) expect(found).toContainEqual(record);
					});
				}),
				{ numRuns: runs(2000) },
			);
		},
	);

	it.each(FORMS.map((form) => [form.kind, form.via, form.written, form] as const))(
		'%s (%s, %s), cut anywhere, are kept as far as they came',
		async (kind, via, _written, form) => {
			const { start, pieces, separator, end } = partsOf(form);
			const body = start + pieces.join(separator) + end;
			const all = expectedOf(kind);
			const ends = pieces.map(
				(_, index) => (start + pieces.slice(0, index + 1).join(separator)).length,
			);
			for (const cut of [undefined, failure('connectionBroken')]) {
				for (let length = 0; length < body.length; length++) {
					const part = body.slice(0, length);
					const given = scripted(answer(part, { framed: false, ...(cut && { cut }) }), 'Login=OK');
					const reading = await readRecords(given, kind, via);
					// A list of opt-outs of which nothing can be read can be read again.
					if (kind === 'optOut' && !reading.ok) continue;
					const entries = reading.ok ? reading.value.entries : [];
					expect(lettersIn(entries)).toBe(count(part, 'é'));
					// Nobody can tell whether the last one is whole where nothing says so.
					const isUncertain = !cut || (kind === 'shortCodeMessage' && via === 'query');
					const whole = ends.filter((until) => until < length).length - (isUncertain ? 1 : 0);
					if (whole > 0) expect(entries.slice(0, whole)).toEqual(all.slice(0, whole));
				}
			}
		},
	);

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
			{ numRuns: runs(1000) },
		);
	});

	it('and any noise around them lose no letter over the XML interface', async () => {
		await fc.assert(
			fc.asyncProperty(noise, async (content) => {
				const entries = await entriesOf('reply', 'xml', xmlReplies(content));
				expect(lettersIn(entries)).toBe(count(content, 'é'));
			}),
			{ numRuns: runs(1000) },
		);
	});

	const count = (text: string, letter: string): number => text.split(letter).length - 1;
	const lettersIn = (entries: Entries): number => count(JSON.stringify(entries), 'é');
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
