import { success } from '../../../nodes/MessagingGateway/gateway/exchange/exchange';
import {
	INTERFACES,
	interfaceWith,
} from '../../../nodes/MessagingGateway/gateway/interfaces/choice';
import type { GatewayInterface } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { deleteScheduled } from '../../../nodes/MessagingGateway/gateway/operations/deleteScheduled';
import { getStatus } from '../../../nodes/MessagingGateway/gateway/operations/getStatus';
import { readRecords } from '../../../nodes/MessagingGateway/gateway/operations/readRecords';
import { send } from '../../../nodes/MessagingGateway/gateway/operations/send';
import { scripted } from '../../support/answers';

/** A made-up interface: one message a request, and a word for each answer. */
const get = (path: string, parameters: Record<string, string> = {}) =>
	({ interface: 'plain', method: 'GET', path, parameters }) as const;

const noRecords = (path: string) => ({
	request: () => get(path),
	read: () => ({ entries: [] }),
});

const accepted = (messageId: string) =>
	({ result: 'ACCEPTED', messageId, written: messageId }) as const;

const plain: GatewayInterface = {
	name: 'plain',
	label: 'Plain',
	send: {
		split: (messages) => messages.map((message) => [message]),
		request: ([message]) =>
			success(get('/say', { to: message?.number ?? '', words: message?.text ?? '' })),
		read: (answer, messages) =>
			answer.body === 'no'
				? { values: [], reason: 'wrongLogin' }
				: { values: messages.map(() => accepted(answer.body)) },
	},
	getStatus: {
		limit: 1,
		request: ([question]) => get('/ask', { id: question?.id ?? '' }),
		read: ({ body }, [question]) => ({
			rows: [{ messageId: question?.id ?? '', status: body, dateTime: '', code: null }],
		}),
	},
	deleteScheduled: {
		limit: 2,
		request: (questions) => get('/forget', { ids: questions.map((one) => one.id).join() }),
		read: (answer, questions) => ({
			rows: questions.flatMap(({ id }) =>
				answer.body === 'gone' ? [{ messageId: id, result: 'DELETED', written: answer.body }] : [],
			),
			reason: answer.body === '' ? ['nothing to forget'] : undefined,
		}),
	},
	reply: noRecords('/replies'),
	shortCodeMessage: noRecords('/codes'),
};

describe('a third interface', () => {
	beforeAll(() => INTERFACES.push(plain));
	afterAll(() => INTERFACES.pop());

	it('is chosen by its name, and left for another where it lacks an operation', () => {
		expect(interfaceWith('send', 'plain')).toBe(plain);
		expect(interfaceWith('optOut', 'plain').name).toBe('query');
		expect(interfaceWith('send').name).toBe('xml');
	});

	it('sends, with the outcomes and the stop rule of the others', async () => {
		const gateway = scripted('id-101', 'no');
		const messages = ['A', 'B', 'C'].map((text) => ({
			number: '27821111111',
			text,
			schedule: null,
		}));
		const outcomes = await send(gateway, plain, messages);
		expect(messages.map((message) => outcomes.get(message)?.result)).toEqual([
			'ACCEPTED',
			'NOT_SENT',
			'NOT_SENT',
		]);
		expect(gateway.requests).toHaveLength(2);
	});

	it('asks for statuses and deletes in requests of its own size', async () => {
		const ids = ['1', '2', '3'].map((id) => ({ id, reference: null }));
		const asking = scripted('SENT');
		const { statuses } = await getStatus(asking, ids, plain.getStatus);
		expect([...statuses.values()].map(({ phase }) => phase)).toEqual(['sent', 'sent', 'sent']);
		expect(asking.requests).toHaveLength(3);
		const deleting = scripted('gone', '');
		const outcomes = await deleteScheduled(deleting, ids, plain.deleteScheduled);
		expect([...outcomes.values()].map(({ result }) => result)).toEqual([
			'DELETED',
			'DELETED',
			'NOT_SENT',
		]);
	});

	it('reads records', async () => {
		expect(await readRecords(scripted('x'), 'reply', plain.reply)).toMatchObject({ ok: true });
	});
});
