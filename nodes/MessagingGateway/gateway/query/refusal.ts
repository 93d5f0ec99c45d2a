import { saysWrongLogin } from '../answers';
import type { Answer } from '../exchange';
import { failure, type Failure } from '../failures';
import { readPair } from './pairs';

/** `FAIL&`, or `Error=` and a reason (spec, "Errors", query interface). */
export function refusalOf(answer: Answer): Failure | undefined {
	if (saysWrongLogin(answer.body)) return failure('wrongLogin');
	const reason = readPair(answer.body, 'Error');
	return reason === undefined ? undefined : failure('requestRefused', answer.conceal(reason));
}
