import type {
	PostRequest,
	GetRequest,
} from '../../nodes/MessagingGateway/gateway/exchange/request';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { maskOf } from '../../nodes/MessagingGateway/gateway/exchange/mask';
import { retryingReads } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import { interfaceWith } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import type { IdQuestion } from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { getStatus } from '../../nodes/MessagingGateway/gateway/operations/getStatus';
import { answer, scripted } from '../support/answers';
import { statusId, statusResponse } from '../support/xmlAnswers';

const ids = (...messageIds: string[]) =>
	messageIds.map((messageId) => ({ messageId, reference: null }));

const readStatuses = (
	exchange: Parameters<typeof getStatus>[0],
	questions: IdQuestion[],
	via: 'query' | 'xml',
) => getStatus(exchange, questions, interfaceWith('getStatus', via).getStatus);

describe('batch status over the query interface', () => {
	it('asks with a list that ends with a semicolon and reads the four facets', async () => {
		const gateway = scripted(
			'101=DELIVERED;2026/11/20;08:15:42;0&102=SENT;2026/11/20;08:15:40;105&103=SENDINGFAILED;2026/11/20;08:16:00;101&104=NOTFOUND&',
		);
		const { statuses, failure: problem } = await readStatuses(
			gateway,
			ids('101', '102', '103', '104'),
			'query',
		);
		expect(gateway.requests).toEqual([
			{
				method: 'GET',
				path: '/requestbatch.asp',
				parameters: { messageid: '101;102;103;104;' },
				timeout: 45_000,
			},
		]);
		expect(problem).toBeNull();
		expect(Object.fromEntries(statuses)).toEqual({
			'101': {
				status: 'DELIVERED',
				statusCode: 0,
				phase: 'delivered',
				description: 'Delivered',
				final: true,
				delivered: true,
				statusAt: '2026-11-20T08:15:42Z',
			},
			'102': {
				status: 'SENT',
				statusCode: 105,
				phase: 'sent',
				description: 'Not yet delivered, but accepted for delivery',
				final: false,
				delivered: false,
				statusAt: '2026-11-20T08:15:40Z',
			},
			'103': {
				status: 'SENDINGFAILED',
				statusCode: 101,
				phase: 'failed',
				description: 'Undelivered: expired in transit',
				final: true,
				delivered: false,
				statusAt: '2026-11-20T08:16:00Z',
			},
			'104': {
				status: 'NOTFOUND',
				statusCode: null,
				phase: 'unknown',
				description:
					'The message ID is wrong, or the message is still queued, or it was sent more than 90 days ago',
				final: false,
				delivered: false,
				statusAt: null,
			},
		});
	});

	it('asks for 100 IDs at a time', async () => {
		const gateway = scripted((request) =>
			((request as GetRequest).parameters.messageid as string).replace(/;/g, '=NOTFOUND&'),
		);
		const messageIds = Array.from({ length: 201 }, (_, index) => String(1000 + index));
		const { statuses } = await readStatuses(gateway, ids(...messageIds), 'query');
		expect([...statuses.keys()]).toEqual(messageIds);
		expect(gateway.requests).toHaveLength(3);
	});

	it('reads FAIL& as a wrong login', async () => {
		const { failure: problem } = await readStatuses(scripted('FAIL&'), ids('1'), 'query');
		expect(problem?.kind).toBe('wrongLogin');
	});
});

it.each(['Error=Service closed', 'Error="Service closed"&'])(
	'reads %j over the query interface as a refusal',
	async (body) => {
		const { failure: problem } = await readStatuses(scripted(body), ids('101'), 'query');
		expect(problem?.message).toBe('The gateway refused the request: Service closed');
	},
);

describe('a status word that is not in the specification', () => {
	it.each<[code: number, phase: string, final: boolean]>([
		[-3, 'unknown', false],
		[-2, 'unknown', false],
		[-1, 'queued', false],
		[0, 'delivered', true],
		[100, 'sent', false],
		[101, 'failed', true],
		[102, 'failed', true],
		[103, 'failed', true],
		[105, 'sent', false],
		[106, 'sent', false],
		[107, 'failed', true],
		[111, 'failed', true],
		[201, 'failed', true],
		[202, 'failed', true],
		[211, 'failed', true],
		[212, 'failed', true],
		[213, 'failed', true],
		[214, 'failed', true],
		[7, 'unknown', false],
	])('takes phase and finality from the code %i', async (code, phase, final) => {
		const gateway = scripted(`101=FAILED;2026/11/20;08:15:42;${code}&`);
		const { statuses, failure: problem } = await readStatuses(gateway, ids('101'), 'query');
		if (code === -3) expect(problem?.kind).toBe('wrongLogin');
		else {
			expect(statuses.get('101')).toMatchObject({
				status: 'FAILED',
				phase,
				final,
				delivered: code === 0,
			});
		}
	});
});

describe('batch status over the XML interface', () => {
	it('sends IDs and references, and tells queued from wrong IDs', async () => {
		const gateway = scripted(
			statusResponse(
				statusId('101', 'DELIVERED', 0, '2026/11/20 08:15:42') +
					statusId('102', 'NOTFOUND', -1, '2026/11/20 09:00:00') +
					statusId('103', 'NOTFOUND', -2, '2026/11/20 09:00:00'),
			),
		);
		const { statuses } = await readStatuses(
			gateway,
			[
				{ messageId: '101', reference: 'order <1>' },
				{ messageId: '102', reference: null },
				{ messageId: '103', reference: null },
			],
			'xml',
		);
		expect(gateway.requests).toEqual([
			{
				method: 'POST',
				path: '/xmlgetstatus.asp',
				root: 'StatusRequest',
				content: {
					MessageIDs: {
						MessageID: [{ ID: '101', CLI: 'order <1>' }, { ID: '102' }, { ID: '103' }],
					},
				},
				timeout: 45_000,
			},
		]);
		expect(statuses.get('101')).toMatchObject({
			delivered: true,
			statusAt: '2026-11-20T08:15:42Z',
		});
		expect(statuses.get('102')).toEqual({
			status: 'NOTFOUND',
			statusCode: -1,
			phase: 'queued',
			description: 'Message in queue',
			final: false,
			delivered: false,
			statusAt: null,
		});
		expect(statuses.get('103')).toMatchObject({
			phase: 'unknown',
			description: 'Message not found',
			statusAt: null,
		});
	});

	it('gives no time for FAIL, where the gateway only repeats the present', async () => {
		const gateway = scripted(statusResponse(statusId('101', 'FAIL', 213, '2026/11/20 09:00:00')));
		const { statuses } = await readStatuses(gateway, ids('101'), 'xml');
		expect(statuses.get('101')).toMatchObject({ status: 'FAIL', statusAt: null, final: false });
	});

	it('passes on a time that cannot be read, and a status that is not in the spec', async () => {
		const gateway = scripted(statusResponse(statusId('101', 'PARKED', 999, 'yesterday')));
		const { statuses } = await readStatuses(gateway, ids('101'), 'xml');
		expect(statuses.get('101')).toEqual({
			status: 'PARKED',
			statusCode: 999,
			phase: 'unknown',
			description: 'A status that is not in the specification of the gateway',
			final: false,
			delivered: false,
			statusAt: 'yesterday',
		});
	});

	it('takes code -3 for a wrong login', async () => {
		const gateway = scripted(statusResponse(statusId('101', 'FAIL', -3, '2026/11/20 09:00:00')));
		expect((await readStatuses(gateway, ids('101'), 'xml')).failure?.kind).toBe('wrongLogin');
	});

	it('asks again for what was SKIPPED, until it is answered', async () => {
		const gateway = scripted(
			statusResponse(
				statusId('101', 'DELIVERED', 0, '2026/11/20 08:15:42') + statusId('102', '', 108, ''),
			),
			statusResponse(statusId('102', 'SENT', 100, '2026/11/20 08:15:42')),
		);
		const { statuses, failure: problem } = await readStatuses(gateway, ids('101', '102'), 'xml');
		expect(problem).toBeNull();
		expect(statuses.get('102')?.status).toBe('SENT');
		expect((gateway.requests[1] as PostRequest).content).toEqual({
			MessageIDs: { MessageID: [{ ID: '102' }] },
		});
	});

	it('gives up where asking again brings nothing', async () => {
		const gateway = scripted(statusResponse(statusId('101', '', 108, '')));
		const { statuses, failure: problem } = await readStatuses(gateway, ids('101'), 'xml');
		expect(statuses.size).toBe(0);
		expect(problem?.kind).toBe('notMentioned');
		expect(gateway.requests).toHaveLength(1);
	});

	it('asks for 1,000 IDs at a time', async () => {
		const gateway = scripted((request) => {
			const { MessageID } = (request as PostRequest).content.MessageIDs as {
				MessageID: Array<{ ID: string }>;
			};
			return statusResponse(MessageID.map(({ ID }) => statusId(ID, 'SENT', 100, '')).join(''));
		});
		const messageIds = Array.from({ length: 2001 }, (_, index) => String(5000 + index));
		const { statuses } = await readStatuses(gateway, ids(...messageIds), 'xml');
		expect(statuses.size).toBe(2001);
		expect(gateway.requests).toHaveLength(3);
	});

	it.each([
		['Invalid Username or Password', 'wrongLogin'],
		['Not Valid XML Document', 'requestRefused'],
	])('reads the Error %s as %s', async (text, kind) => {
		const gateway = scripted(statusResponse(`<Error>${text}</Error>`));
		expect((await readStatuses(gateway, ids('101'), 'xml')).failure?.kind).toBe(kind);
	});

	it('finds an ID that was asked with zeros before it', async () => {
		const gateway = scripted(statusResponse(statusId('101', 'SENT', 100, '')));
		expect((await readStatuses(gateway, ids('00101'), 'xml')).statuses.has('00101')).toBe(true);
	});

	it('keeps what arrived of an answer that broke, and asks for the rest', async () => {
		const first = statusId('101', 'SENT', 100, '2026/11/20 08:15:42');
		const gateway = scripted(
			answer(`<XMLGatewayStatus_Response>${first}<StatusID><MessageID>102</Mess`, {
				cut: failure('connectionBroken'),
			}),
			failure('timedOut', '30'),
		);
		const { statuses, failure: problem } = await readStatuses(gateway, ids('101', '102'), 'xml');
		expect([...statuses.keys()]).toEqual(['101']);
		expect(problem?.kind).toBe('timedOut');
	});
});

describe('reads that change nothing', () => {
	it('are tried once more when the connection broke', async () => {
		const gateway = scripted(failure('connectionBroken'), '101=NOTFOUND');
		const { statuses } = await readStatuses(retryingReads(gateway), ids('101'), 'query');
		expect(statuses.size).toBe(1);
		expect(gateway.requests).toHaveLength(2);
	});

	it('are not tried a third time, nor after any other failure', async () => {
		const broken = scripted(failure('connectionBroken'));
		await readStatuses(retryingReads(broken), ids('101'), 'query');
		expect(broken.requests).toHaveLength(2);
		const hanging = scripted(failure('timedOut', '30'));
		await readStatuses(retryingReads(hanging), ids('101'), 'query');
		expect(hanging.requests).toHaveLength(1);
	});
});

it('gives a status that the specification does not have as it came, without the password', async () => {
	const held = statusId('101', 'Held by s3cret', 7, 's3cret');
	const gateway = { ...scripted(statusResponse(held)), mask: maskOf('s3cret') };
	const { statuses } = await readStatuses(gateway, ids('101'), 'xml');
	expect(statuses.get('101')).toEqual({
		status: 'HELD BY ***',
		statusCode: 7,
		phase: 'unknown',
		description: 'A status that is not in the specification of the gateway',
		final: false,
		delivered: false,
		statusAt: '***',
	});
});
