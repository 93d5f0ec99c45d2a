import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { interfaceWith } from '../../gateway/interfaces/choice';
import { isTool, type FailWhen } from '../../n8n/conclude';
import { unreadable } from '../../n8n/errors';
import { notAChoice, wholeNumber } from '../../n8n/parameters';

/** Options of the whole run, read from the first item. */
export interface RunOptions {
	failWhen: FailWhen;
	requestsAtOnce: number;
	/** Whether to send each text to a number only once. */
	skipDuplicates: boolean;
	/** The reason why nothing may be sent. */
	problem?: RunProblem | undefined;
}

export interface RunProblem {
	message: string;
	description: string;
}

/** A limit for language models, which can be tricked into sending to everybody. */
export const MOST_RECIPIENTS_OF_A_TOOL = 20;

const FAIL_WHEN: FailWhen[] = ['anyNotAccepted', 'never', 'noneAccepted'];

/**
 * Reads the options of the run. They protect it: if one cannot be read, or has a value that does not
 * exist, nothing may be sent.
 *
 * @param recipients number of recipients of the run
 */
export function readRunOptions(context: IExecuteFunctions, recipients: number): RunOptions {
	try {
		const options = context.getNodeParameter('options', 0, {}) as IDataObject;
		const { failWhen = 'noneAccepted', requestsInParallel = 1, skipDuplicates = false } = options;
		const { requestsAtOnce: most = 1 } = interfaceWith('send', options.interface);
		const when = FAIL_WHEN.find((value) => value === failWhen);
		const atOnce = most === 1 ? 1 : wholeNumber(requestsInParallel);
		if (when === undefined) return refused(notAChoice('Fail When', failWhen));
		if (atOnce === undefined || atOnce > most) {
			return refused(notAChoice('Interface: Requests in Parallel', requestsInParallel));
		}
		if (typeof skipDuplicates !== 'boolean') {
			return refused(notAChoice('Skip Duplicates', skipDuplicates));
		}
		const tooMany = excess(context, options, recipients);
		return tooMany === undefined
			? { failWhen: when, requestsAtOnce: atOnce, skipDuplicates }
			: refused(tooMany, CHECK_RECIPIENTS);
	} catch (error) {
		return refused(unreadable(error));
	}
}

const refused = (
	message: string,
	description = 'Nothing was sent, as the options of the first item hold for all of them',
): RunOptions => ({
	failWhen: 'noneAccepted',
	requestsAtOnce: 1,
	skipDuplicates: false,
	problem: { message, description },
});

const CHECK_RECIPIENTS = "Nothing was sent. Check the input, or change 'Max Recipients'";

/** The sentence for more recipients than are allowed; undefined if there are not too many. */
function excess(
	context: IExecuteFunctions,
	options: IDataObject,
	recipients: number,
): string | undefined {
	const isSet = 'maxRecipients' in options;
	if (!isSet && !isTool(context)) return undefined;
	const limit = isSet ? wholeNumber(options.maxRecipients) : MOST_RECIPIENTS_OF_A_TOOL;
	if (limit === undefined) return "'Max Recipients' is not a number of recipients";
	if (recipients <= limit) return undefined;
	return isSet
		? `There are ${recipients} recipients, and 'Max Recipients' allows ${limit}`
		: `There are ${recipients} recipients, and a tool without 'Max Recipients' sends to at most ${limit}`;
}
