/**
 * Splits a list as a person typed it, or as an expression gave it, into its entries.
 *
 * @param value a text, a number, or an array of such
 * @returns the entries without space around them; none for null and undefined
 */
export function splitList(value: unknown, separator: RegExp): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => splitList(entry, separator));
	if (value === null || value === undefined) return [];
	return asText(value)
		.split(separator)
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

/** An integer beyond what a double holds exactly is kept visibly wrong rather than quietly changed. */
function asText(value: unknown): string {
	if (typeof value === 'object') return JSON.stringify(value);
	if (typeof value === 'number' && !Number.isSafeInteger(value)) return value.toExponential();
	return String(value);
}
