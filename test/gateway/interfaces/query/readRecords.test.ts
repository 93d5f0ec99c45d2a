import { failure } from '../../../../nodes/MessagingGateway/gateway/exchange/failures';
import type { GatewayRecord } from '../../../../nodes/MessagingGateway/gateway/operations/readRecords';
import { answer, scripted } from '../../../support/answers';
import {
	entriesOf,
	failureOf,
	readRecords,
	reply,
	shortCodeMessage,
} from '../../../support/records';

const network = { other: { Network: 'MTN' } };

describe('replies over the query interface', () => {
	it('are asked for without parameters, or without those sent to a short code', async () => {
		const gateway = scripted('');
		await readRecords(gateway, 'reply', 'query');
		await readRecords(gateway, 'reply', 'xml', true);
		expect(gateway.requests).toEqual([
			{ path: '/httpgetreplies.asp', content: {}, timeout: 240_000 },
			{
				path: '/httpgetreplies.asp',
				content: { excludesc: 'true' },
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

	it.each<[string, string, Partial<GatewayRecord>]>([
		['a sender with an ampersand', 'CLI=H&M;DateReceived=202611200816;', { from: 'H&M' }],
		['a further field', 'CLI=ACME;DateReceived=202611200816;Network=MTN;', network],
		[
			'a further field before the sender',
			'Network=MTN;CLI=ACME;DateReceived=202611200816;',
			network,
		],
		['a short code', 'SC=31234;CLI=ACME;DateReceived=202611200816;', { other: { SC: '31234' } }],
		['an empty date', 'CLI=ACME;DateReceived=;', { receivedAt: '' }],
		['another date', 'CLI=ACME;DateReceived=2026-11-20;', { receivedAt: '2026-11-20' }],
	])('may have %s', async (_, start, rest) => {
		const body = `CLI=27821111111;DateReceived=202611200815;Message=Yes & no;SentMessageID=77&${start}Message=No;SentMessageID=78&CLI=27823333333;DateReceived=202611200815;Message=Maybe;SentMessageID=79`;
		expect(await entriesOf('reply', 'query', body)).toEqual([
			reply('27821111111', 'Yes & no'),
			{ ...reply('ACME', 'No', '78'), receivedAt: '2026-11-20T08:16:00Z', ...rest },
			reply('27823333333', 'Maybe', '79'),
		]);
	});

	it.each([
		'a=1;b=2;Message=',
		'CLI=27829999999;Message=',
		'CLI=27829999999&DateReceived=1;Message=',
	])('may say what is not quite a start: %j', async (text) => {
		const body = `CLI=27821111111;DateReceived=202611200815;Message=x&${text};SentMessageID=77&`;
		expect(await entriesOf('reply', 'query', body)).toEqual([reply('27821111111', `x&${text}`)]);
	});

	it('hold no secret in what is not as it should be, and leave the words alone', async () => {
		const body =
			'CLI=s3cret;DateReceived=202611200815;Message=s3cret;SentMessageID=77&rest s3cret&';
		expect(await entriesOf('reply', 'query', body, 's3cret')).toEqual([
			reply('***', 's3cret'),
			{ raw: 'rest ***&' },
		]);
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
					{ ...reply('27822222222', 'No', null), other: { SentMessageID: '7' } },
				],
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

	it('may have a further field', async () => {
		const start = 'SC=31234;CLI=ACME;DateReceived=202611200815;';
		const body = `${start}Message=A & me&${start}Network=MTN;Message=B`;
		expect(await entriesOf('shortCodeMessage', 'query', body)).toEqual([
			shortCodeMessage('ACME', 'A & me'),
			{ ...shortCodeMessage('ACME', 'B'), ...network },
		]);
	});
});

const OPT_OUT = 'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=1&';

describe('opt-outs', () => {
	it('are asked for over the query interface, the only one that has them', async () => {
		const gateway = scripted('');
		await readRecords(gateway, 'optOut', 'xml');
		expect(gateway.requests[0]).toMatchObject({ path: '/listoptouts.asp' });
	});

	it('may have been added by hand, without the ID of a message', async () => {
		const body =
			'CLI=27821111111;DateReceived=202611200815;Message=* MANUALLY ADDED BY USER *;SentMessageID=&';
		expect(await entriesOf('optOut', 'query', body)).toEqual([
			reply('27821111111', '* MANUALLY ADDED BY USER *', null),
		]);
	});

	it('are none, if the answer is empty and the login is valid', async () => {
		const gateway = scripted('', 'Login=OK');
		const reading = await readRecords(gateway, 'optOut', 'query');
		expect(reading).toEqual({ ok: true, value: { entries: [], failure: null } });
		expect(gateway.requests.map(({ path }) => path)).toEqual(['/listoptouts.asp', '/auth.asp']);
	});

	it('are not checked by the login if there are some', async () => {
		const gateway = scripted(OPT_OUT);
		await readRecords(gateway, 'optOut', 'query');
		expect(gateway.requests).toHaveLength(1);
	});

	it.each<[string, Array<Parameters<typeof scripted>[0]>, string]>([
		['a wrong login', ['', 'Login=FAIL'], 'wrongLogin'],
		['a locked account', ['', 'Login=ACCOUNTLOCKED'], 'accountLocked'],
		['a login nobody can check', ['', '<html>Log in</html>'], 'unreadable'],
		['a login that meets a failure', ['', failure('timedOut', '30')], 'timedOut'],
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
		expect(reading.ok ? reading.value.failure?.kind : reading.failure.kind).toBe(kind);
	});
});
