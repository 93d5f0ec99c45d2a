/** A mutant that changes nothing anybody could see. */
interface Equivalent {
	/** The line of code, and the same line with the mutation. */
	line: string;
	becomes: string;
	reason: string;
}

export const EQUIVALENTS: Equivalent[] = [];
