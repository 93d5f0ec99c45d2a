import { request as httpRequest } from 'node:http';
import {
	connectThrough,
	type Http,
	type HttpAnswer,
} from '../../nodes/MessagingGateway/gateway/exchange/connection';
import type { Credentials } from '../../nodes/MessagingGateway/gateway/exchange/services';
import { sign } from '../../nodes/MessagingGateway/gateway/exchange/signing';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { getStatus } from '../../nodes/MessagingGateway/gateway/operations/getStatus';
import { send } from '../../nodes/MessagingGateway/gateway/operations/send';
import { Service } from '../simulator/service';

/** All that a program without n8n needs to use the gateway. */
function connectTo(baseUrl: string) {
	const credentials: Credentials = { baseUrl, user: 'demo', password: 'demo', brand: 'Svc' };
	const http: Http = async (request, timeout) =>
		await new Promise<HttpAnswer>((resolve, reject) => {
			const { url, method, headers, body } = sign(credentials, request);
			const sent = httpRequest(url, { method, headers, timeout }, (answer) =>
				resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
			);
			sent.on('error', reject).end(body);
		});
	return connectThrough(http, credentials);
}

describe.each([query, xml])('a program without n8n, over the $name interface', (via) => {
	const message = { number: '27821110001', text: 'Hello', schedule: null };

	it('sends a message and asks for its status', async () => {
		const connection = connectTo(await new Service().address);
		const outcome = (await send(connection, via, [message])).get(message);
		expect(outcome).toMatchObject({
			result: 'ACCEPTED',
			messageId: expect.stringMatching(/^\d+$/),
		});
		const messageId = outcome?.messageId ?? '';
		const questions = [{ id: messageId, reference: null }];
		const { statuses, failure } = await getStatus(connection, questions, via.getStatus);
		expect(failure).toBeNull();
		expect([...statuses.keys()]).toEqual([messageId]);
	});

	it('schedules a message on the clock of the gateway', async () => {
		const connection = connectTo(await new Service().address);
		const later = { ...message, schedule: '2026-11-20T09:00:00Z' };
		const messageId = (await send(connection, via, [later])).get(later)?.messageId ?? '';
		const call = via.deleteScheduled;
		const request = call.request([{ id: messageId, reference: null }]);
		const answer = await connection.exchange(request, 10_000);
		expect(answer).toMatchObject({ ok: true, value: { body: expect.stringContaining('DELETED') } });
	});

	it('knows that nothing was sent where the connection is refused', async () => {
		const outcome = (await send(connectTo('http://127.0.0.1:9'), via, [message])).get(message);
		expect(outcome).toMatchObject({
			result: 'NOT_SENT',
			failure: { kind: 'connectionRefused', request: { interface: via.name } },
		});
	});
});
