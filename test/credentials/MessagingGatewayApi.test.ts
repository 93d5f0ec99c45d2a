import { isTimeZone } from '../../nodes/MessagingGateway/gateway/specification/time';
import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { savedFields } from '../support/savedFields';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';

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

	it('puts them first into a document in plain ASCII, under a root with the Element Prefix', async () => {
		const body = { StatusRequest: { MessageIDs: { MessageID: [{ ID: '1' }] } } };
		const request = { method: 'POST', url: '/xmlgetstatus.asp', body } as const;
		const signed = await sign(request, { user: 'ü&b' });
		expect([signed.method, signed.url, signed.headers]).toEqual([
			'POST',
			'https://gateway.example.com/xmlgetstatus.asp',
			{ 'Content-Type': 'text/xml; charset=utf-8' },
		]);
		expect(signed.body).toBe(
			'<?xml version="1.0" encoding="utf-8"?><Svc_StatusRequest><User>&#252;&amp;b</User><Password>p=$&amp; ]]&gt;</Password><MessageIDs><MessageID><ID>1</ID></MessageID></MessageIDs></Svc_StatusRequest>',
		);
	});

	it.each([
		['https://gateway.example.com/sms/', 'https://gateway.example.com/sms/auth.asp'],
		[' https://gateway.example.com// ', 'https://gateway.example.com/auth.asp'],
	])('tolerates %j as Base URL', async (baseUrl, address) => {
		const { url } = await sign({ method: 'GET', url: '/auth.asp' }, { baseUrl });
		expect(url).toBe(`${address}?user=a%26b&password=p%3D%24%26%20%5D%5D%3E`);
	});

	describe('for the HTTP Request node', () => {
		const baseUrl = 'https://gateway.example.com/api';
		const ask = async (uri: string, base = baseUrl) =>
			(await sign({ method: 'GET', uri } as Partial<IHttpRequestOptions>, { baseUrl: base })).url;

		it.each([
			[baseUrl, `${baseUrl}/credits.asp`, '/api/credits.asp?'],
			[`${baseUrl}/`, `${baseUrl}/credits.asp`, '/api/credits.asp?'],
			[baseUrl, 'HTTPS://Gateway.example.com:443/api/credits.asp', '/api/credits.asp?'],
			[baseUrl, `${baseUrl}/requestbatch.asp?messageid=1;`, '/api/requestbatch.asp?messageid=1;&'],
			[baseUrl, `${baseUrl}/credits.asp#top`, '/api/credits.asp?'],
			['https://gateway.example.com', 'https://gateway.example.com/auth.asp', '/auth.asp?'],
		])('below %s signs %s', async (base, uri, signed) => {
			expect(await ask(uri, base)).toBe(
				`https://gateway.example.com${signed}user=a%26b&password=p%3D%24%26%20%5D%5D%3E`,
			);
		});

		it.each([
			['https://other.example.com/api/credits.asp'],
			['https://gateway.example.com/credits.asp'],
			['https://gateway.example.com/apiary/credits.asp'],
			['https://gateway.example.com/api/../credits.asp'],
			['https://gateway.example.com/api/%2e%2e/credits.asp'],
			['https://gateway.example.com:8443/api/credits.asp'],
			['http://gateway.example.com/api/credits.asp'],
			['https://gateway.example.com.other.example.com/api/credits.asp'],
			['https://gateway.example.com/api@other.example.com/credits.asp'],
			['https://gateway.example.com\\@other.example.com/api/credits.asp'],
			['@other.example.com/'],
			['.other.example.com/'],
			['credits.asp'],
			[''],
		])('refuses %j, and says what to enter: the login is for the gateway alone', async (uri) => {
			await expect(ask(uri)).rejects.toThrow(
				"This address is not one of the gateway. Enter one below the 'Base URL' of the credential, such as https://gateway.example.com/api/credits.asp",
			);
		});

		it('drops a login in the address, which is not the one of the credential', async () => {
			expect(await ask('https://eve:secret@gateway.example.com/api/credits.asp')).toBe(
				'https://gateway.example.com/api/credits.asp?user=a%26b&password=p%3D%24%26%20%5D%5D%3E',
			);
		});

		it('makes a document of a body in JSON', async () => {
			const { body } = await sign({
				method: 'POST',
				uri: 'https://gateway.example.com/xmlgetreplies.asp',
				body: { Replies: {} },
			} as Partial<IHttpRequestOptions>);
			expect(body).toBe(
				'<?xml version="1.0" encoding="utf-8"?><Svc_Replies><User>a&amp;b</User><Password>p=$&amp; ]]&gt;</Password></Svc_Replies>',
			);
		});

		it.each([[undefined], ['<Svc_Replies/>'], [{}], [{ Replies: {}, User: {} }], [{ Replies: 1 }]])(
			'says what the body %j should be',
			async (body) => {
				const request = { method: 'POST', url: '/xmlgetreplies.asp', body } as IHttpRequestOptions;
				await expect(sign(request)).rejects.toThrow(
					/Give its body as JSON, as in \{"Replies": \{\}\}/,
				);
			},
		);

		it('forbids redirects, which could send the login to another host', async () => {
			const forbidden = {
				disableFollowRedirect: true,
				followRedirect: false,
				followAllRedirects: false,
			};
			expect(await sign({ method: 'GET', url: '/auth.asp' })).toMatchObject(forbidden);
			const body = { Replies: {} };
			const signed = await sign({ method: 'POST', url: '/xmlgetreplies.asp', body });
			expect(signed).toMatchObject(forbidden);
		});
	});

	it('passes on whether to check the certificate', async () => {
		const request = { method: 'GET', url: '/auth.asp' } as const;
		expect((await sign(request)).skipSslCertificateValidation).toBe(true);
		expect(
			(await sign(request, { allowUnauthorizedCerts: false })).skipSslCertificateValidation,
		).toBe(false);
	});
});

describe('the service', () => {
	const shownFor = (service: string): string[] =>
		new MessagingGatewayApi().properties
			.filter((field) => NodeHelpers.displayParameter({ service, baseUrl: '' }, field, null, null))
			.map(({ displayName }) => displayName);

	it('that is known needs nothing but the login, and says what it uses', () => {
		expect(shownFor('winSmsSouthAfrica')).toEqual([
			'Service',
			'Base URL https://api.winsms.co.za/api, Element Prefix WinSMS, clock Africa/Johannesburg',
			'Login Name',
			'Password',
			'Ignore SSL Issues (Insecure)',
		]);
	});

	it('whose clock is UTC shows GMT', () => {
		expect(shownFor('winSmsInternational')[1]).toMatch(/, clock GMT$/);
	});

	it('that is known wins over values of the other fields', async () => {
		const signed = await new MessagingGatewayApi().authenticate(
			{
				service: 'winSmsInternational',
				baseUrl: 'https://elsewhere.example.com',
				brand: 'Svc',
				user: 'demo',
				password: 'secret',
			},
			{ method: 'POST', url: '/xmlgetreplies.asp', body: { Replies: {} } },
		);
		expect(signed.url).toBe('https://api.winsms.io/xmlgetreplies.asp');
		expect(signed.body).toContain('<WinSMS_Replies><User>demo</User>');
	});
});

it('credentials save these fields: another name, type or value would change what they do', () => {
	const fields = savedFields(new MessagingGatewayApi().properties);
	expect(fields.map((line) => line.replace(/ Africa.*$/, ' ...'))).toEqual([
		'service options "" required hidden {"service":["none"]} winSmsInternational winSmsSouthAfrica other',
		'baseUrl string "" required shown {"service":["other"]}',
		'user string "" required hidden {"service":[""]}',
		'password string "" required hidden {"service":[""]}',
		'brand string "" required shown {"service":["other"]}',
		'timezone options "UTC" shown {"service":["other"]} UTC ...',
		'allowUnauthorizedCerts boolean false hidden {"service":[""]}',
	]);
});

describe('the notice about http:', () => {
	const notice = new MessagingGatewayApi().properties.find(({ name }) => name === 'notEncrypted');
	const isShownFor = (baseUrl: string): boolean =>
		NodeHelpers.displayParameter(
			{ service: 'other', baseUrl },
			notice as INodeProperties,
			null,
			null,
		);

	it.each([
		['http://gateway.example.com'],
		['http://10.1.2.3:8080/api'],
		['http://simulator:8085'],
	])('is shown for %s', (baseUrl) => {
		expect(isShownFor(baseUrl)).toBe(true);
	});

	it.each([
		[''],
		['https://gateway.example.com'],
		['http://localhost:8085'],
		['http://127.0.0.1:8085/api'],
		['http://[::1]:8085'],
	])('is not shown for %s', (baseUrl) => {
		expect(isShownFor(baseUrl)).toBe(false);
	});

	it('needs no regular expression, which a busy n8n gives up with the credential', () => {
		expect(JSON.stringify(notice)).not.toContain('regex');
	});
});

describe('the list of time zones', () => {
	const field = new MessagingGatewayApi().properties.find(({ name }) => name === 'timezone');
	const timeZoneOptions = field?.options as INodePropertyOptions[];
	const values = timeZoneOptions.map(({ value }) => value as string);

	it('begins with GMT, the clock of the specification, and has names that people search for', () => {
		expect(timeZoneOptions[0]).toEqual({ name: 'GMT', value: 'UTC' });
		expect(timeZoneOptions).toContainEqual({ name: 'America/New York', value: 'America/New_York' });
	});

	it('has only zones that exist in this version of Node.js, each once', () => {
		expect(values.filter((zone) => !isTimeZone(zone))).toEqual([]);
		expect(new Set(values).size).toBe(values.length);
	});

	it('has a zone for every zone of Node.js with a region, by one of its names', () => {
		const nameOf = (zone: string) =>
			new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
		const known = new Set(values.map(nameOf));
		const missing = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(nameOf(zone)));
		expect(missing).toEqual([]);
	});
});
