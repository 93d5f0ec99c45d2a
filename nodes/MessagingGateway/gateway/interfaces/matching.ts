/** A number and what the gateway says of it. */
export interface NumberValue {
	number: string;
	value: string;
}

/** Fewer digits than these say too little of a number. */
const MIN_DIGITS = 7;

/**
 * Finds what the gateway says of each of some different numbers: by the number or, where the gateway
 * wrote its own form of it, such as the national one, by place and digits. The ID of an accepted
 * message must not get lost over a country code, and never go to another number.
 */
export function matchNumbers(numbers: string[], values: NumberValue[]): Array<string | undefined> {
	const byNumber = new Map<string, string>();
	for (const { number, value } of values) {
		const digits = digitsOf(number);
		// Where a number comes twice, an ID outweighs a refusal: that message was accepted.
		if (!isId(byNumber.get(digits))) byNumber.set(digits, value);
	}
	const asked = new Set(numbers);
	return numbers.map((number, index) => {
		const inPlace = values[index];
		const digits = digitsOf(inPlace?.number ?? '');
		const isOwnForm = !asked.has(digits) && isFormOf(digits, number);
		return byNumber.get(number) ?? (isOwnForm ? inPlace?.value : undefined);
	});
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');

const isId = (value: string | undefined): boolean => /^\s*\d+\s*$/.test(value ?? '');

function isFormOf(written: string, number: string): boolean {
	const digits = written.replace(/^0+/, '');
	return digits.length >= MIN_DIGITS && number.endsWith(digits);
}
