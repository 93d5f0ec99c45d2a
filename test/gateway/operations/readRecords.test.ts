import fc from 'fast-check';
import { failure } from '../../../nodes/MessagingGateway/gateway/exchange/failures';
import type { RecordKind } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { type GatewayRecord } from '../../../nodes/MessagingGateway/gateway/operations/readRecords';
import { answer, scripted } from '../../support/answers';
import {
	entriesOf,
	readRecords,
	reply,
	shortCodeMessage,
	xmlReplies,
	xmlReply,
	type Entries,
} from '../../support/records';
import { runs, size } from '../../support/runs';

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
	/** What a text must not say over the query interface: the start of a record. */
	const saysStart = (text: string): boolean => /CLI=[^]*DateReceived=[^]*Message=/.test(text);

	it.each(['reply', 'shortCodeMessage'] as const)(
		'survive the query interface: %s',
		async (kind) => {
			const [start, record] = kind === 'reply' ? ['', reply] : ['SC=31234;', shortCodeMessage];
			await fc.assert(
				fc.asyncProperty(fc.array(anyRecord), async (all) => {
					const records = all.filter(({ text }) => !saysStart(text));
					const pieces = records.map(({ from, text, id }) => {
						const end = kind === 'reply' ? `;SentMessageID=${id}&` : '&';
						return `${start}CLI=${from};DateReceived=202611200815;Message=${text}${end}`;
					});
					expect(await entriesOf(kind, 'query', pieces.join(''))).toEqual(
						records.map(({ from, text, id }) => record(from, text, id)),
					);
				}),
			);
		},
	);

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
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ from: sender, text: texts, id: fc.constantFrom('', '7', '1001') })),
				async (all) => {
					const replies = all.filter(({ text }) => inXml(text));
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

	type Form = [
		kind: 'reply' | 'optOut' | 'shortCodeMessage',
		via: 'query' | 'xml',
		written: string,
		piece: (from: string, text: string) => string,
	];

	const queryReply = (from: string, text: string): string =>
		`CLI=${from};DateReceived=202611200815;Message=${text};SentMessageID=77`;

	const xmlShortCodeMessage = (from: string, text: string): string =>
		xmlReply(from, escape(text))
			.replace('<CLI>', '<SC>31234</SC><CLI>')
			.replace('<SentMessageID>77</SentMessageID>', '')
			.replaceAll('Reply>', 'SCmessage>');

	/** The five records as a kind has them over an interface, each a piece of the answer. */
	const FORMS: Form[] = [
		['reply', 'query', 'plain', queryReply],
		['optOut', 'query', 'plain', queryReply],
		[
			'shortCodeMessage',
			'query',
			'plain',
			(from, text) => `SC=31234;CLI=${from};DateReceived=202611200815;Message=${text}`,
		],
		['reply', 'xml', 'escaped', (from, text) => xmlReply(from, escape(text))],
		['reply', 'xml', 'in CDATA sections', (from, text) => xmlReply(from, asSection(text))],
		['shortCodeMessage', 'xml', 'escaped', xmlShortCodeMessage],
	];

	const partsOf = ([kind, via, , piece]: Form) => {
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

	it.each(FORMS)('%s (%s, %s), cut anywhere, are kept as far as they came', async (...form) => {
		const [kind, via] = form;
		const { start, pieces, separator, end } = partsOf(form);
		const body = start + pieces.join(separator) + end;
		const all = expectedOf(kind);
		const ends = pieces.map(
			(_, index) => (start + pieces.slice(0, index + 1).join(separator)).length,
		);
		for (const cut of [undefined, failure('connectionBroken')]) {
			for (let length = 0; length < body.length; length++) {
				const part = body.slice(0, length);
				const given = scripted(answer(part, { ...(cut && { cut }) }), 'Login=OK');
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

	it('are read whole', async () => {
		const count = size(200_000);
		expect(await entriesOf('optOut', 'query', OPT_OUT.repeat(count))).toHaveLength(count);
		const replies = xmlReplies(xmlReply('27821111111', 'a &amp; b').repeat(count));
		expect(await entriesOf('reply', 'xml', replies)).toHaveLength(count);
	});
});
