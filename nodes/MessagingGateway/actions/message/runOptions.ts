import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { interfaceWith, isChoice } from '../../gateway/interfaces/choice';
import type { GatewayInterface } from '../../gateway/interfaces/interface';
import { MAX_REQUESTS_AT_ONCE } from '../../gateway/specification/limits';
import { isTool, type FailWhen } from '../../n8n/conclude';
import { unreadable } from '../../n8n/errors';
import { inWords, notAChoice, wholeNumber } from '../../n8n/parameters';
import { MOST_KEPT_KEYS } from './sendOnce/sendOnce';

/** Options of the whole run, read from the first item. */
export interface RunOptions {
	failWhen: FailWhen;
	via: GatewayInterface;
	requestsAtOnce: number;
	/** Whether to send each text to a number only once. */
	skipDuplicates: boolean;
	/** Whether to send to a number only once with each reference, over all runs. */
	sendOnce: boolean;
	/** How many messages may go out in a minute; undefined for any number. */
	messagesPerMinute?: number | undefined;
	/** Whether to send nothing. */
	dryRun: boolean;
	/** The reason why nothing may be sent. */
	problem?: RunProblem | undefined;
}

export interface RunProblem {
	message: string;
	description: string;
}

/** A limit for language models, which can be tricked into sending to everybody. */
export const MOST_RECIPIENTS_OF_A_TOOL = 20;

const FAIL_WHEN: unknown[] = ['anyNotAccepted', 'never', 'noneAccepted'];

/**
 * Reads the options of the run. They protect it: if one cannot be read, or has a value that does not
 * exist, nothing may be sent.
 *
 * @param recipients number of recipients of the run
 */
export function readRunOptions(context: IExecuteFunctions, recipients: number): RunOptions {
	try {
		const options = context.getNodeParameter('options', 0, {}) as IDataObject;
		const wrong = problemIn(options);
		if (wrong !== undefined) return refused(wrong);
		const tooMany = excess(context, options, recipients);
		return tooMany === undefined ? toRunOptions(options) : refused(tooMany, CHECK_RECIPIENTS);
	} catch (error) {
		return refused(unreadable(error));
	}
}

/** The sentence about an option that cannot be understood; undefined without one. */
function problemIn(options: IDataObject): string | undefined {
	const { failWhen = 'noneAccepted', interface: chosen = 'auto', requestsInParallel = 1 } = options;
	if (!FAIL_WHEN.includes(failWhen)) return notAChoice('Stop With an Error When', failWhen);
	if (!isChoice(chosen)) return notAChoice('Interface', chosen);
	if ((wholeNumber(requestsInParallel) ?? Infinity) > MAX_REQUESTS_AT_ONCE) {
		return notAChoice('Requests in Parallel', requestsInParallel);
	}
	const unclear = SWITCHES.find(([, name]) => typeof (options[name] ?? false) !== 'boolean');
	if (unclear) return notAChoice(unclear[0], options[unclear[1]]);
	const { messagesPerMinute } = options;
	if ('messagesPerMinute' in options && wholeNumber(messagesPerMinute) === undefined) {
		return `'Messages per Minute' is ${inWords(messagesPerMinute)}. Give a whole number of 1 or more`;
	}
	return undefined;
}

/** Options that are on or off, by their labels. */
const SWITCHES = [
	['Dry Run', 'dryRun'],
	['Send Once per Reference', 'sendOnce'],
	['Skip Duplicates', 'skipDuplicates'],
] as const;

/** Takes over options without a problem. */
const toRunOptions = (options: IDataObject): RunOptions => ({
	failWhen: (options.failWhen ?? 'noneAccepted') as FailWhen,
	via: interfaceWith('send', options.interface),
	requestsAtOnce: wholeNumber(options.requestsInParallel) ?? 1,
	skipDuplicates: options.skipDuplicates === true,
	sendOnce: options.sendOnce === true,
	dryRun: options.dryRun === true,
	messagesPerMinute: wholeNumber(options.messagesPerMinute),
});

const refused = (
	message: string,
	description = 'Nothing was sent, as the options of the first item hold for all of them',
): RunOptions => ({ ...toRunOptions({}), problem: { message, description } });

const CHECK_RECIPIENTS = 'Nothing was sent. Check the input, or change that option';

/** The sentence for more recipients than are allowed; undefined if there are not too many. */
function excess(
	context: IExecuteFunctions,
	options: IDataObject,
	recipients: number,
): string | undefined {
	if (options.sendOnce === true && recipients > MOST_KEPT_KEYS) {
		return `There are ${recipients} recipients, and 'Send Once per Reference' can remember ${MOST_KEPT_KEYS}`;
	}
	const isSet = 'maxRecipients' in options;
	if (!isSet && !isTool(context)) return undefined;
	const limit = isSet ? wholeNumber(options.maxRecipients) : MOST_RECIPIENTS_OF_A_TOOL;
	if (limit === undefined) return "'Max Recipients' is not a number of recipients";
	if (recipients <= limit) return undefined;
	return isSet
		? `There are ${recipients} recipients, and 'Max Recipients' allows ${limit}`
		: `There are ${recipients} recipients, and a tool without 'Max Recipients' sends to at most ${limit}`;
}
