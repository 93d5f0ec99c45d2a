import { counted } from '../fields/values';

/** All time zones differ by multiples of it. */
const QUARTER_OF_AN_HOUR = 15;

/**
 * The sentence on a gateway's clock that is a quarter of an hour or more off; undefined for less. Messages
 * that are scheduled would leave at another time than was asked for.
 */
export function clockProblem(minutesAhead = 0): string | undefined {
	const minutes = Math.abs(minutesAhead);
	if (minutes < QUARTER_OF_AN_HOUR) return undefined;
	const direction = minutesAhead > 0 ? 'ahead of' : 'behind';
	return `the gateway's clock is ${inHours(minutes)} ${direction} 'Gateway Time Zone'. Choose the zone of the gateway, such as Africa/Johannesburg. If it is chosen, one of the clocks is wrong`;
}

/** A length of time in words, to a quarter of an hour. */
function inHours(minutes: number): string {
	const rounded = Math.round(minutes / QUARTER_OF_AN_HOUR) * QUARTER_OF_AN_HOUR;
	const hours = Math.floor(rounded / 60);
	const rest = rounded % 60;
	const parts = [hours > 0 ? counted(hours, 'hour') : [], rest > 0 ? counted(rest, 'minute') : []];
	return parts.flat().join(' ');
}
