import { failureIn, failureOfAnswer } from '../exchange/answers';
import { failed, success, type Exchange, type Result } from '../exchange/exchange';
import type { IdCall, RawStatus } from '../interfaces/interface';
import { saysNothing, WRONG_LOGIN_CODE } from '../specification/codes';
import { TIMEOUTS } from './timeouts';

/** An ID that no message has. Asking for its status changes nothing. */
const NO_MESSAGE = { messageId: '0', reference: null };

/**
 * Reads the time on the gateway's clock, which it repeats as the time of an unknown message (protocol, "POST
 * /xmlgetstatus.asp").
 *
 * @param call the call for statuses of an interface
 * @returns ISO 8601; undefined if the answer has no such time
 */
export async function readClock(
	exchange: Exchange,
	{ request, read }: IdCall<RawStatus>,
): Promise<Result<string | undefined>> {
	const answered = await exchange(request([NO_MESSAGE]), TIMEOUTS.read);
	if (!answered.ok) return answered;
	const answer = answered.value;
	const { rows, refusal } = read(answer, [NO_MESSAGE]);
	const [row] = rows;
	if (refusal || !row) return failed(refusal ?? failureOfAnswer(answer));
	if (row.code === WRONG_LOGIN_CODE) return failed(failureIn(answer, 'wrongLogin'));
	return success(saysNothing(row.status) ? answer.clock.read(row.dateTime) : undefined);
}
