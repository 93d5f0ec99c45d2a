import { isAccepted } from '../spec/codes';
import { groupBy } from '../spec/lists';

/** A number and what the gateway says of it. */
export interface NumberValue {
	number: string;
	value: string;
}

/** Fewer digits than these say too little of a number. */
const MIN_DIGITS = 7;

/**
 * Finds what the gateway says of each of some different numbers: by the number or, where the gateway
 * wrote its own form of it, such as the national one, by its last digits, and by place where these fit
 * several. The ID of an accepted message must not get lost over a country code, and never go to another
 * number.
 *
 * @returns the values of each number, message IDs first; none where the gateway says nothing of it
 */
export function matchNumbers(numbers: string[], values: NumberValue[]): string[][] {
	const found = new Map<string, string[]>(numbers.map((number) => [number, []]));
	const ofOwnForm = new Map<string, string[]>();
	const byEnding = groupBy([...found.keys()], ending);
	values.forEach(({ number, value }, index) => {
		const digits = number.replace(/\D/g, '');
		const exact = found.get(digits);
		if (exact) {
			exact.push(value);
			return;
		}
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

/** The one number that digits without a country code belong to. */
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

/** Where a number comes twice, an ID outweighs a refusal: that message was accepted. */
const idsFirst = (values: string[]): string[] => [
	...values.filter(isAccepted),
	...values.filter((value) => !isAccepted(value)),
];
