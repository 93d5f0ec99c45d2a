import type { IExecuteFunctions } from 'n8n-workflow';
import { success } from '../../../nodes/MessagingGateway/gateway/exchange/exchange';
import type {
	Format,
	GatewayRequest,
} from '../../../nodes/MessagingGateway/gateway/exchange/exchange';
import {
	INTERFACES,
	interfaceWith,
} from '../../../nodes/MessagingGateway/gateway/interfaces/choice';
import type { GatewayInterface } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { getStatus } from '../../../nodes/MessagingGateway/gateway/operations/getStatus';
import { connect } from '../../../nodes/MessagingGateway/host/transport';
import { scripted } from '../../support/answers';
import { PASSWORD, signedIn } from '../../support/context';
import { A, B, brief, outcomesOf, to } from '../../support/outcomes';
import { testServer } from '../../support/server';

const server = testServer();

const asJson: Format = (url, content, { user, password }) => ({
	method: 'POST',
	url,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ ...content, user, password }),
});

const post = (path: string, content: Record<string, unknown>): GatewayRequest => ({
	interface: 'json',
	path,
	content,
	format: asJson,
});

/** A made-up interface with two operations: one message a request, and a word for each answer. */
const json: GatewayInterface = {
	name: 'json',
	label: 'JSON',
	send: {
		split: (messages) => messages.map((message) => [message]),
		request: ([message]) => success(post('/messages', { to: message?.number })),
		read: ({ body }, messages) =>
			body === 'no'
				? { values: [], reason: 'wrongLogin' }
				: {
						values: messages.map(() => ({ result: 'ACCEPTED', messageId: body, written: body })),
						reason: undefined,
					},
	},
	getStatus: {
		limit: 1,
		request: ([question]) => post('/statuses', { id: question?.id }),
		read: ({ body }, [question]) => ({
			rows: [{ messageId: question?.id ?? '', status: body, dateTime: '', code: null }],
			reason: undefined,
		}),
	},
};

describe('a third interface', () => {
	beforeAll(() => INTERFACES.push(json));
	afterAll(() => INTERFACES.pop());

	it('is chosen by its name, and left for another where it lacks an operation', () => {
		expect(interfaceWith('send', 'json').name).toBe('json');
		expect(interfaceWith('reply', 'json').name).toBe('xml');
		expect(interfaceWith('optOut', 'json').name).toBe('query');
		expect(interfaceWith('send').name).toBe('xml');
	});

	it('has its requests signed by the credential as it writes them', async () => {
		server.answer('101');
		const connection = await connect(signedIn(server.url, {}) as unknown as IExecuteFunctions);
		expect(brief(await outcomesOf(connection, json, [to(A)]))).toEqual(['ACCEPTED 101']);
		expect(server.requests).toMatchObject([
			{
				method: 'POST',
				path: '/messages',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ to: A, user: 'demo', password: PASSWORD }),
			},
		]);
	});

	it('sends, with the outcomes and the stop rule of the others', async () => {
		const gateway = scripted('101', 'no');
		const outcomes = await outcomesOf(gateway, json, [to(A), to(B), to(A)]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'NOT_SENT', 'NOT_SENT']);
		expect(gateway.requests).toHaveLength(2);
	});

	it('asks for statuses in requests of its own size', async () => {
		const ids = ['1', '2', '3'].map((id) => ({ id, reference: null }));
		const gateway = scripted('SENT');
		const { statuses } = await getStatus(gateway, ids, json.getStatus);
		expect([...statuses.values()].map(({ phase }) => phase)).toEqual(['sent', 'sent', 'sent']);
		expect(gateway.requests).toHaveLength(3);
	});
});
