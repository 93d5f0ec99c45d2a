import {
	failed,
	retryingReads,
	success,
	type Connection,
	type Result,
} from '../../gateway/exchange/exchange';
import { interfaceWith } from '../../gateway/interfaces/choice';
import type { Leftover } from '../../gateway/interfaces/interface';
import { isLeftover } from '../../gateway/interfaces/readRecords';
import { readRecords, type GatewayRecord } from '../../gateway/operations/readRecords';
import { MIN_DIGITS } from '../../gateway/specification/limits';
import { MANUAL_OPT_OUT } from '../../gateway/specification/text';

export interface OptOuts {
	optOuts: GatewayRecord[];
	leftovers: Leftover[];
}

/**
 * Reads all opt-outs of the account. A partial list is a failure: a missing number would look like one
 * that may get messages.
 */
export async function readOptOuts(connection: Connection): Promise<Result<OptOuts>> {
	const reads = retryingReads(connection);
	const reading = await readRecords(reads, 'optOut', interfaceWith('optOut').optOut);
	if (!reading.ok) return reading;
	const { entries, failure: cut } = reading.value;
	if (cut) return failed(cut);
	return success({
		optOuts: entries.filter((entry): entry is GatewayRecord => !isLeftover(entry)),
		leftovers: entries.filter(isLeftover),
	});
}

/** Finds the latest entry of an international number; none if only unread text may mean it. */
export type Find = (number: string) => { optedOut: boolean; optOut?: GatewayRecord | undefined };

/**
 * Makes a function that finds international numbers in a list, whatever form the gateway wrote them in.
 * A number also counts as opted out if it ends with an entry, or with a number in unread text, without
 * leading zeros. It is better not to send than to send to somebody who opted out.
 */
export function finderIn(optOuts: GatewayRecord[], leftovers: Leftover[]): Find {
	const latest = new Map(
		[...optOuts].sort(byTime).map((entry) => [significant(entry.from), entry]),
	);
	const unread = leftovers.map(({ raw }) => raw.replace(/[^\d;&=]/g, ''));
	const mentioned = new Set(unread.flatMap((digits) => digits.split(/[;&=]+/)).map(significant));
	return (number) => {
		const forms = formsOf(number);
		const optOut = forms
			.flatMap((form) => latest.get(form) ?? [])
			.sort(byTime)
			.at(-1);
		const isMentioned = (): boolean =>
			forms.some((form) => mentioned.has(form)) || unread.some((digits) => digits.includes(number));
		return { optedOut: optOut !== undefined || isMentioned(), optOut };
	};
}

/** A number and its endings, down to the least digits that count. */
const formsOf = (number: string): string[] =>
	Array.from({ length: Math.max(1, number.length - MIN_DIGITS + 1) }, (_, start) =>
		number.slice(start),
	);

const significant = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '');

/** Compares times as texts, which sorts ISO times in UTC correctly. */
const byTime = (one: GatewayRecord, other: GatewayRecord): number =>
	one.receivedAt < other.receivedAt ? -1 : 1;

/** Who made an opt-out: the recipient by a message, or a person in the client web zone. */
export const sourceOf = ({ text }: GatewayRecord): 'manual' | 'recipient' =>
	text.trim() === MANUAL_OPT_OUT ? 'manual' : 'recipient';
