import {
	credentialsOnly,
	freshService,
	message,
	multiMessage,
	NUMBER,
	withMessageIds,
} from './service';

const service = freshService();

test.each([
	['/auth.asp', 'Login=FAIL'],
	['/credits.asp', 'Credits=FAIL'],
	['/batchmessage.asp', 'FAIL&'],
	['/requestbatch.asp', 'FAIL&'],
	['/deletescheduled.asp', 'FAIL&'],
	['/httpgetreplies.asp', 'FAIL&'],
	['/httpgetscmessages.asp', 'FAIL&'],
	['/listoptouts.asp', 'FAIL&'],
	['/creditstransfer.asp', 'Transfer=invalidUser'],
])('GET %s answers %s for invalid credentials', async (path, answer) => {
	for (const credentials of ['user=demo&password=Demo', 'user=nobody&password=demo', '']) {
		expect(await service.get(`${path}?${credentials}&messageid=1;`)).toBe(answer);
	}
});

const toOne = multiMessage(message('Hi', NUMBER));

describe.each([
	['/xmlsendsmsmulti.asp', 'XMLGateway_Response', toOne],
	['/xmlgetstatus.asp', 'XMLGatewayStatus_Response', withMessageIds('Svc_StatusRequest', '1')],
	[
		'/xmldeletescheduled.asp',
		'XMLGatewayDeleteScheduled_Response',
		withMessageIds('Svc_DeleteScheduled', '1'),
	],
	['/xmlgetreplies.asp', 'XMLGateway_Replies', credentialsOnly('Svc_Replies')],
	['/xmlgetscmessages.asp', 'XMLGateway_SCmessages', credentialsOnly('Svc_SCmessages')],
])('POST %s', (path, root, request) => {
	const answer = (body: string) => service.post(path, body);
	const error = (text: string) => `<${root}><Error>${text}</Error></${root}>`;
	const [, credentials = ''] = /(<User>.*<\/Password>)/.exec(request) ?? [];

	test.each([
		['nothing', ''],
		['no XML', 'Hello'],
		['an unclosed element', request.slice(0, -1)],
		['a bare ampersand', request.replace('demo', 'a & b')],
		['the root of another operation', credentialsOnly('Svc_Other')],
		['another service brand', request.replaceAll('Svc_', 'Foo_')],
		['its elements in another order', request.replace(/(<User>.*User>)(<Pass.*word>)/, '$2$1')],
		['an element that is not in the specification', request.replace('</User>', '</User><Other/>')],
	])('answers Not Valid XML Document to %s, in its own root', async (_, body) => {
		expect(await answer(body)).toBe(error('Not Valid XML Document'));
	});

	test.each([
		['are not valid', request.replace('>demo</P', '>Demo</P')],
		['are those of nobody', request.replace('>demo<', '>nobody<')],
		['are not there', request.replace(credentials, '')],
	])('answers Invalid Username or Password when the credentials %s', async (_, body) => {
		expect(await answer(body)).toBe(error('Invalid Username or Password'));
	});
});

describe.each([
	['/xmlgetstatus.asp', 'Svc_StatusRequest'],
	['/xmldeletescheduled.asp', 'Svc_DeleteScheduled'],
])('POST %s', (path, root) => {
	test.each([
		['an ID contains a non-digit', withMessageIds(root, '1', '12a')],
		['an ID is blank', withMessageIds(root, '')],
		['there is no MessageID', withMessageIds(root)],
	])('answers Not Valid XML Document when %s', async (_, body) => {
		expect(await service.post(path, body)).toContain('<Error>Not Valid XML Document</Error>');
	});
});

test.each([
	['no Message', multiMessage('')],
	[
		'the elements of a Message in another order',
		multiMessage('<Message><Numbers/><MessageText/></Message>'),
	],
])('POST /xmlsendsmsmulti.asp answers Not Valid XML Document to %s', async (_, body) => {
	expect(await service.post('/xmlsendsmsmulti.asp', body)).toContain('Not Valid XML Document');
});
