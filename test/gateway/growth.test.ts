import type { Answer } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import { INTERFACES } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import type {
	GatewayInterface,
	RecordCall,
	RecordKind,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { readRecords } from '../../nodes/MessagingGateway/gateway/operations/readRecords';
import { answer, scripted } from '../support/answers';

/** Characters of an answer, and of one ten times as long. */
const SMALL = 100_000;
const LARGE = 1_000_000;

/** A reading that takes the square of the length takes a hundred times as long. */
const MAX_FACTOR = 40;

/** Milliseconds below which a measurement says nothing. */
const FLOOR = 5;

/** Milliseconds for the small answer that make the large one not worth waiting for. */
const HOPELESS = 1000;

type Read = (answer: Answer) => unknown;

const ids = Array.from({ length: 100 }, (_, index) => ({
	messageId: String(1001 + index),
	reference: null,
}));

/** Everything that an interface reads, by name. */
function readersOf(via: GatewayInterface): Array<[name: string, read: Read]> {
	const records = (kind: RecordKind, call: RecordCall | undefined): Array<[string, Read]> =>
		call ? [[kind, async (given) => await readRecords(scripted(given), kind, call)]] : [];
	const messages = ids.map((_, index) => ({
		number: String(27821111111 + index),
		text: 'Hello',
		schedule: null,
		via,
	}));
	const { getBalance, checkLogin, transferCredits } = via;
	const transfer = { fromAccountId: '1', toAccountId: '2', quantity: 1 };
	return [
		...records('reply', via.reply),
		...records('shortCodeMessage', via.shortCodeMessage),
		...records('optOut', via.optOut),
		['getStatus', (given) => via.getStatus.read(given, ids)],
		['deleteScheduled', (given) => via.deleteScheduled.read(given, ids)],
		['send', (given) => via.send(messages)[0]?.read(given)],
		...(getBalance ? [['getBalance', (given: Answer) => getBalance.read(given)] as const] : []),
		...(checkLogin ? [['checkLogin', (given: Answer) => checkLogin.read(given)] as const] : []),
		...(transferCredits
			? [['transfer', (given: Answer) => transferCredits.read(given, transfer)] as const]
			: []),
	] as Array<[string, Read]>;
}

async function durationOf(read: Read, body: string): Promise<number> {
	const given = answer(body);
	const start = performance.now();
	await read(given);
	return performance.now() - start;
}

/** Whether a reading takes longer than in proportion; a busy machine is asked again. */
async function growsTooFast(read: Read, bodyOf: (length: number) => string): Promise<boolean> {
	const [small, large] = [bodyOf(SMALL), bodyOf(LARGE)];
	for (let attempt = 0; attempt < 4; attempt++) {
		const before = Math.max(FLOOR, await durationOf(read, small));
		if (before > HOPELESS) return true;
		if ((await durationOf(read, large)) < MAX_FACTOR * before) return false;
	}
	return true;
}

async function tooFast(
	name: 'query' | 'xml',
	start: string,
	repeated: string,
	end: string,
): Promise<string[]> {
	const via = INTERFACES.find((one) => one.name === name) as GatewayInterface;
	const found: string[] = [];
	const bodyOf = (length: number): string =>
		start + repeated.repeat(Math.ceil(length / repeated.length)) + end;
	for (const [reader, read] of readersOf(via)) {
		if (await growsTooFast(read, bodyOf)) found.push(reader);
	}
	return found;
}

const START = 'CLI=27821111111;DateReceived=202611200815;Message=';
const SC_START = `SC=31234;${START}`;
const BLANKS = ' '.repeat(1000);

describe('an answer of the query interface is read in a time in proportion to its length', () => {
	it.each([
		['', `${START}Yes;SentMessageID=77&`, ''],
		['', `${SC_START}Yes&`, ''],
		['', ' ', ''],
		['', ' ', 'x'],
		['', '\n', '&'],
		['Error=', ' ', '&x'],
		['Error=', ' ', '&'],
		['Credits=', ' ', 'x&x'],
		['FAIL', ' ', 'x'],
		['&', ' ', 'x'],
		['', '&', 'x'],
		['', '& ', 'x'],
		['', 'a', '='],
		['', 'a', ''],
		['', '1', '=1'],
		['', '=', ''],
		['', ';', ''],
		['', '<', ''],
		['', '<a ', ''],
		['<html><title', 'x', ''],
		['<html>', '<script>', ''],
		['<html>', '<title>', ''],
		['', 'CLI=', ''],
		['CLI=', '2', ';DateReceived=202611200815;Message='],
		['', 'SC=', ''],
		['', '&SC=', ''],
		['', 'SC=1;CLI=', ''],
		['', 'SC=;CLI=2;DateReceived=', ''],
		['', START, ''],
		['', `&${START}`, ''],
		['', SC_START, ''],
		['', `&${SC_START}`, ''],
		[START, ';SentMessageID=', ''],
		[START, ';SentMessageID=7', ''],
		[START, ';SentMessageID=7 CLI=', ''],
		[START, ';SentMessageID=7&CLI=2;', ''],
		[START, `;SentMessageID=7&CLI=${BLANKS}`, ''],
		[`${START};SentMessageID=`, '7', ''],
		[`${START};SentMessageID=`, '7', 'x'],
		[`${START};SentMessageID=7`, ' ', 'x'],
		[`${START};SentMessageID=7`, ' ', '&CLI='],
		[`${START};SentMessageID=7&`, ' ', 'x'],
		[START, `;SentMessageID=${BLANKS}`, ''],
		[SC_START, '&', 'x'],
		[SC_START, '& ', 'x'],
		[SC_START, `&${BLANKS}`, 'x'],
		[SC_START, ';CLI=', ''],
		[SC_START, ';DateReceived=', ''],
		[SC_START, '&;CLI=', ''],
		[SC_START, 'SC=', ''],
		['', '27821111111=1001&', ''],
		['', '1001=DELIVERED;2026/11/20;08:15:00;0&', ''],
		['1001=', ';', '&'],
		['1001=DELIVERED;', '2', ';08:15:00;0&'],
	])('of %j, %j..., %j', async (start, repeated, end) => {
		expect(await tooFast('query', start, repeated, end)).toEqual([]);
	});
});

const REPLIES = '<XMLGateway_Replies>';
const REPLY =
	'<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Yes</Message><SentMessageID>77</SentMessageID></Reply>';
const SC_MESSAGE =
	'<SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Yes</Message></SCmessage>';
const HEAD = '<CLI>27821111111</CLI><DateReceived>202611200815</DateReceived>';
const TAIL = '</Reply></XMLGateway_Replies>';
const ERROR = '<XMLGateway_Response><Error>';
const RESULT =
	'<SendResult><MessageNumber>1</MessageNumber><NumberID><Number>27821111111</Number><ID>1001</ID></NumberID></SendResult>';

describe('an answer of the XML interface is read in a time in proportion to its length', () => {
	it.each([
		['', REPLY, ''],
		[REPLIES, REPLY, ''],
		['<XMLGateway_SCmessages>', SC_MESSAGE, ''],
		['', ' ', ''],
		['', ' ', 'x'],
		['', '<', ''],
		['', '>', ''],
		['', '&', ''],
		['', '&#', ''],
		['&#', '1', ''],
		['', 'a', ''],
		['<', 'a', ''],
		['<', 'a', '>'],
		['</', 'a', '>'],
		['', '<a>', ''],
		['', '</a>', ''],
		['', '<a ', ''],
		['', '<a b="', ''],
		['<a', ' ', ''],
		['', '<?x ', ''],
		['', '<!--', ''],
		['', '<!---->', ''],
		['', '<!--a--><!', ''],
		['', '<![CDATA[', ''],
		['', '<![CDATA[]]>', ''],
		['', '<!D', ''],
		['', '<!DOCTYPE', ''],
		['<!DOCTYPE x [', '<!ENTITY a "b">', ']>'],
		[REPLIES, ' ', ''],
		[REPLIES, ' ', 'x'],
		[REPLIES, 'x', ''],
		[REPLIES, '<!--', ''],
		[REPLIES, '<!-- x -->', ''],
		[REPLIES, '</XMLGateway_Replies> ', 'x'],
		[REPLIES, '<Reply>', ''],
		[REPLIES, '<Reply ', ''],
		[REPLIES, '</Reply>', ''],
		[REPLIES, '</Reply ', ''],
		[REPLIES, `<Reply>${HEAD}`, ''],
		[REPLIES, '<Reply><![CDATA[</Reply>', ''],
		[REPLIES, '<Reply><![CDATA[</Reply>', ']]></Reply>'],
		[`${REPLIES}<Reply>`, ' ', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>`, '<CLI>', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>`, '</CLI>', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>`, '<CLI/>', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>`, '<a>b</a>', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}`, '<a>b</a>', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}`, '<a>b', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<`, 'a', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<a`, ' ', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<a>`, 'b', `</b><Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}`, '<!--', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}`, '<![CDATA[', `<Message/>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}`, '<Message>', TAIL],
		[`${REPLIES}<Reply>${HEAD}`, '</Message>', TAIL],
		[`${REPLIES}<Reply>${HEAD}`, '<Message/>', TAIL],
		[`${REPLIES}<Reply>${HEAD}<Message>`, '&', `</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message>`, '&#6', `</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message>&#`, '6', `;</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message>`, '&amp;', `</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message>`, '<', `</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message>`, '<![CDATA[', `</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message>`, '<![CDATA[x]]>', `</Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message><![CDATA[`, '</Message>', `]]></Message>${TAIL}`],
		[`${REPLIES}<Reply>${HEAD}<Message><![CDATA[`, '</Message></Reply>', `]]></Message>${TAIL}`],
		[
			`${REPLIES}<Reply>${HEAD}<Message><![CDATA[`,
			'</Message></Reply><Reply>',
			`]]></Message>${TAIL}`,
		],
		[`${REPLIES}<Reply>${HEAD}<Message><![CDATA[</Message>`, '<a>', `]]></Message>${TAIL}`],
		[ERROR, 'a', '</Error></XMLGateway_Response>'],
		[ERROR, '&amp;', '</Error></XMLGateway_Response>'],
		['<XMLGateway_Response>', '<Error>a</Error>', '</XMLGateway_Response>'],
		['<XMLGateway_Response>', '<Error>a', '</XMLGateway_Response>'],
		['<XMLGateway_Response>', RESULT, '</XMLGateway_Response>'],
		['<XMLGateway_Response>', '<SendResult>', ''],
		['<XMLGateway_Response>', '<SendResult/>', '</XMLGateway_Response>'],
		[
			'<XMLGatewayStatus_Response>',
			'<StatusID><MessageID>1001</MessageID><CLI/><Status>SENT</Status></StatusID>',
			'',
		],
		['<XMLGatewayStatus_Response>', '<StatusID>', ''],
		['<XMLGatewayStatus_Response><StatusID>', '<Status>', '</StatusID>'],
		['<XMLGatewayDeleteScheduled_Response>', '<DeleteStatus><MessageID>1001</MessageID>', ''],
	])('of %j, %j..., %j', async (start, repeated, end) => {
		expect(await tooFast('xml', start, repeated, end)).toEqual([]);
	});
});
