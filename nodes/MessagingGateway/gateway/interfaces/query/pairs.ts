import type { Reason } from '../../exchange/answers';
import type { Answer, GatewayRequest } from '../../exchange/exchange';
import { parameters } from '../../exchange/signing';

export const get = (path: string, content: Record<string, string> = {}): GatewayRequest => ({
	interface: 'query',
	path,
	content,
	format: parameters,
});

type Pair = [name: string, value: string];

/** Reads an answer of one pair, such as `Credits=12`; returns `undefined` for anything else. */
export function readPair(body: string, name: string): string | undefined {
	// White space at the end is matched in one way only: two ways would take time quadratic in its length.
	const match = /^\s*(\w+)=([^&]*)(?:&\s*)?$/.exec(body);
	return match?.[1]?.toLowerCase() === name.toLowerCase() ? match[2]?.trim() : undefined;
}

/** A message ID, or a number as the gateway may write it. */
const NUMBER = /^[+\d\s]+$/;

/**
 * Reads pairs of a number and a value, separated by ampersands. A value with an equals sign is none. Of an
 * answer that was cut, half a number looks like a whole one.
 *
 * @param certain returns the part of the last value that is certain although the value may have been cut
 */
export function readPairs(
	{ body, cut }: Answer,
	certain: (value: string) => string | undefined,
): Pair[] {
	const pieces = body.split('&');
	return pieces.flatMap((piece, index): Pair[] => {
		const [name = '', value, ...further] = piece.split('=').map((part) => part.trim());
		if (value === undefined || further.length > 0 || !NUMBER.test(name)) return [];
		const read = cut && index === pieces.length - 1 ? certain(value) : value;
		return read === undefined ? [] : [[name, read]];
	});
}

/** The word for a wrong login, on every operation without a word of its own. */
export const saysWrongLogin = (body: string): boolean => /^\s*FAIL&?\s*$/.test(body);

/** Reads a refusal: `FAIL&`, or `Error=` and a reason (protocol, "Errors"). */
export function refusalIn({ body }: Answer): Reason | undefined {
	if (saysWrongLogin(body)) return 'wrongLogin';
	// Some services put the reason in quotes.
	const reason = readPair(body, 'Error')?.replace(/^"(.*)"$/, '$1');
	return reason === undefined ? undefined : [reason];
}
