import { failureOfAnswer } from '../../nodes/MessagingGateway/gateway/exchange/answers';
import { maskOf } from '../../nodes/MessagingGateway/gateway/exchange/mask';
import type { Answer } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import { INTERFACES } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import type { GatewayInterface } from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { answer } from '../support/answers';
import { growsTooFast, repeated } from '../support/growth';

/** The parser alone takes its time over a million of its worst characters, more than once. */
jest.setTimeout(60_000);

type Read = (answer: Answer) => unknown;

const ids = Array.from({ length: 100 }, (_, index) => ({
	id: String(1001 + index),
	reference: null,
}));

/** Everything that an interface reads, by name, and what is said of an answer without it. */
function readersOf(via: GatewayInterface): Record<string, Read> {
	const messages = ids.map((_, index) => ({
		number: String(27821111111 + index),
		text: 'Hello',
		schedule: null,
		via,
	}));
	const transfer = { fromAccountId: '1', toAccountId: '2', quantity: 1 };
	return {
		reply: (given) => via.reply.read(given),
		shortCodeMessage: (given) => via.shortCodeMessage.read(given),
		optOut: (given) => via.optOut?.read(given),
		getStatus: (given) => via.getStatus.read(given, ids),
		deleteScheduled: (given) => via.deleteScheduled.read(given, ids),
		send: (given) => via.send.read(given, messages),
		getBalance: (given) => via.getBalance?.read(given),
		checkLogin: (given) => via.checkLogin?.read(given),
		transferCredits: (given) => via.transferCredits?.read(given, transfer),
		failure: (given) => failureOfAnswer(given, maskOf('s3cr3t&Pass')),
	};
}

/** What takes longer than in proportion to read an answer with something in it over and over again. */
function tooSlow(name: 'query' | 'xml', start: string, piece: string, end: string): string[] {
	const via = INTERFACES.find((one) => one.name === name) as GatewayInterface;
	const answerOf = (length: number): Answer => answer(start + repeated(piece, length) + end);
	return Object.entries(readersOf(via))
		.filter(([, read]) => growsTooFast(read, answerOf))
		.map(([reader]) => reader);
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
		['27821111111=', '1', 'x&'],
		['', '1001=DELIVERED;2026/11/20;08:15:00;0&', ''],
		['1001=', ';', '&'],
		['1001=DELIVERED;', '2', ';08:15:00;0&'],
	])('of %j, %j..., %j', (start, piece, end) => {
		expect(tooSlow('query', start, piece, end)).toEqual([]);
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
		[RESULT.slice(0, RESULT.indexOf('1001')), '1', 'x</ID></NumberID></SendResult>'],
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
	])('of %j, %j..., %j', (start, piece, end) => {
		expect(tooSlow('xml', start, piece, end)).toEqual([]);
	});
});
