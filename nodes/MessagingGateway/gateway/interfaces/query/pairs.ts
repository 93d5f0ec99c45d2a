import { endsWithConnection, saysWrongLogin, type Reason } from '../../exchange/answers';
import type { Answer } from '../../exchange/exchange';

type Pair = [name: string, value: string];

/**
 * Whether the last value of an answer is complete: half a number looks like a whole one. Without a length,
 * only an ampersand shows it.
 */
export const endsWhole = ({ body, cut, hasKnownLength }: Answer): boolean =>
	cut === undefined && (hasKnownLength || body.trimEnd().endsWith('&'));

/** Whether an answer may have been cut although its connection did not break: nothing shows its end. */
export const mayBeCut = (answer: Answer): boolean =>
	!endsWhole(answer) && endsWithConnection(answer);

/** The reason why rows of an answer are missing. */
export const reasonIn = (answer: Answer): Reason | undefined =>
	refusalOf(answer) ?? (mayBeCut(answer) ? 'mayBeCut' : undefined);

/** Reads an answer of one pair, such as `Credits=12`; returns `undefined` for anything else. */
export function readPair(body: string, name: string): string | undefined {
	// White space at the end is matched in one way only: two ways would take time quadratic in its length.
	const match = /^\s*(\w+)=([^&]*)(?:&\s*)?$/.exec(body);
	return match?.[1]?.toLowerCase() === name.toLowerCase() ? match[2]?.trim() : undefined;
}

/** A message ID, or a number as the gateway may write it. */
const NUMBER = /^[+\d\s]+$/;

/**
 * Reads pairs of a number and a value, separated by ampersands. A value with an equals sign is none.
 *
 * @param certain returns the part of the last value that is certain although the value may have been cut
 */
export function readPairs(answer: Answer, certain: (value: string) => string | undefined): Pair[] {
	const pieces = answer.body.split('&');
	const isCut = !endsWhole(answer);
	return pieces.flatMap((piece, index): Pair[] => {
		const [name = '', value, ...further] = piece.split('=').map((part) => part.trim());
		if (value === undefined || further.length > 0 || !NUMBER.test(name)) return [];
		const read = isCut && index === pieces.length - 1 ? certain(value) : value;
		return read === undefined ? [] : [[name, read]];
	});
}

/** Reads a refusal: `FAIL&`, or `Error=` and a reason (protocol, "Errors"). */
export function refusalOf({ body }: Answer): Reason | undefined {
	if (saysWrongLogin(body)) return 'wrongLogin';
	// Some services put the reason in quotes.
	const reason = readPair(body, 'Error')?.replace(/^"(.*)"$/, '$1');
	return reason === undefined ? undefined : [reason];
}
