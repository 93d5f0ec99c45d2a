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
	approval: ApprovalEvidence;
	creditsBefore: number;
	creditsAfter: number;
}

/** The question to one of the people, and what became of it. */
export interface ApprovalEvidence {
	/** The messages with the question. */
	questions: SimulatedMessage[];
	/** The page behind the link, and whether the execution still waited after it was opened. */
	page: string;
	waitedOn: boolean;
	/** The page after the answer. */
	thanks: string;
	execution: Execution;
}
