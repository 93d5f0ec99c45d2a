import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { PASSWORD } from '../support/context';
import { httpHelper } from '../support/httpHelper';
import { startServer, type Reply, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const credentials = (
	rest: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject => ({
	baseUrl: server.url,
	user: 'demo',
	password: PASSWORD,
	brand: 'Svc',
	allowUnauthorizedCerts: false,
	...rest,
});

describe('signing', () => {
	const sign = async (
		request: Partial<IHttpRequestOptions>,
		rest: ICredentialDataDecryptedObject = {},
	) =>
		await new MessagingGatewayApi().authenticate(
			{
				baseUrl: 'https://gateway.example.com/',
				user: 'a&b',
				password: 'p=$& ]]>',
				brand: 'Svc',
				allowUnauthorizedCerts: true,
				...rest,
			},
			request as IHttpRequestOptions,
		);

	it('adds login and password at the end of an address, encoded', async () => {
		const { url } = await sign({ method: 'GET', url: '/requestbatch.asp?messageid=1%3B' });
		expect(url).toBe(
			'https://gateway.example.com/requestbatch.asp?messageid=1%3B&user=a%26b&password=p%3D%24%26%20%5D%5D%3E',
		);
	});

	it('puts them first into a document, under a root with the Element Prefix', async () => {
		const { url, body } = await sign({
			method: 'POST',
			url: '/xmlgetstatus.asp',
			body: { StatusRequest: { MessageIDs: { MessageID: [{ ID: '1' }] } } },
		});
		expect(url).toBe('https://gateway.example.com/xmlgetstatus.asp');
		expect(body).toBe(
			'<?xml version="1.0" encoding="utf-8"?><Svc_StatusRequest><User>a&amp;b</User><Password>p=$&amp; ]]&gt;</Password><MessageIDs><MessageID><ID>1</ID></MessageID></MessageIDs></Svc_StatusRequest>',
		);
	});

	it.each([
		['https://gateway.example.com/sms/', 'https://gateway.example.com/sms/auth.asp'],
		[' https://gateway.example.com// ', 'https://gateway.example.com/auth.asp'],
	])('tolerates %j as Base URL', async (baseUrl, address) => {
		const { url } = await sign({ method: 'GET', url: '/auth.asp' }, { baseUrl });
		expect(url).toBe(`${address}?user=a%26b&password=p%3D%24%26%20%5D%5D%3E`);
	});

	it.each([
		['https://other.example.com/'],
		['@other.example.com/'],
		['.other.example.com/'],
		[undefined],
	])('refuses %j, which is no path: the login is for the gateway alone', async (url) => {
		await expect(sign({ method: 'GET', ...(url && { url }) })).rejects.toThrow(
			'Only paths of the gateway are signed',
		);
	});

	it('passes on whether to check the certificate', async () => {
		const request = { method: 'GET', url: '/auth.asp' } as const;
		expect((await sign(request)).skipSslCertificateValidation).toBe(true);
		expect(
			(await sign(request, { allowUnauthorizedCerts: false })).skipSslCertificateValidation,
		).toBe(false);
	});
});

describe('the test of a credential', () => {
	const test = async (rest: ICredentialDataDecryptedObject = {}) => {
		const context = {
			helpers: {
				request: async ({ uri, ...request }: { uri: string }) =>
					await httpHelper({ ...request, url: uri } as IHttpRequestOptions),
			},
		} as unknown as ICredentialTestFunctions;
		return await new MessagingGateway().methods.credentialTest.messagingGatewayApiTest.call(
			context,
			{
				id: '1',
				name: 'Test',
				type: 'messagingGatewayApi',
				data: credentials(rest),
			},
		);
	};
	const notFound =
		'<XMLGatewayStatus_Response><StatusID><MessageID>0</MessageID><CLI></CLI><Status>NOTFOUND</Status><StatusDateTime>2026/11/20 08:15:42</StatusDateTime><StatusCode>-2</StatusCode></StatusID></XMLGatewayStatus_Response>';
	const invalid =
		'<XMLGatewayStatus_Response><Error>Not Valid XML Document</Error></XMLGatewayStatus_Response>';

	it.each<[string, Reply[], string, RegExp]>([
		['all is well', ['Login=OK', notFound], 'OK', /^Connection successful$/],
		['the login is wrong', ['Login=FAIL'], 'Error', /did not accept the login name or password/],
		['the account is locked', ['Login=ACCOUNTLOCKED'], 'Error', /account is locked$/],
		[
			'something else answers',
			['<html><title>Welcome to nginx!</title></html>'],
			'Error',
			/^The answer is not one a messaging gateway gives: "Welcome to nginx!"\. Check the 'Base URL'/,
		],
		[
			'the Element Prefix is wrong',
			['Login=OK', invalid],
			'Error',
			/does not know the 'Element Prefix'/,
		],
		[
			'the Element Prefix hides the login',
			['Login=OK', invalid.replace('Not Valid XML Document', 'Invalid Username or Password')],
			'Error',
			/does not know the 'Element Prefix'/,
		],
		[
			'the page repeats the address with the password in it',
			[(request, response) => response.end(`<p>Not found: ${request.query.password}</p>`)],
			'Error',
			/Not found: \*\*\*/,
		],
	])('says so when %s', async (_, replies, status, message) => {
		server.answer(...replies);
		const result = await test();
		expect(result.status).toBe(status);
		expect(result.message).toMatch(message);
		expect(result.message).not.toContain('s3cret');
	});

	it.each([
		['http://127.0.0.1:9', /^The gateway refused the connection/],
		['http://gateway.invalid', /^The gateway's host name could not be found/],
		['gateway', /^The 'Base URL' of the credential is not the address of a gateway/],
		['file:///etc/hosts', /^The 'Base URL' of the credential is not the address of a gateway/],
		['', /^The 'Base URL' of the credential is not the address of a gateway/],
	])('says so when nothing can be reached at %j', async (baseUrl, message) => {
		const result = await test({ baseUrl });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	it('asks for the status of an ID that no message has, which changes nothing', async () => {
		server.answer('Login=OK', notFound);
		await test();
		expect(server.requests.map(({ path }) => path)).toEqual(['/auth.asp', '/xmlgetstatus.asp']);
		expect(server.requests[1]?.body).toContain('<MessageID><ID>0</ID></MessageID>');
	});
});
