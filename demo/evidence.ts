import type { Execution } from '../sandbox/rest';
import type { SimulatedMessage, SimulatedRequest } from '../sandbox/simulator';

/** The records of both sides: n8n's execution data, and what the simulator kept. */
export interface Evidence {
	/** The execution that sends and follows, and the simulator's records after it. */
	execution: Execution;
	messages: SimulatedMessage[];
	requests: SimulatedRequest[];
	/** Every execution of the workflow that answers replies, and the messages they sent. */
	replyExecutions: Execution[];
	answers: SimulatedMessage[];
	creditsBefore: number;
	creditsAfter: number;
}
