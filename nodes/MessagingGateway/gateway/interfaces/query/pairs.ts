import type { Answer } from '../../exchange/exchange';

export type Pair = [name: string, value: string];

/** Reads an answer of one pair, such as `Credits=12`; returns `undefined` for anything else. */
export function readPair(body: string, name: string): string | undefined {
	// White space at the end is matched in one way only: two ways would take time quadratic in its length.
	const match = /^\s*(\w+)=([^&]*)(?:&\s*)?$/.exec(body);
	return match?.[1]?.toLowerCase() === name.toLowerCase() ? match[2]?.trim() : undefined;
}

/**
 * Reads pairs separated by ampersands, with or without an ampersand at the end. Pieces without an equals
 * sign are left out, and so is the last pair if it may have been cut: half a message ID looks like a
 * whole one. Without a length, only an ampersand shows that a pair is complete.
 */
export function readPairs({ body, cut, framed }: Answer): Pair[] {
	const pieces = body.split('&');
	const last = pieces.pop() ?? '';
	const isWhole = framed && cut === undefined;
	return toPairs(isWhole ? [...pieces, last] : pieces);
}

const toPairs = (pieces: string[]): Pair[] =>
	pieces.flatMap((piece): Pair[] => {
		const equals = piece.indexOf('=');
		return equals < 0 ? [] : [[piece.slice(0, equals).trim(), piece.slice(equals + 1).trim()]];
	});
