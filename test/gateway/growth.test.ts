import { decode } from '../../nodes/MessagingGateway/gateway/exchange/charset';
import { excerpt } from '../../nodes/MessagingGateway/gateway/exchange/excerpt';
import { maskOf } from '../../nodes/MessagingGateway/gateway/exchange/mask';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { answer } from '../support/answers';
import { A, to } from '../support/outcomes';

/** Work that grows with the square of a length is found by the shorter one, and does not take minutes. */
const LENGTHS = [50_000, 1_000_000];
/** Work in proportion takes tens of milliseconds for the longer one. */
const MOST_MILLISECONDS = 1000;

/** Of this process: other work on the machine does not count. */
function millisecondsOf(work: () => unknown): number {
	const start = process.cpuUsage();
	work();
	return process.cpuUsage(start).user / 1000;
}

const START = 'CLI=27821111111;DateReceived=202611200815;Message=';
const REPLY = '<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived>';
const mask = maskOf('p&ss "w<rd>é');

/** The readers that take longest, each with the piece that an answer repeats over and over again. */
it.each<[string, (body: string) => unknown, start: string, piece: string, end: string]>([
	['a pair', (body) => query.getBalance.read(answer(body)), 'Credits=', ' ', 'x&x'],
	['pairs', (body) => query.send.read(answer(body), [to(A)]), '', '27821111111=1001&', ''],
	['starts of records', (body) => query.reply.read(answer(body)), '', `&${START}`, ''],
	['a field', (body) => query.reply.read(answer(body)), 'CLI=', '2', ';DateReceived=;Message='],
	['an end', (body) => query.reply.read(answer(body)), START, ';SentMessageID=7&CLI=2;', ''],
	['white space', (body) => query.shortCodeMessage.read(answer(body)), `SC=1;${START}`, '& ', 'x'],
	['first tags', (body) => xml.reply.read(answer(body)), '', '<Reply>', ''],
	['a name', (body) => xml.reply.read(answer(body)), `${REPLY}<`, 'a', '<Message/></Reply>'],
	['fields', (body) => xml.reply.read(answer(body)), REPLY, '<a>b', '<Message/></Reply>'],
	[
		'sections',
		(body) => xml.reply.read(answer(body)),
		`${REPLY}<Message>`,
		'<![CDATA[',
		'</Reply>',
	],
	['results', (body) => xml.send.read(answer(body), [to(A)]), '', '<SendResult>', ''],
	['reasons', (body) => xml.getStatus.read(answer(body), []), '', '<Error>', '</XMLGateway>'],
	['a page', (body) => excerpt(body, mask), '<html>', '<!--', ''],
	['a password', mask, '', 'p&ss "w<rd>', ''],
	['bytes', (body) => decode(Buffer.from(body, 'latin1'), undefined), '', 'Ã©Ã', ''],
])('%s: 1 MB of the worst kind is read in well under a second', (_, read, start, piece, end) => {
	for (const length of LENGTHS) {
		const body = start + piece.repeat(length / piece.length) + end;
		expect(millisecondsOf(() => read(body))).toBeLessThan(MOST_MILLISECONDS);
	}
});
