import {
	failed,
	success,
	type Answer,
	type Connection,
} from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import type { GatewayRequest } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import type { Failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { clockIn } from '../../nodes/MessagingGateway/gateway/specification/time';

/** Makes an answer as the transport returns it. */
export const answer = (body: string, rest: Partial<Answer> = {}): Answer => ({
	to: { interface: 'query', path: '/' },
	status: 200,
	body,
	...rest,
});

/** A request as tests compare it: its path shows its interface. */
type Recorded = Pick<GatewayRequest, 'path' | 'content'> & { timeout: number };

/** The parameters of a request of the query interface. */
export const parametersOf = (request: unknown): Record<string, string> =>
	(request as Recorded).content as Record<string, string>;

/** Makes a connection, by default to a gateway on GMT and without a password. */
export const connected = (
	exchange: Connection['exchange'],
	rest: Partial<Connection> = {},
): Connection => ({ exchange, clock: clockIn('UTC'), mask: (text) => text, ...rest });

/** Makes a connection that records requests and answers from a list or with a function. */
export function scripted(
	...answers: Array<string | Answer | Failure | ((request: GatewayRequest) => string)>
): Connection & { requests: Recorded[] } {
	const requests: Recorded[] = [];
	const connection = connected(async (request, timeout) => {
		const next = answers[Math.min(requests.length, answers.length - 1)];
		requests.push({ path: request.path, content: request.content, timeout });
		if (next === undefined) throw new Error('No answer was scripted');
		if (typeof next === 'function') return success(answer(next(request)));
		if (typeof next === 'string') return success(answer(next));
		return 'kind' in next ? failed(next) : success(next);
	});
	return { ...connection, requests };
}
