import { passwordGate } from '../../nodes/MessagingGateway/gateway/exchange/passwordGate';
import { refusalIn } from '../../nodes/MessagingGateway/gateway/interfaces/xml/refusal';
import {
	children,
	parseXml,
	text,
} from '../../nodes/MessagingGateway/gateway/interfaces/xml/parsing';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { answer } from '../support/answers';

const ENTITY = '<!DOCTYPE a [<!ENTITY a "boom">]>';
const ROOT = '<XMLGateway_Response><Error>&a;</Error></XMLGateway_Response>';

describe('an XML document with a DOCTYPE is refused', () => {
	it.each([
		['first', `${ENTITY}${ROOT}`],
		['behind the declaration', `<?xml version="1.0"?>\n${ENTITY}${ROOT}`],
		['behind a comment', `<!-- <a> -->${ENTITY}${ROOT}`],
		['behind a comment that holds an element', `<!-- <XMLGateway_Response> -->${ENTITY}${ROOT}`],
		['behind a processing instruction', `<?a <b> ?>${ENTITY}${ROOT}`],
		['behind a CDATA section', `<![CDATA[ <a> ]]>${ENTITY}${ROOT}`],
		['behind text', `<a/>${ENTITY}${ROOT}`],
		['in the root', ROOT.replace('<Error>', `${ENTITY}<Error>`)],
		['behind the root', ROOT + ENTITY],
		['behind a comment without an end', `${ENTITY}<!-- ${ROOT}`],
		['in small letters', `<!doctype html>${ROOT}`],
		['without an entity', `<!DOCTYPE a>${ROOT}`],
	])('%s', (_, body) => {
		expect(parseXml(body, 'NumberID')).toBeNull();
	});

	it('but not for what a comment or a CDATA section says of one', () => {
		const body = `<!-- ${ENTITY} -->${ROOT.replace('&a;', `<![CDATA[${ENTITY}]]>`)}`;
		const document = parseXml(body, 'NumberID');
		expect(text(document?.content, 'Error')).toBe(ENTITY);
	});

	it('and expands none of its entities where it is not seen for a DOCTYPE', () => {
		// A comment for whoever does not look at attributes.
		const body = `<XMLGateway_Response a="<!--">${ENTITY}<Error>&a;</Error><b a="-->"/></XMLGateway_Response>`;
		expect(JSON.stringify(parseXml(body, 'NumberID'))).not.toContain('boom');
	});

	it('before a small answer becomes a large one', () => {
		const bomb = `<!-- -->${ENTITY.replace('boom', 'x'.repeat(1000))}<XMLGateway_Response><Error>${'&a;'.repeat(20_000)}</Error></XMLGateway_Response>`;
		expect(parseXml(bomb, 'NumberID')).toBeNull();
		expect(JSON.stringify(refusalIn(answer(bomb), 'NumberID') ?? null).length).toBeLessThan(1000);
	});
});

describe('no entity is expanded but those of XML itself', () => {
	it.each([
		['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
		['&#65;&#x42;&#X43;', 'ABC'],
		['&amp;amp;', '&amp;'],
		['&eacute;&euro;&nbsp;&copy;', '&eacute;&euro;&nbsp;&copy;'],
		['&unknown; & &', '&unknown; & &'],
		['<![CDATA[&amp;&#65;]]>', '&amp;&#65;'],
		['&#0;&#xD800;&#x110000;', '&#0;&#xD800;&#x110000;'],
		['&constructor;&__proto__;', '&constructor;&__proto__;'],
	])('%s', (written, read) => {
		const document = parseXml(ROOT.replace('&a;', written), 'NumberID');
		expect(text(document?.content, 'Error')).toBe(read);
	});

	it('however many there are', () => {
		const document = parseXml(ROOT.replace('&a;', '&amp;'.repeat(200_000)), 'NumberID');
		expect(text(document?.content, 'Error')).toBe('&'.repeat(200_000));
	});
});

describe('a DOCTYPE costs no record that is read by itself', () => {
	const record =
		'<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>see <!DOCTYPE a [<!ENTITY a "boom">]> &a;</Message><SentMessageID>77</SentMessageID></Reply>';

	it('as somebody wrote it', () => {
		const { entries } = xml.reply.read(
			answer(`<XMLGateway_Replies>${record}</XMLGateway_Replies>`),
		);
		expect(entries).toMatchObject([{ text: 'see <!DOCTYPE a [<!ENTITY a "boom">]> &a;' }]);
	});

	it('as a server sent it, and expands nothing', () => {
		const { entries } = xml.reply.read(
			answer(`${ENTITY}<XMLGateway_Replies>${record}</XMLGateway_Replies>`),
		);
		expect(entries).toMatchObject([
			{ text: 'see <!DOCTYPE a [<!ENTITY a "boom">]> &a;' },
			{ raw: `${ENTITY}<XMLGateway_Replies>` },
		]);
	});

	it('nor the status of a message, whose reference may say anything', () => {
		const status =
			'<StatusID><MessageID>1001</MessageID><CLI><!DOCTYPE Error></CLI><Status>SENT</Status><StatusDateTime/><StatusCode>100</StatusCode></StatusID>';
		const { rows, refusal } = xml.getStatus.read(
			answer(`<XMLGatewayStatus_Response>${status}</XMLGatewayStatus_Response>`),
			[],
		);
		expect(rows).toMatchObject([{ messageId: '1001', status: 'SENT' }]);
		expect(refusal).toBeUndefined();
	});
});

describe('a document that ends early is read up to its last whole record', () => {
	const result = (id: string): string => `<SendResult><ID>${id}</ID></SendResult>`;

	it.each([
		['in a record', `<XMLGateway_Response>${result('1')}${result('2').slice(0, -3)}`, ['1']],
		['between records', `<XMLGateway_Response>${result('1')}${result('2')}`, ['1', '2']],
		['with its root', `<XMLGateway_Response>${result('1')}</XMLGateway_Response> \n`, ['1']],
		['with another root', `<XMLGateway_Response>${result('1')}</XMLGateway>`, ['1']],
		['before any record', '<XMLGateway_Response><SendResult><ID>1', []],
	])('%s', (_, body, ids) => {
		const document = parseXml(body, 'SendResult');
		const results = children(document?.content, 'SendResult');
		expect(results.map((node) => text(node, 'ID'))).toEqual(ids);
	});
});

describe('the reason of a refusal', () => {
	const refusal = (reason: string) =>
		refusalIn(
			answer(`<XMLGateway_Replies><Error>${reason}</Error></XMLGateway_Replies>`, {
				gate: passwordGate({ password: 's3cret' }),
			}),
			'Reply',
		);

	it('is shown without secrets, and not at any length', () => {
		expect(refusal('Not for s3cret')?.message).toBe(
			'The gateway refused the request: (not shown, as it may repeat the password)',
		);
		expect(refusal('very '.repeat(100_000))?.message.length).toBeLessThan(250);
	});
});
