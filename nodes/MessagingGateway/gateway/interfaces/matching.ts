import { isAccepted } from '../specification/codes';
import { groupBy } from '../specification/lists';
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
 * @returns the values of each number, message IDs first; none if the gateway does not mention it
 */
export function matchNumbers(numbers: string[], values: NumberValue[]): string[][] {
	const found = new Map<string, string[]>(numbers.map((number) => [number, []]));
	const ofOwnForm = new Map<string, string[]>();
	let byEnding: Map<string, string[]> | undefined;
	values.forEach(({ number, value }, index) => {
		const digits = number.replace(/\D/g, '');
		const exact = found.get(digits);
		if (exact) {
			exact.push(value);
			return;
		}
		byEnding ??= groupBy([...found.keys()], ending);
		const owner = ownerOf(digits, byEnding, numbers[index]);
		if (owner === undefined) return;
		const others = ofOwnForm.get(owner);
		if (others) others.push(value);
		else ofOwnForm.set(owner, [value]);
	});
	return numbers.map((number) => {
		const exact = found.get(number) ?? [];
		return idsFirst(exact.length > 0 ? exact : (ofOwnForm.get(number) ?? []));
	});
}

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

/** Puts IDs before refusals if a number occurs twice: that message was accepted. */
const idsFirst = (values: string[]): string[] =>
	values.length < 2
		? values
		: [...values.filter(isAccepted), ...values.filter((value) => !isAccepted(value))];
