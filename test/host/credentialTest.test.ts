import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { Readable } from 'node:stream';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { PASSWORD } from '../support/context';
import { httpHelper } from '../support/httpHelper';
import { type Reply, testServer } from '../support/server';

const server = testServer();

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

describe('the test of a credential', () => {
	const test = async (
		rest: ICredentialDataDecryptedObject = {},
		answer?: (uri: string) => Readable,
		onRequest?: (request: object) => void,
	) => {
		const context = {
			helpers: {
				request: async ({ uri, ...request }: { uri: string }) => {
					onRequest?.(request);
					expect(request).toMatchObject({
						simple: false,
						resolveWithFullResponse: true,
						useStream: true,
					});
					return answer
						? { statusCode: 200, headers: {}, body: answer(uri) }
						: await httpHelper({ ...request, url: uri } as IHttpRequestOptions);
				},
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
	/** The answer about an unknown message, by a clock that is that many minutes ahead of GMT. */
	const notFound = (minutes = 0) => {
		const time = new Date(Date.now() + minutes * 60_000).toISOString();
		const written = time.slice(0, 19).replaceAll('-', '/').replace('T', ' ');
		return `<XMLGatewayStatus_Response><StatusID><MessageID>0</MessageID><CLI></CLI><Status>NOTFOUND</Status><StatusDateTime>${written}</StatusDateTime><StatusCode>-2</StatusCode></StatusID></XMLGatewayStatus_Response>`;
	};
	const invalid =
		'<XMLGatewayStatus_Response><Error>Not Valid XML Document</Error></XMLGatewayStatus_Response>';

	it.each<[string, Reply[], string, RegExp]>([
		['all is well', ['Login=OK', notFound()], 'OK', /^Connection successful$/],
		['the login is wrong', ['Login=FAIL'], 'Error', /did not accept the login name or password/],
		['the account is locked', ['Login=ACCOUNTLOCKED'], 'Error', /account is locked$/],
		[
			'something else answers',
			['<html><title>Welcome to nginx!</title></html>'],
			'Error',
			/^The answer is not one a messaging gateway gives: "Welcome to nginx!"\. Check 'Service' or 'Base URL'/,
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
			'the XML interface refuses for another reason',
			['Login=OK', invalid.replace('Not Valid XML Document', 'Server busy')],
			'Error',
			/^The login is right, but the XML interface cannot be used\. The gateway refused the request: Server busy\./,
		],
		[
			'the XML interface fails',
			['Login=OK', (_, response) => response.writeHead(503).end()],
			'Error',
			/^The login is right, but the XML interface cannot be used\. The gateway could not process/,
		],
		[
			'the page repeats the address with the password in it',
			[(request, response) => response.end(`<p>Not found: ${request.query.password}</p>`)],
			'Error',
			/^The answer is not one a messaging gateway gives: "Not found: \*\*\*"\. Check 'Service' or 'Base URL'/,
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
		['gateway.example.com', /must begin with https:\/\/\. Enter it as in https:/],
		['htp://gateway.example.com', /^The 'Base URL' of the credential must begin with https:/],
		['file:///etc/hosts', /^The 'Base URL' of the credential must begin with https:/],
		['', /^The 'Base URL' of the credential must begin with https:/],
		['https://gateway example.com', /^The 'Base URL' of the credential is not the address of/],
		['https://demo@gateway.example.com', /^The 'Base URL' of the credential is not the address/],
		['https://www.example.com/api/batchmessage.asp', /ends with the name of a file\. Enter only/],
		['https://www.example.com/api/HTTPGetReplies.ASP/', /ends with the name of a file\./],
		['https://www.example.com/api/index.html', /ends with the name of a file\./],
		['https://www.example.com/api/auth.asp?User=demo&Password=', /ends with the name of a file\./],
	])('says so when nothing can be reached at %j', async (baseUrl, message) => {
		const result = await test({ baseUrl });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	it('says that a refused password begins or ends with a space, and no more of it', async () => {
		server.answer('Login=FAIL', 'Login=FAIL');
		const refused = 'The gateway did not accept the login name or password';
		expect((await test()).message).toBe(refused);
		for (const password of ['secret ', ' secret']) {
			expect((await test({ password })).message).toBe(
				`${refused}. The password begins or ends with a space`,
			);
		}
	});

	it('names the service that was tried, and looks for no other address of a known one', async () => {
		const asked: string[] = [];
		const answer = (uri: string) => {
			asked.push(uri.split('?')[0] ?? '');
			return Readable.from(['<html></html>']);
		};
		const { message } = await test({ service: 'winSmsSouthAfrica', baseUrl: server.url }, answer);
		expect(asked).toEqual(['https://api.winsms.co.za/api/auth.asp']);
		expect(message).toMatch(
			/\. The 'Service' is WinSMS, South Africa\. If it is not yours, choose another, or Other /,
		);
	});

	it.each([
		[false, true],
		[true, false],
	])('with Ignore SSL Issues %s checks the certificate: %s', async (ignored, isChecked) => {
		server.answer('Login=OK', notFound());
		const checks: unknown[] = [];
		await test({ allowUnauthorizedCerts: ignored }, undefined, (request) => {
			checks.push((request as { rejectUnauthorized?: unknown }).rejectUnauthorized);
		});
		expect(checks).toEqual([isChecked, isChecked]);
	});

	it.each([undefined, null, ''])(
		'refuses a time zone that an expression left as %j',
		async (timezone) => {
			server.answer('Login=OK');
			const data = { timezone } as unknown as ICredentialDataDecryptedObject;
			expect((await test(data)).message).toContain(
				"The 'Gateway Time Zone' of the credential is not a",
			);
			expect(server.requests).toEqual([]);
		},
	);

	it.each([undefined, '', 'constructor'])(
		'refuses the service %j, which is not in the list',
		async (service) => {
			server.answer('Login=OK');
			const data = { service } as unknown as ICredentialDataDecryptedObject;
			expect((await test(data)).message).toBe(
				"The 'Service' of the credential is not chosen, or not in its list. Choose one from the list, or Other",
			);
			expect(server.requests).toEqual([]);
		},
	);

	it('asks for the status of an ID that no message has, which changes nothing', async () => {
		server.answer('Login=OK', notFound());
		await test();
		expect(server.requests.map(({ path }) => path)).toEqual(['/auth.asp', '/xmlgetstatus.asp']);
		expect(server.requests[1]?.body).toContain('<MessageID><ID>0</ID></MessageID>');
	});

	describe('of the clock', () => {
		const clockTest = async (minutes: number, timezone?: string) => {
			server.answer('Login=OK', notFound(minutes));
			return await test(timezone === undefined ? {} : { timezone });
		};

		it.each([
			[0, 'UTC'],
			[14.5, 'UTC'],
			[-14.5, 'UTC'],
			[120, 'Africa/Johannesburg'],
			[345, 'Asia/Kathmandu'],
		])('finds nothing wrong with one %d minutes ahead of GMT in %s', async (minutes, timezone) => {
			expect((await clockTest(minutes, timezone)).status).toBe('OK');
		});

		it.each([
			[120, undefined, '2 hours ahead of'],
			[-60, 'UTC', '1 hour behind'],
			[345, 'UTC', '5 hours, 45 minutes ahead of'],
			[1500, 'UTC', '1 day, 1 hour ahead of'],
			[16, 'UTC', '15 minutes ahead of'],
			[0, 'Africa/Johannesburg', '2 hours behind'],
			[119.5, 'UTC', '2 hours ahead of'],
		])('names the field when it is %d minutes ahead of GMT and the zone %s', async (...row) => {
			const [minutes, timezone, difference] = row;
			const { status, message } = await clockTest(minutes, timezone);
			expect(status).toBe('Error');
			expect(message).toBe(
				`The login is right, but the gateway's clock is ${difference} 'Gateway Time Zone'. Choose the zone of the gateway, such as Africa/Johannesburg. If it is chosen, one of the clocks is wrong`,
			);
		});

		it('does not judge a clock that cannot be read', async () => {
			server.answer('Login=OK', notFound().replace(/<StatusDateTime>.*?</, '<StatusDateTime><'));
			expect((await test()).status).toBe('OK');
		});

		it('does not take the time of a real message for the present', async () => {
			const real = notFound(120).replace('NOTFOUND', 'DELIVERED').replace('-2', '0');
			server.answer('Login=OK', real);
			expect((await test()).status).toBe('OK');
		});

		it('names a zone that does not exist', async () => {
			server.answer('Login=OK', notFound());
			expect((await test({ timezone: 'GMT+2' })).message).toMatch(/^The 'Gateway Time Zone' of/);
			expect(server.requests).toEqual([]);
		});
	});

	describe('of the path', () => {
		/** A server whose gateway is below /api, in front of which stands something else. */
		const gatewayBelow = (front: Reply) =>
			server.answer((request, response, socket) => {
				if (request.path.startsWith('/api/')) response.end('Login=FAIL');
				else if (typeof front === 'function') front(request, response, socket);
				else response.end(front);
			});

		it.each<[string, Reply]>([
			['a page', '<html><title>Bulk SMS</title></html>'],
			['nothing', ''],
			['HTTP 404', (_, response) => response.writeHead(404).end('Not found')],
			['a redirect', (_, response) => response.writeHead(302, { location: '/home' }).end()],
		])('names the gateway below /api when there is %s', async (_, front) => {
			gatewayBelow(front);
			const { status, message } = await test({ baseUrl: `${server.url}/` });
			expect(status).toBe('Error');
			expect(message).toContain(
				`. There is a gateway at ${server.url}/api. Enter that as 'Base URL'`,
			);
		});

		it('names none where there is none', async () => {
			server.answer((_, response) => response.writeHead(404).end('Not found'));
			const { message } = await test();
			expect(message).toBe(
				"The server has nothing at the path of the gateway's address (HTTP 404). Check the path of the 'Base URL' of the credential: try it with /api at its end, or without. Then check any proxy on the way",
			);
		});

		it('names the gateway above a path that was added', async () => {
			server.answer((request, response) => {
				const isThere = !request.path.startsWith('/api/');
				response.writeHead(isThere ? 200 : 404).end(isThere ? 'Login=FAIL' : 'Not found');
			});
			const { message } = await test({ baseUrl: `${server.url}/api` });
			expect(message).toContain(`. There is a gateway at ${server.url}. Enter that as 'Base URL'`);
		});

		it('accepts a Base URL with its path', async () => {
			server.answer('Login=OK', notFound());
			expect((await test({ baseUrl: `${server.url}/api/` })).status).toBe('OK');
			expect(server.requests.map(({ path }) => path)).toEqual([
				'/api/auth.asp',
				'/api/xmlgetstatus.asp',
			]);
		});
	});
});
