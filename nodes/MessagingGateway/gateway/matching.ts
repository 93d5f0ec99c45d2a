/** A number and what the gateway says of it. */
export interface NumberValue {
	number: string;
	value: string;
}

/** Digits at the end by which a number is known however its start was written. */
const SUBSCRIBER_DIGITS = 7;

/**
 * Finds what the gateway says of each of some different numbers: by the number or, where the gateway
 * wrote it in another form than it was sent, by place and last digits. The ID of an accepted message
 * must not get lost over a country code.
 */
export function matchNumbers(numbers: string[], values: NumberValue[]): Array<string | undefined> {
	const byNumber = new Map(values.map(({ number, value }) => [digitsOf(number), value]));
	return numbers.map((number, index) => {
		const inPlace = values[index];
		const sameEnd = inPlace && endOf(digitsOf(inPlace.number)) === endOf(number);
		return byNumber.get(number) ?? (sameEnd ? inPlace.value : undefined);
	});
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');

const endOf = (digits: string): string => digits.slice(-SUBSCRIBER_DIGITS);
