import type { IExecuteFunctions } from 'n8n-workflow';
import { failure } from '../../gateway/exchange/failures';
import type { OutgoingMessage } from '../../gateway/interfaces/interface';
import { NO_LEDGER, type Ledger } from '../../gateway/operations/ledger';
import { decided, undecided, type Outcome } from '../../gateway/operations/outcome';
import { SEND_RESULTS, type SendResult } from '../../gateway/spec/codes';
import { claimsOf, type Claims } from '../../n8n/claims';
import { isTool } from '../../n8n/conclude';
import { addHints } from '../../n8n/hints';
import { isCancelled } from '../../n8n/transport';
import { isFault, type Recipient } from './recipients';

/** What is claimed for each message, and what becomes of one whose key was claimed before. */
interface Rule {
	keyOf: (message: OutgoingMessage) => string;
	known: Outcome<SendResult>;
	/** The outcome if the key cannot be stored; absent if the message goes out all the same. */
	unrecorded?: Outcome<SendResult>;
}

/** Most keys kept of earlier runs, and most recipients of a run (see docs/reliability.md). */
export const MOST_KEPT_KEYS = 100_000;

/** Records the messages of a run under reference and number, for Send Once per Reference. */
export function sendingOnce(context: IExecuteFunctions, recipients: Recipient[]): Ledger {
	const keys = new Map(
		recipients.flatMap(({ message, reference, number }) =>
			isFault(message) ? [] : [[message, JSON.stringify([reference, number])] as const],
		),
	);
	return recording(context, claimsFor(context, MOST_KEPT_KEYS), {
		keyOf: (message) => keys.get(message) as string,
		known: decided(SEND_RESULTS, 'ALREADY_SENT'),
		unrecorded: undecided(SEND_RESULTS, failure('notRecorded')),
	});
}

/** Messages recorded together, and the most keys kept for them: n8n 1 runs only the latest again. */
const ROWS_OF_A_KEY = 100;
const MOST_KEYS_OF_EXECUTIONS = 10_000;

/**
 * Records which messages this execution has requested, where n8n may run it again: in queue mode, n8n 1
 * gives the execution of a worker that has stopped or is busy to another, which begins anew.
 */
export async function sendingOnceInExecution(
	context: IExecuteFunctions,
	recipients: Recipient[],
): Promise<Ledger> {
	if (!runsAgain(context) || isTool(context)) return NO_LEDGER;
	const run = `${context.getExecutionId()}/${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const keys = new Map(
		recipients.map(({ message }, row) => [
			message,
			`execution ${run}: ${Math.floor(row / ROWS_OF_A_KEY)}`,
		]),
	);
	const claims = await claimsBesideSendOnce(context);
	return recording(context, claims, {
		keyOf: (message) => keys.get(message) as string,
		known: {
			...decided(SEND_RESULTS, 'UNCONFIRMED'),
			description:
				'n8n has begun this execution again, and it had sent this message before, or had been about to',
		},
	});
}

/** n8n 2 never runs a job again. Its nodes can ask whether they are a tool, those of n8n 1 cannot. */
const runsAgain = ({ isToolExecution }: IExecuteFunctions): boolean =>
	isToolExecution === undefined;

const claimsFor = (context: IExecuteFunctions, most: number): Claims =>
	claimsOf(context, most, () => isCancelled(context));

/** Keeps few keys, unless the node has many of Send Once per Reference. */
async function claimsBesideSendOnce(context: IExecuteFunctions): Promise<Claims> {
	const few = claimsFor(context, MOST_KEYS_OF_EXECUTIONS);
	const count = await few.count().catch(() => 0);
	return count > MOST_KEYS_OF_EXECUTIONS ? claimsFor(context, MOST_KEPT_KEYS) : few;
}

function recording(context: IExecuteFunctions, claims: Claims, rule: Rule): Ledger {
	/** How many messages of each key that this run has claimed are without an outcome. */
	const open = new Map<string, number>();
	const kept = new Set<string>();
	const loose = new Set<string>();
	let hasWarned = false;
	return {
		async claim(messages) {
			const keys = new Set(messages.map(rule.keyOf));
			let known = new Set<string>();
			try {
				known = await claims.claim([...keys].filter((key) => !open.has(key)));
			} catch {
				const { unrecorded } = rule;
				if (unrecorded) return new Map(messages.map((message) => [message, unrecorded]));
			}
			const withheld = messages.filter((message) => known.has(rule.keyOf(message)));
			for (const message of messages) {
				const key = rule.keyOf(message);
				if (!known.has(key)) open.set(key, (open.get(key) ?? 0) + 1);
			}
			return new Map(withheld.map((message) => [message, rule.known]));
		},
		async settle(messages, outcomes) {
			messages.forEach((message, index) => {
				const key = rule.keyOf(message);
				open.set(key, (open.get(key) ?? 0) - 1);
				(outcomes[index]?.certainty === 'notDone' ? loose : kept).add(key);
			});
			const keys = [...loose].filter((key) => !kept.has(key) && open.get(key) === 0);
			if (keys.length === 0) return;
			try {
				await claims.release(keys);
				for (const key of keys) {
					loose.delete(key);
					open.delete(key);
				}
			} catch {
				// The next request tries again.
				if (!hasWarned) addHints(context, () => [NOT_RELEASED]);
				hasWarned = true;
			}
		},
	};
}

const NOT_RELEASED =
	'n8n could not take back that some messages were sent, which the gateway did not accept: another run will not send them.';
