import type { Execution } from '../sandbox/rest';
import type { SimulatedMessage, SimulatedRequest } from '../sandbox/simulator';

/** What both sides recorded of one execution: n8n's data and the simulator's own books. */
export interface Evidence {
	execution: Execution;
	messages: SimulatedMessage[];
	requests: SimulatedRequest[];
	creditsBefore: number;
	creditsAfter: number;
}
