import type {
	Answer,
	Exchange,
	GatewayRequest,
} from '../../nodes/MessagingGateway/gateway/exchange';
import type { Failure } from '../../nodes/MessagingGateway/gateway/failures';
import { failed, success } from '../../nodes/MessagingGateway/gateway/result';

/** An answer as the transport hands it to the gateway room. */
export const answer = (body: string, rest: Partial<Answer> = {}): Answer => ({
	status: 200,
	body,
	framed: false,
	conceal: (text) => text,
	...rest,
});

/** An exchange that records what is asked and answers from a list, or by a function. */
export function scripted(
	...answers: Array<string | Answer | Failure | ((request: GatewayRequest) => string)>
): Exchange & { requests: GatewayRequest[] } {
	const requests: GatewayRequest[] = [];
	const exchange: Exchange = async (request) => {
		const next = answers[Math.min(requests.length, answers.length - 1)];
		requests.push(request);
		if (next === undefined) throw new Error('No answer was scripted');
		if (typeof next === 'function') return success(answer(next(request)));
		if (typeof next === 'string') return success(answer(next));
		return 'kind' in next ? failed(next) : success(next);
	};
	return Object.assign(exchange, { requests });
}
