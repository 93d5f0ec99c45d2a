import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { connect } from '../../nodes/MessagingGateway/host/transport';
import { execute } from '../support/context';
import { testServer } from '../support/server';

const server = testServer();

const error = (message: string, rest: object = {}): Error =>
	Object.assign(new Error(message), rest);

/** As n8n 2 throws it: its own error around axios's, around that of Node.js. */
const inN8n2 = (cause: Error): Error => error('n8n', { cause: error('axios', { cause }) });

/** As n8n 1 throws it: without a cause, the code and the message in fields of its own. */
const inN8n1 = ({ code, message }: NodeJS.ErrnoException): Error =>
	error('The service gave up', { httpCode: code, messages: [message] });

async function kindOf(thrown: Error): Promise<string | undefined> {
	const context = {
		getCredentials: async () => ({
			baseUrl: 'https://gateway.example',
			brand: 'Svc',
			password: 'secret',
		}),
		getNode: () => ({}),
		helpers: {
			httpRequestWithAuthentication: async () => await Promise.reject(thrown),
		},
	} as unknown as IExecuteFunctions;
	const { exchange } = await connect(context);
	const request = query.checkLogin.request();
	const result = await exchange(request, 1000);
	return result.ok ? undefined : result.failure.kind;
}

describe.each([
	['n8n 2', inN8n2],
	['n8n 1', inN8n1],
])('a failed connection, as %s tells of it', (_, wrap) => {
	it.each([
		['connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED', 'connectionRefused'],
		['getaddrinfo ENOTFOUND gateway.invalid', 'ENOTFOUND', 'hostNotFound'],
		['getaddrinfo EAI_AGAIN gateway.example', 'EAI_AGAIN', 'hostNotFound'],
		['getaddrinfo EAI_FAIL gateway.example', 'EAI_FAIL', 'hostNotFound'],
		['connect EHOSTUNREACH 192.0.2.1:443', 'EHOSTUNREACH', 'hostUnreachable'],
		['connect ETIMEDOUT 192.0.2.1:443', 'ETIMEDOUT', 'hostUnreachable'],
		['connect ENETDOWN 192.0.2.1:443', 'ENETDOWN', 'hostUnreachable'],
		['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
		['certificate has expired', 'CERT_HAS_EXPIRED', 'certificate'],
		['unable to verify', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
		['write EPROTO ...:SSL routines::wrong version number', 'EPROTO', 'notEncrypted'],
		['write EPROTO ...:SSL routines::tlsv1 alert protocol version', 'EPROTO', 'notEncrypted'],
		['write EPROTO ...:SSL routines::sslv3 alert handshake failure', 'EPROTO', 'notEncrypted'],
		['write EPROTO ...:SSL routines::unsupported protocol', 'EPROTO', 'notEncrypted'],
		[
			'Client network socket disconnected before secure TLS connection was established',
			'ECONNRESET',
			'notEncrypted',
		],
		['timeout of 60000ms exceeded', 'ECONNABORTED', 'timedOut'],
		['read ETIMEDOUT', 'ETIMEDOUT', 'timedOut'],
		['read ECONNRESET', 'ECONNRESET', 'connectionBroken'],
		['socket hang up', 'ECONNRESET', 'connectionBroken'],
		['write EPIPE', 'EPIPE', 'connectionBroken'],
		['something new', 'ENEW', 'connectionBroken'],
		// The request was under way: nobody can tell what became of it.
		['read EHOSTUNREACH', 'EHOSTUNREACH', 'connectionBroken'],
		['read ENETUNREACH', 'ENETUNREACH', 'connectionBroken'],
		['write ECONNREFUSED', 'ECONNREFUSED', 'connectionBroken'],
		['host is unreachable', 'EHOSTUNREACH', 'connectionBroken'],
		['alert certificate required', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'connectionBroken'],
		['Request failed with status code 400', 'ERR_BAD_REQUEST', 'connectionBroken'],
	])('%s', async (message, code, kind) => {
		expect(await kindOf(wrap(error(message, { code })))).toBe(kind);
	});
});

it('knows a host none of whose addresses could be reached', async () => {
	const attempts = ['::1', '127.0.0.1'].map((address) =>
		error(`connect ECONNREFUSED ${address}:9`, { code: 'ECONNREFUSED', syscall: 'connect' }),
	);
	expect(await kindOf(inN8n2(error('', { errors: attempts })))).toBe('connectionRefused');
});

it('knows a request that n8n did not let through', async () => {
	const blocked = error('The request was blocked because the destination hostname is restricted');
	expect(await kindOf(error('n8n', { cause: blocked }))).toBe('blocked');
});

describe('an answer whose headers have come', () => {
	/** An answer of so many pieces of one mebibyte, and an error behind them. */
	const answering = async (pieces: number, error_?: Error, timeout = 60_000) => {
		let destroyed = false;
		async function* body(): AsyncGenerator<Uint8Array> {
			for (let piece = 0; piece < pieces; piece += 1) yield Buffer.alloc(1024 * 1024, 'a');
			if (error_) throw error_;
		}
		const stream = Object.assign(body(), { destroy: () => (destroyed = true) });
		const context = {
			getCredentials: async () => ({ baseUrl: 'https://gateway.example', brand: 'Svc' }),
			getNode: () => ({}),
			helpers: {
				httpRequestWithAuthentication: async () => ({ statusCode: 200, headers: {}, body: stream }),
			},
		} as unknown as IExecuteFunctions;
		const request = query.checkLogin.request();
		const { exchange } = await connect(context);
		const result = await exchange(request, timeout);
		if (!result.ok) throw new Error(result.failure.kind);
		return { ...result.value, destroyed };
	};

	it.each([
		['read EHOSTUNREACH', 'EHOSTUNREACH'],
		['connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED'],
		['getaddrinfo ENOTFOUND gateway.example', 'ENOTFOUND'],
		['certificate has expired', 'CERT_HAS_EXPIRED'],
	])('is broken, and nothing is certain, after %s', async (message, code) => {
		const { cut } = await answering(1, error(message, { code }));
		expect(cut).toMatchObject({ kind: 'connectionBroken', mayHaveTakenEffect: true });
	});

	it('is read up to 64 MiB, and kept as far as it came', async () => {
		const { body, cut } = await answering(100);
		expect(cut?.message).toBe('The answer of the gateway is longer than 64 MiB');
		expect(body.length).toBe(65 * 1024 * 1024);
	});
});

describe('a credential that cannot be used', () => {
	const askWith = async (credentials: ICredentialDataDecryptedObject) => {
		server.answer('1');
		return await execute(server.url, 'account', 'getBalance', {}, { credentials });
	};

	it.each<[ICredentialDataDecryptedObject, RegExp]>([
		[{ baseUrl: 'https://gateway.example/?x=' }, /^The 'Base URL' of the credential is not/],
		[{ baseUrl: 'https://gateway.example/#' }, /^The 'Base URL' of the credential is not/],
		[
			{ baseUrl: 'https://gateway.example@evil.example' },
			/^The 'Base URL' of the credential is not/,
		],
		[{ baseUrl: 'https://gateway.example\\evil' }, /^The 'Base URL' of the credential is not/],
		[{ baseUrl: 'https://' }, /^The 'Base URL' of the credential is not/],
		[{ brand: 'Svc><evil' }, /^The 'Element Prefix' of the credential is empty, or cannot begin/],
		[{ brand: '' }, /^The 'Element Prefix' of the credential is empty, or cannot begin/],
		[{ brand: '1Svc' }, /^The 'Element Prefix' of the credential is empty, or cannot begin/],
		...['GMT+2', 'Africa/Pretoria', '', null, 2].map(
			(timezone): [ICredentialDataDecryptedObject, RegExp] => [
				{ timezone } as ICredentialDataDecryptedObject,
				/'Gateway Time Zone' of the credential is not a time zone/,
			],
		),
	])('%j lets nothing be asked', async (credentials, message) => {
		const { error } = await askWith(credentials);
		expect(error?.message).toMatch(message);
		expect(server.requests).toEqual([]);
	});

	it.each([
		['127.0.0.1', true],
		['gateway.example, 127.0.0.1', true],
		['gateway.example', false],
		['*.0.0.1', true],
		['*.127.0.0.1', false],
		['', false],
		[' LocalHost. ', true, 'localhost'],
		['*.localhost', false, 'localhost'],
	])(
		'"Allowed HTTP Request Domains" %j decides: %j',
		async (domains, allowed, host = '127.0.0.1') => {
			const { error } = await askWith({
				baseUrl: server.url.replace('127.0.0.1', host),
				allowedHttpRequestDomains: 'domains',
				allowedDomains: domains,
			});
			expect(server.requests).toHaveLength(allowed ? 1 : 0);
			if (!allowed) expect(error?.message).toMatch(/^Requests to this address are not allowed/);
		},
	);

	it('is signed with a login without the blanks around it', async () => {
		await askWith({ user: '  demo ' });
		expect(server.requests[0]?.query.user).toBe('demo');
	});
});

describe("the gateway's clock", () => {
	const johannesburg = { credentials: { timezone: 'Africa/Johannesburg' } };
	const query = { options: { interface: 'query' } };
	const record = 'CLI=27821111111;DateReceived=202611201015;Message=Yes';
	const element =
		'<CLI>27821111111</CLI><DateReceived>202611201015</DateReceived><Message>Yes</Message>';

	it.each<[resource: string, operation: string, parameters: IDataObject, answer: string]>([
		['reply', 'getNew', query, `${record};SentMessageID=1&`],
		['shortCodeMessage', 'getNew', query, `SC=34001;${record}&`],
		['optOut', 'getAll', {}, `${record};SentMessageID=1&`],
		['reply', 'getNew', {}, `<XMLGateway_Replies><Reply>${element}</Reply></XMLGateway_Replies>`],
		[
			'shortCodeMessage',
			'getNew',
			{},
			`<XMLGateway_SCmessages><SCmessage><SC>34001</SC>${element}</SCmessage></XMLGateway_SCmessages>`,
		],
		['message', 'getStatus', query, '101=DELIVERED;2026/11/20;10:15:00;0&'],
		[
			'message',
			'getStatus',
			{},
			'<XMLGatewayStatus_Response><StatusID><MessageID>101</MessageID><CLI></CLI><Status>DELIVERED</Status><StatusDateTime>2026/11/20 10:15:00</StatusDateTime><StatusCode>0</StatusCode></StatusID></XMLGatewayStatus_Response>',
		],
	])('is in its time zone: %s %s with %j', async (resource, operation, parameters, answer) => {
		server.answer(answer);
		const asked = { messageIds: '101', ...parameters };
		const { json } = await execute(server.url, resource, operation, asked, johannesburg);
		expect(json[0]?.receivedAt ?? json[0]?.statusAt).toBe('2026-11-20T08:15:00Z');
	});

	it.each([
		[{ timezone: 'Africa/Johannesburg' }, '209911201000'],
		[{}, '209911200800'],
	])('has the time of a message, with %j', async (credentials, expected) => {
		for (const via of ['query', 'xml']) {
			server.answer('');
			const options = { interface: via, scheduledAt: '2099-11-20T08:00:00Z' };
			const message = { numbers: '27821111111', text: 'Hi', options };
			await execute(server.url, 'message', 'send', message, { credentials });
			const [request] = server.requests;
			expect(request?.query.scheduled ?? request?.body).toContain(expected);
		}
	});
});
