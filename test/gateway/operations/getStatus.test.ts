import { failure } from '../../../nodes/MessagingGateway/gateway/exchange/failures';
import { maskOf } from '../../../nodes/MessagingGateway/gateway/exchange/mask';
import { retryingReads } from '../../../nodes/MessagingGateway/gateway/exchange/exchange';
import { interfaceWith } from '../../../nodes/MessagingGateway/gateway/interfaces/choice';
import type { IdQuestion } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { getStatus } from '../../../nodes/MessagingGateway/gateway/operations/getStatus';
import { answer, scripted } from '../../support/answers';
import { statusId, statusResponse } from '../../support/xmlAnswers';

const ids = (...messageIds: string[]) => messageIds.map((id) => ({ id, reference: null }));

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
			{ path: '/requestbatch.asp', content: { messageid: '101;102;103;104;' }, timeout: 45_000 },
		]);
		expect(problem).toBeNull();
		const read = [...statuses].map(([id, { status, statusCode, statusAt }]) => [
			id,
			status,
			statusCode,
			statusAt,
		]);
		expect(read).toEqual([
			['101', 'DELIVERED', 0, '2026-11-20T08:15:42Z'],
			['102', 'SENT', 105, '2026-11-20T08:15:40Z'],
			['103', 'SENDINGFAILED', 101, '2026-11-20T08:16:00Z'],
			['104', 'NOTFOUND', null, null],
		]);
	});

	it('gives no value with an equals sign in it to an ID', async () => {
		const gateway = scripted('101=NOTFOUND57=DELIVERED;2026/11/20;08:15:42;0&102=NOTFOUND&');
		const { statuses } = await readStatuses(gateway, ids('101', '102'), 'query');
		expect([...statuses.keys()]).toEqual(['102']);
	});

	it.each([
		['101=DELIVERED;2026/11/20;08:15:42;0', 'DELIVERED', null, '2026-11-20T08:15:42Z'],
		['101=SENDINGFAILED;2026/11/20;08:15:42;10', 'SENDINGFAILED', null, '2026-11-20T08:15:42Z'],
		['101=SENT;2026/11/20;08:15:42;10x&', 'SENT', null, '2026-11-20T08:15:42Z'],
		['101=NOTFOUND', 'NOTFOUND', null, null],
		['101=SENT;;;100&', 'SENT', 100, null],
	])('keeps of %s what is certain after a break', async (body, status, code, at) => {
		const gateway = scripted(answer(body, { cut: failure('connectionBroken') }));
		const { statuses } = await readStatuses(gateway, ids('101'), 'query');
		expect(statuses.get('101')).toMatchObject({ status, statusCode: code, statusAt: at });
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
				{ id: '101', reference: 'order <1>' },
				{ id: '102', reference: null },
				{ id: '103', reference: null },
			],
			'xml',
		);
		expect(gateway.requests).toEqual([
			{
				path: '/xmlgetstatus.asp',
				content: {
					StatusRequest: {
						MessageIDs: {
							MessageID: [{ ID: '101', CLI: 'order <1>' }, { ID: '102' }, { ID: '103' }],
						},
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

	it.each(['FAIL', 'NOTFOUND'])(
		'gives no time for %s, where the gateway only repeats the present',
		async (word) => {
			const status = statusId('101', word, 107, '2026/11/20 09:00:00');
			const { statuses } = await readStatuses(scripted(statusResponse(status)), ids('101'), 'xml');
			expect(statuses.get('101')).toMatchObject({ status: word, statusAt: null });
		},
	);

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
		expect(gateway.requests[1]?.content).toEqual({
			StatusRequest: { MessageIDs: { MessageID: [{ ID: '102' }] } },
		});
	});

	it('gives up where asking again brings nothing', async () => {
		const gateway = scripted(statusResponse(statusId('101', '', 108, '')));
		const { statuses, failure: problem } = await readStatuses(gateway, ids('101'), 'xml');
		expect(statuses.size).toBe(0);
		expect(problem?.message).toBe('The gateway skipped it (code 108)');
		expect(gateway.requests).toHaveLength(1);
	});

	it('finds an ID that the gateway writes with zeros before it', async () => {
		const gateway = scripted(statusResponse(statusId('00101', 'SENT', 100, '')));
		expect((await readStatuses(gateway, ids('101'), 'xml')).statuses.has('101')).toBe(true);
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

it.each([
	['query', 100],
	['xml', 1000],
] as const)('over the %s interface %i IDs are asked for at a time', async (via, limit) => {
	const asked: number[] = [];
	const gateway = scripted((request) => {
		const text = JSON.stringify(request.content);
		const found = text.match(/\d{4}/g) ?? [];
		asked.push(found.length);
		if (via === 'query') return found.map((id) => `${id}=NOTFOUND&`).join('');
		return statusResponse(...found.map((id) => statusId(id, 'SENT', 100)));
	});
	const messageIds = Array.from({ length: 2 * limit + 1 }, (_, index) => String(1000 + index));
	const { statuses } = await readStatuses(gateway, ids(...messageIds), via);
	expect([...statuses.keys()]).toEqual(messageIds);
	expect(asked).toEqual([limit, limit, 1]);
});

const WRONG_LOGIN = 'The gateway did not accept the login name or password';

it.each([
	['query', 'FAIL&', WRONG_LOGIN],
	['query', 'Error=Service closed', 'The gateway refused the request: Service closed'],
	['query', 'Error="Service closed"&', 'The gateway refused the request: Service closed'],
	['query', 'Error=No "ID"', 'The gateway refused the request: No "ID"'],
	['xml', statusResponse(statusId('101', 'FAIL', -3)), WRONG_LOGIN],
	['xml', statusResponse('<Error>Invalid Username or Password</Error>'), WRONG_LOGIN],
	['xml', statusResponse('<Error>Closed</Error>'), 'The gateway refused the request: Closed'],
] as const)('over the %s interface %j is no answer', async (via, body, message) => {
	const { failure: problem } = await readStatuses(scripted(body), ids('101'), via);
	expect(problem?.message).toBe(message);
});
