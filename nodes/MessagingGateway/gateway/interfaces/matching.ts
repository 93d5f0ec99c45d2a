import { addTo, groupBy } from '../specification/lists';
import { MIN_DIGITS } from '../specification/numbers';

/**
 * Finds the values that an answer has for each number of a request. It compares whole numbers, or the last
 * digits if the gateway wrote another form, such as the national one. The ID of an accepted message must
 * not get lost because of a country code, and must never be given to another number.
 *
 * @returns the values by number; none if the answer does not mention it, or only as one of several
 */
export function matchNumbers<Value extends { number: string }>(
	numbers: string[],
	values: Value[],
): Map<string, Value[]> {
	const asked = new Set(numbers);
	const exact = new Map<string, Value[]>();
	const similar = new Map<string, Value[]>();
	let byEnding: Map<string, string[]> | undefined;
	for (const value of values) {
		const digits = value.number.replace(/\D/g, '');
		if (asked.has(digits)) {
			addTo(exact, digits, value);
			continue;
		}
		byEnding ??= groupBy([...asked], ending);
		const owner = ownerOf(digits.replace(/^0+/, ''), byEnding);
		if (owner !== undefined) addTo(similar, owner, value);
	}
	// Values for the exact number are preferred.
	return new Map([...similar, ...exact]);
}

/** The only number that ends with these digits. */
function ownerOf(digits: string, byEnding: Map<string, string[]>): string | undefined {
	if (digits.length < MIN_DIGITS) return undefined;
	const fitting = (byEnding.get(ending(digits)) ?? []).filter((number) => number.endsWith(digits));
	return fitting.length === 1 ? fitting[0] : undefined;
}

const ending = (number: string): string => number.slice(-MIN_DIGITS);
