import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import type { Ledger } from '../../../gateway/operations/ledger';
import type { Outcome } from '../../../gateway/operations/outcome';
import type { SendResult } from '../../../gateway/specification/codes';
import type { Claims } from '../../../n8n/claims';
import { addHints } from '../../../n8n/hints';

/** What is claimed for each message, and what becomes of one whose key was claimed before. */
export interface Rule {
	keyOf: (message: OutgoingMessage) => string;
	known: Outcome<SendResult>;
	/** The outcome instead, told once, if the run that claimed it ended without an answer. */
	unanswered?: Outcome<SendResult>;
	/** The outcome if the key cannot be stored; absent if the message goes out all the same. */
	unrecorded?: Outcome<SendResult>;
}

/** Makes a ledger that claims the keys of each request before it, and releases those of refused messages. */
export function recording(context: IExecuteFunctions, claims: Claims, rule: Rule): Ledger {
	const keys = new OwnKeys();
	/** The name of each request, by its first message. */
	const requests = new Map<OutgoingMessage, string>();
	/** Requests with an answer that is not recorded yet: that happens together with the next claim. */
	const answered: string[] = [];
	/** Requests may be under way together, but the keys of one must be known before the next asks for its own. */
	let turn: Promise<unknown> = Promise.resolve();
	let hasWarned = false;

	async function claimAll(messages: OutgoingMessage[]): Promise<Withheld> {
		const wanted = keys.notYetOwned(messages.map(rule.keyOf));
		const { unanswered } = rule;
		if (!unanswered) return { known: await claims.claim(wanted), outcome: rule.known };
		const request = nameOf(messages.map(rule.keyOf));
		const begun = `begun: ${request}`;
		const answers = answered.splice(0).map(answerTo);
		const known = await claims.claim([...wanted, begun, ...answers]);
		const first = messages.find((message) => !known.has(rule.keyOf(message)));
		if (first) requests.set(first, request);
		if (!wanted.some((key) => known.has(key))) return { known, outcome: rule.known };
		const answer = answerTo(request);
		const wasAnswered = (await claims.claim([answer])).has(answer);
		return { known, outcome: known.has(begun) && !wasAnswered ? unanswered : rule.known };
	}

	async function withhold(messages: OutgoingMessage[]) {
		const { known, outcome } = await claimAll(messages).catch(() => NOT_STORED);
		const isKnown = (message: OutgoingMessage): boolean => known.has(rule.keyOf(message));
		const refusal = outcome ?? rule.unrecorded;
		const withheld = outcome || !refusal ? messages.filter(isKnown) : messages;
		const outcomes = new Map(withheld.map((message) => [message, refusal ?? rule.known]));
		keys.begin(messages.filter((message) => !outcomes.has(message)).map(rule.keyOf));
		return outcomes;
	}

	return {
		async claim(messages) {
			const outcomes = turn.then(async () => await withhold(messages));
			turn = outcomes;
			return await outcomes;
		},
		async settle(messages, outcomes) {
			const mayBeAccepted = outcomes.map(({ certainty }) => certainty !== 'notDone');
			messages.forEach((message, index) =>
				keys.end(rule.keyOf(message), mayBeAccepted[index] === true),
			);
			const request = requests.get(messages[0] as OutgoingMessage);
			if (request && mayBeAccepted.includes(true)) answered.push(request);
			const refused = keys.releasable();
			if (refused.length === 0) return;
			try {
				await claims.release(refused);
				keys.forget(refused);
			} catch {
				// The next request tries again.
				if (!hasWarned) addHints(context, () => [NOT_RELEASED]);
				hasWarned = true;
			}
		},
		async close() {
			if (answered.length > 0) await claims.claim(answered.map(answerTo)).catch(() => undefined);
		},
	};
}

/** The keys that were claimed before, and what becomes of their messages; nothing if storing failed. */
interface Withheld {
	known: Set<string>;
	outcome?: Outcome<SendResult>;
}

const NOT_STORED: Withheld = { known: new Set() };

const NOT_RELEASED =
	'n8n could not take back that some messages were sent, which the gateway did not accept: another run will not send them.';

/** The same list of messages makes the same requests in another run. */
const nameOf = (keys: string[]): string => `${keys.length} from ${keys[0]} to ${keys.at(-1)}`;

const answerTo = (request: string): string => `answered: ${request}`;

/** The keys that this run has claimed. Several messages may share one. */
class OwnKeys {
	private readonly underWay = new Map<string, number>();
	private readonly kept = new Set<string>();

	notYetOwned(keys: string[]): string[] {
		return [...new Set(keys)].filter((key) => !this.underWay.has(key));
	}

	/** A message of each of these keys is requested. */
	begin(keys: string[]): void {
		for (const key of keys) this.count(key, 1);
	}

	/** It has an outcome. */
	end(key: string, mayBeAccepted: boolean): void {
		this.count(key, -1);
		if (mayBeAccepted) this.kept.add(key);
	}

	/** The keys none of whose messages was accepted or may be. */
	releasable(): string[] {
		return [...this.underWay].flatMap(([key, count]) =>
			count === 0 && !this.kept.has(key) ? key : [],
		);
	}

	forget(keys: string[]): void {
		for (const key of keys) this.underWay.delete(key);
	}

	private count(key: string, change: number): void {
		this.underWay.set(key, (this.underWay.get(key) ?? 0) + change);
	}
}
