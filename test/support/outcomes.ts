import type { Connection } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import type {
	GatewayInterface,
	OutgoingMessage,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { send, type SendOutcome } from '../../nodes/MessagingGateway/gateway/operations/send';

export const A = '27821111111';
export const B = '27822222222';
export const C = '27823333333';

/** A message, by default one that is sent at once. */
export const to = (
	number: string,
	text = 'Hi',
	schedule: string | null = null,
): OutgoingMessage => ({ number, text, schedule });

/** Sends messages; returns their outcomes in the same order. */
export async function outcomesOf(
	connection: Connection,
	via: GatewayInterface,
	messages: OutgoingMessage[],
	run: Parameters<typeof send>[3] = {},
): Promise<SendOutcome[]> {
	const outcomes = await send(connection, via, messages, run);
	return messages.map((message) => outcomes.get(message) as SendOutcome);
}

/** The results of messages, with their IDs. */
export const brief = (outcomes: SendOutcome[]): string[] =>
	outcomes.map(({ result, messageId }) => (messageId === null ? result : `${result} ${messageId}`));
