import type { RecordedRequest, Reply } from './server';
import { accepted, type NumberId } from './xmlAnswers';

/** Numbers of the same length, in order. */
export const manyNumbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `27${800_000_000 + index}`);

/** The numbers that an XML request sends to. */
export const numbersIn = ({ body }: RecordedRequest): string[] =>
	[...body.matchAll(/<Number>(\d+)</g)].map(([, number = '']) => number);

/** The answer to an XML request, with these values for some numbers and an ID for the others. */
export const answerTo = (request: RecordedRequest, values: Record<string, string> = {}): string =>
	accepted(...numbersIn(request).map((number): NumberId => [number, values[number] ?? '900']));

/** Answers each XML request so. */
export const answering =
	(values: Record<string, string> = {}): Reply =>
	(request, response) =>
		void response.end(answerTo(request, values));
