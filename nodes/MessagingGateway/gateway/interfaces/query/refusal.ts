import { failureIn, saysWrongLogin } from '../../exchange/answers';
import { shown } from '../../exchange/excerpt';
import type { Answer } from '../../exchange/exchange';
import type { Failure } from '../../exchange/failures';
import { readPair } from './pairs';

/** Reads a refusal: `FAIL&`, or `Error=` and a reason (protocol, "Errors"). */
export function refusalOf(answer: Answer): Failure | undefined {
	if (saysWrongLogin(answer.body)) return failureIn(answer, 'wrongLogin');
	// Some services put the reason in quotes.
	const reason = readPair(answer.body, 'Error')?.replace(/^"(.*)"$/, '$1');
	return reason === undefined
		? undefined
		: failureIn(answer, 'requestRefused', shown(reason, answer.gate));
}
