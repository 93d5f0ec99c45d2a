import type {
	Answer,
	Exchange,
	GatewayRequest,
} from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import type { Failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { failed, success } from '../../nodes/MessagingGateway/gateway/exchange/result';

/** An answer as the transport hands it on. */
export const answer = (body: string, rest: Partial<Answer> = {}): Answer => ({
	to: { interface: 'query', path: '/' },
	status: 200,
	body,
	framed: false,
	conceal: (text) => text,
	...rest,
});

type Recorded = GatewayRequest & { timeout: number };

/** An exchange that records what is asked and answers from a list, or by a function. */
export function scripted(
	...answers: Array<string | Answer | Failure | ((request: GatewayRequest) => string)>
): Exchange & { requests: Recorded[] } {
	const requests: Recorded[] = [];
	const exchange: Exchange = async (request, timeout) => {
		const next = answers[Math.min(requests.length, answers.length - 1)];
		const { interface: _, ...recorded } = request;
		requests.push({ ...recorded, timeout } as Recorded);
		if (next === undefined) throw new Error('No answer was scripted');
		if (typeof next === 'function') return success(answer(next(request)));
		if (typeof next === 'string') return success(answer(next));
		return 'kind' in next ? failed(next) : success(next);
	};
	return Object.assign(exchange, { requests });
}
