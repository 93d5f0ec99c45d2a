import { saysWrongLogin, type Refusal } from '../../exchange/answers';
import type { Answer } from '../../exchange/exchange';

type Pair = [name: string, value: string];

/**
 * Whether the last value of an answer is complete: half a number looks like a whole one. Without a length,
 * only an ampersand shows it.
 */
export const endsWhole = ({ body, cut, hasKnownLength }: Answer): boolean =>
	cut === undefined && (hasKnownLength || body.trimEnd().endsWith('&'));

/** Reads an answer of one pair, such as `Credits=12`; returns `undefined` for anything else. */
export function readPair(body: string, name: string): string | undefined {
	// White space at the end is matched in one way only: two ways would take time quadratic in its length.
	const match = /^\s*(\w+)=([^&]*)(?:&\s*)?$/.exec(body);
	return match?.[1]?.toLowerCase() === name.toLowerCase() ? match[2]?.trim() : undefined;
}

/**
 * Reads pairs separated by ampersands. Pieces without an equals sign are left out, and so is the last
 * pair if it may have been cut.
 */
export function readPairs(answer: Answer): Pair[] {
	const pieces = answer.body.split('&');
	const whole = endsWhole(answer) ? pieces : pieces.slice(0, -1);
	return whole.flatMap((piece): Pair[] => {
		const equals = piece.indexOf('=');
		return equals < 0 ? [] : [[piece.slice(0, equals).trim(), piece.slice(equals + 1).trim()]];
	});
}

/** Reads a refusal: `FAIL&`, or `Error=` and a reason (protocol, "Errors"). */
export function refusalOf({ body }: Answer): Refusal | undefined {
	if (saysWrongLogin(body)) return 'wrongLogin';
	// Some services put the reason in quotes.
	const reason = readPair(body, 'Error')?.replace(/^"(.*)"$/, '$1');
	return reason === undefined ? undefined : [reason];
}
