import { failure } from '../../../../nodes/MessagingGateway/gateway/exchange/failures';
import { answer, scripted } from '../../../support/answers';
import {
	entriesOf,
	failureOf,
	readRecords,
	reply,
	shortCodeMessage,
	xmlReplies,
	xmlReply,
	type Entries,
} from '../../../support/records';

/** A text that is read as it was written. */
const asIs = (text: string): [string, string] => [text, text];

describe('replies over the XML interface', () => {
	it('are asked for with nothing but the credentials', async () => {
		const gateway = scripted(xmlReplies(''), '<XMLGateway_SCmessages/>');
		await readRecords(gateway, 'reply', 'xml');
		await readRecords(gateway, 'shortCodeMessage', 'xml');
		expect(gateway.requests).toEqual([
			{
				path: '/xmlgetreplies.asp',
				content: { Replies: {} },
				timeout: 240_000,
			},
			{
				path: '/xmlgetscmessages.asp',
				content: { SCmessages: {} },
				timeout: 240_000,
			},
		]);
	});

	it('may have names in small letters', async () => {
		const body = xmlReplies(xmlReply('27821111111', 'yes').toLowerCase());
		expect(await entriesOf('reply', 'xml', body)).toEqual([reply('27821111111', 'yes')]);
	});

	it.each([
		['Yes', 'Yes'],
		['a &amp; b &lt;c&gt; &quot;d&quot; &#65;&#x42;', 'a & b <c> "d" AB'],
		['a & b', 'a & b'],
		['&unknown; &eacute', '&unknown; &eacute'],
		[
			'&eacute; &euro; &#00065; &#0; &#xD800; &#1114111; &#1114112;',
			'&eacute; &euro; A &#0; &#xD800; \u{10FFFF} &#1114112;',
		],
		['&#xD83D;&#xDE00; &#55357;&#56832; &#128512;', '😀 😀 😀'],
		['<![CDATA[a </Message></Reply> <b> &amp;]]>', 'a </Message></Reply> <b> &amp;'],
		['x<![CDATA[y]]>z &amp; <![CDATA[w]]>', 'xyz & w'],
		['a <b>c</b>', 'a <b>c</b>'],
		['  two\r\n lines ', '  two\r\n lines '],
		['<CLI>1</CLI>', '<CLI>1</CLI>'],
		['', ''],
		// What people write, as a gateway that escapes nothing passes it on.
		...['1 < 2', 'a > b', 'I <3 you', '<br>', '</b>', '<', '&', '<!-- no', '<![CDATA[ no'].map(
			asIs,
		),
		...[']]>', '<?php', '<!DOCTYPE x>', '007'].map(asIs),
	])('may be written %j', async (written, text) => {
		const body = xmlReplies(xmlReply('27821111111', written) + xmlReply('27822222222', 'No', ''));
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			reply('27821111111', text),
			reply('27822222222', 'No', null),
		]);
	});

	it.each<[string, Record<string, string | string[]>]>([
		['<Network>MTN</Network>', { Network: 'MTN' }],
		['<Network > M &amp; N </Network >', { Network: 'M & N' }],
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
		expect(await entriesOf('reply', 'xml', body, 's3cret')).toEqual([
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
	const yes = reply('27821111111', 'Yes');
	const broken = '<Reply><CLI>unknown</CLI><Message>Help</Message></Reply>';
	const said = `a</Message></Reply>${xmlReply('27829999999', 'b')}`;

	it.each<[string, string, Entries]>([
		[
			'have white space, and an empty Message',
			`<XMLGateway_Replies>
				<Reply><CLI> 27821111111 </CLI><DateReceived>202611200815</DateReceived><Message/><SentMessageID>77</SentMessageID></Reply>
			</XMLGateway_Replies>`,
			[reply('27821111111', '')],
		],
		[
			'have empty elements with a space in them, as some servers write them',
			xmlReplies(whole.replace(/<Message>.*/, '<Message /><SentMessageID /></Reply>')),
			[reply('27821111111', '', null)],
		],
		['be none, in one tag with a space', '<XMLGateway_Replies />', []],
		[
			'come with what stands between them and is no record',
			xmlReplies(`${whole}words${broken}`),
			[yes, { raw: broken }, { raw: 'words' }],
		],
		[
			'come with text beside their fields',
			xmlReplies(whole.replace('<CLI>', 'words<Network>MTN</Network><CLI>')),
			[{ ...yes, other: { Network: 'MTN' } }, { raw: 'words' }],
		],
		[
			'come with an element that has a name of JavaScript, as text',
			xmlReplies(whole.replace('</Reply>', '<__proto__>a</__proto__></Reply>')),
			[yes, { raw: '<__proto__>a</__proto__>' }],
		],
		[
			'have a damaged field, of which nothing is lost',
			xmlReplies(whole.replace('</SentMessageID>', '</SentMessage>')),
			[reply('27821111111', 'Yes', null), { raw: '<SentMessageID>77</SentMessage>' }],
		],
		[
			'say in a CDATA section what stands between two records',
			xmlReplies(xmlReply('27821111111', `<![CDATA[${said}]]>`)),
			[reply('27821111111', said)],
		],
		['have a misspelt root', `<XMLGateway_Replie>${whole}`, [yes, { raw: '<XMLGateway_Replie>' }]],
		['have no root', whole, [yes]],
		['have a truncated root', `teway_Replies>${whole}`, [yes, { raw: 'teway_Replies>' }]],
		[
			'have another root',
			`<Replies>${whole}</Replies>`,
			[yes, { raw: '<Replies>' }, { raw: '</Replies>' }],
		],
		[
			'have the root of a page',
			`<!DOCTYPE html><html>${whole}`,
			[yes, { raw: '<!DOCTYPE html><html>' }],
		],
	])('may %s', async (_, body, entries) => {
		expect(await entriesOf('reply', 'xml', body)).toEqual(entries);
	});

	it('are passed on unread where they end in a CDATA section that was cut', async () => {
		const element = '<Reply><CLI>27821111111</CLI><Message><![CDATA[hello </Message></Reply>';
		const body = `<XMLGateway_Replies>${element} wor`;
		const gateway = scripted(answer(body, { cut: failure('connectionBroken') }));
		expect(await readRecords(gateway, 'reply', 'xml')).toMatchObject({
			value: { entries: [{ raw: element }, { raw: 'wor' }] },
		});
	});

	it('are passed on apart where several are damaged', async () => {
		const half = '<Reply><CLI>27822222222</CLI><Message>No, see <!-- my --> words, all 120 of them';
		const damaged = [1, 2].map((n) => `<Reply><CLI>2782</CLI><Message>No <!-- ${n} --></Reply>`);
		const body = xmlReplies(`${half}${whole}${damaged.join('\n')}`);
		expect(await entriesOf('reply', 'xml', body)).toEqual([
			yes,
			...damaged.map((raw) => ({ raw })),
			{ raw: half },
		]);
	});

	it.each([
		[
			'a Message with an attribute, which the gateway does not write',
			'<Message a="b">Yes</Message>',
		],
		['a Message without an end', '<Message>Yes'],
		['a Message of which the end stands in a CDATA section', '<Message><![CDATA[Yes</Message>]]>'],
	])('are passed on in full with %s', async (_, message) => {
		const damaged = xmlReply('27821111111', '').replace('<Message></Message>', message);
		const body = xmlReplies(damaged + xmlReply('27822222222', 'No'));
		expect(await entriesOf('reply', 'xml', body)).toEqual(
			[reply('27822222222', 'No'), { raw: damaged }].sort((one) => ('raw' in one ? -1 : 1)),
		);
	});

	it('are kept beside an Error, and so is half a one', async () => {
		const half = '<Reply><CLI>27</CLI><Message>see <!-- my words --> th';
		const body = `<XMLGateway_Replies><Error>x</Error>${half}`;
		const cut = failure('connectionBroken');
		expect(await entriesOf('reply', 'xml', answer(body, { cut }))).toEqual([
			{ raw: `<Error>x</Error>${half}` },
		]);
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
