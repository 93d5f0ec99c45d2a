import type { Execution } from '../sandbox/rest';
import type { SimulatedMessage, SimulatedRequest } from '../sandbox/simulator';

/** What both sides recorded: n8n's data and the simulator's own books. */
export interface Evidence {
	/** Sending and following, and what the simulator held after it. */
	execution: Execution;
	messages: SimulatedMessage[];
	requests: SimulatedRequest[];
	/** Every execution of the workflow that answers replies, and the messages that came of them. */
	replyExecutions: Execution[];
	answers: SimulatedMessage[];
	creditsBefore: number;
	creditsAfter: number;
}
