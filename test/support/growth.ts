import { size } from './runs';

/** Lengths of an input and of one ten times as long. */
const SMALL = size(50_000);
const LARGE = 10 * SMALL;

/** Largest allowed factor of time; quadratic work would take a hundred times as long. */
const MAX_FACTOR = 40;

/** Milliseconds below which a measurement is meaningless. */
const FLOOR = 2;

/** Milliseconds for the small input above which the large one is not measured. */
const HOPELESS = 1000;

/** Milliseconds of this process only: other work on the machine does not count. */
function durationOf<Input>(work: (input: Input) => unknown, input: Input): number {
	const start = process.cpuUsage();
	work(input);
	return process.cpuUsage(start).user / 1000;
}

/** Whether the time of some work grows faster than its input; measured again on a busy machine. */
export function growsTooFast<Input>(
	work: (input: Input) => unknown,
	inputOf: (length: number) => Input,
): boolean {
	const [small, large] = [inputOf(SMALL), inputOf(LARGE)];
	for (let attempt = 0; attempt < 4; attempt += 1) {
		const before = Math.max(FLOOR, durationOf(work, small));
		if (before > HOPELESS) return true;
		if (durationOf(work, large) < MAX_FACTOR * before) return false;
	}
	return true;
}

/** Repeats a piece up to a length. */
export const repeated = (piece: string, length: number): string =>
	piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
