import { isAccepted } from '../specification/codes';
import { addTo, groupBy } from '../specification/lists';
import { MIN_DIGITS } from '../specification/numbers';

/** A number and the gateway's value for it. */
export interface NumberValue {
	number: string;
	value: string;
}

/**
 * Finds the gateway's values for each of several different numbers. It compares the numbers or, if the
 * gateway wrote another form of one, such as the national one, its last digits, and its place if these
 * fit several. The ID of an accepted message must not get lost because of a country code, and must never
 * be given to another number.
 *
 * @returns the values by number, message IDs first; none if the gateway does not mention it
 */
export function matchNumbers(numbers: string[], values: NumberValue[]): Map<string, string[]> {
	const asked = new Set(numbers);
	const exact = new Map<string, string[]>();
	const similar = new Map<string, string[]>();
	let byEnding: Map<string, string[]> | undefined;
	values.forEach(({ number, value }, index) => {
		const digits = number.replace(/\D/g, '');
		if (asked.has(digits)) {
			addTo(exact, digits, value);
			return;
		}
		byEnding ??= groupBy(numbers, ending);
		const owner = ownerOf(digits, byEnding, numbers[index]);
		if (owner !== undefined) addTo(similar, owner, value);
	});
	// Values for the exact number are preferred.
	return new Map([...similar, ...exact].map(([number, found]) => [number, idsFirst(found)]));
}

/** IDs come before refusals: that message was accepted. */
const idsFirst = (values: string[]): string[] =>
	values.length < 2
		? values
		: [...values.filter(isAccepted), ...values.filter((value) => !isAccepted(value))];

/** The only number that digits without a country code fit, or the one at that place. */
function ownerOf(
	written: string,
	byEnding: Map<string, string[]>,
	inPlace: string | undefined,
): string | undefined {
	const digits = written.replace(/^0+/, '');
	if (digits.length < MIN_DIGITS) return undefined;
	const fitting = (byEnding.get(ending(digits)) ?? []).filter((number) => number.endsWith(digits));
	return fitting.length === 1 ? fitting[0] : fitting.find((number) => number === inPlace);
}

const ending = (number: string): string => number.slice(-MIN_DIGITS);
