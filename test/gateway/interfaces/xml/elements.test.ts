import { failureOfAnswer } from '../../../../nodes/MessagingGateway/gateway/exchange/answers';
import { maskOf } from '../../../../nodes/MessagingGateway/gateway/exchange/mask';
import { refusalIn } from '../../../../nodes/MessagingGateway/gateway/interfaces/xml/elements';
import { xml } from '../../../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { answer } from '../../../support/answers';

const document = (content: string): string =>
	`<?xml version="1.0"?><XMLGateway_Replies>${content}</XMLGateway_Replies>`;
const reasonIn = (body: string, mask = maskOf('')): string | undefined => {
	const refusal = refusalIn(answer(body));
	return (
		refusal &&
		failureOfAnswer(answer(body), mask, refusal).message.replace(
			'The gateway refused the request: ',
			'',
		)
	);
};
const DOCTYPE = '<!DOCTYPE a [<!ENTITY a "boom">]>';

describe('a refusal over the XML interface', () => {
	it.each([
		['its only element', '<Error>Invalid Date</Error>', 'Invalid Date'],
		[
			'text with signs of markup',
			'<Error>Tom & Jerry < 3 friends</Error>',
			'Tom & Jerry ‹ 3 friends',
		],
		[
			'several elements',
			'<Error>Invalid Date</Error><Error>Too late</Error>',
			'Invalid Date; Too late',
		],
		['a CDATA section', '<Error><![CDATA[Invalid Date]]></Error>', 'Invalid Date'],
		['references', '<Error>A &amp; &#66;&#x43;</Error>', 'A & BC'],
		[
			'a name that XML does not have',
			'<Error>&unknown; &constructor;</Error>',
			'& unknown; & constructor;',
		],
		['an entity of a DOCTYPE, unread', `${DOCTYPE}<Error>&a;</Error>`, '& a;'],
	])('is read from %s', (_, content, reason) => {
		expect(reasonIn(document(content))).toBe(reason);
	});

	it.each([
		['of a document that was cut', '<XMLGateway_Replies><Error>Invalid Date</Error>'],
		['of a CDATA section', document('<![CDATA[<Error>Invalid Date</Error>]]>')],
		['without an end', document('<Error>Invalid Date')],
		['of another document', '<rss><Error>Invalid Date</Error></rss>'],
	])('is no element %s', (_, body) => {
		expect(reasonIn(body)).toBeUndefined();
	});

	it.each(['Invalid Username or Password', ' invalid username or password '])(
		'for a wrong login is one of its own: %j',
		(reason) => {
			const refusal = refusalIn(answer(document(`<Error>${reason}</Error>`)));
			expect(refusal).toBe('wrongLogin');
		},
	);

	it('is shown without the password, and not at any length', () => {
		expect(reasonIn(document('<Error>Not for s3cret</Error>'), maskOf('s3cret'))).toBe(
			'Not for ***',
		);
		expect(reasonIn(document(`<Error>${'very '.repeat(100_000)}</Error>`))?.length).toBe(121);
		expect(reasonIn(document('<Error>Invalid Date</Error>'.repeat(100_000)))).toBe(
			'Invalid Date; Invalid Date; Invalid Date',
		);
	});

	it('with entities of its own does not grow', () => {
		const bomb = DOCTYPE.replace('boom', 'x'.repeat(1000));
		expect(reasonIn(bomb + document(`<Error>${'&a;'.repeat(20_000)}</Error>`))?.length).toBe(121);
	});
});

describe('a DOCTYPE costs no record', () => {
	const record =
		'<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>see <!DOCTYPE a [<!ENTITY a "boom">]> &a;</Message><SentMessageID>77</SentMessageID></Reply>';

	it('as a server sent it, and expands nothing', () => {
		const { entries } = xml.reply.read(
			answer(`${DOCTYPE}<XMLGateway_Replies>${record}</XMLGateway_Replies>`),
		);
		expect(entries).toMatchObject([
			{ text: 'see <!DOCTYPE a [<!ENTITY a "boom">]> &a;' },
			{ raw: DOCTYPE },
		]);
	});

	it('nor the status of a message, whose reference may say anything', () => {
		const status =
			'<StatusID><MessageID>1001</MessageID><CLI><!DOCTYPE Error></CLI><Status>SENT</Status><StatusDateTime/><StatusCode>100</StatusCode></StatusID>';
		const { rows } = xml.getStatus.read(
			answer(`<XMLGatewayStatus_Response>${status}</XMLGatewayStatus_Response>`),
			[],
		);
		expect(rows).toMatchObject([{ messageId: '1001', status: 'SENT' }]);
	});
});
