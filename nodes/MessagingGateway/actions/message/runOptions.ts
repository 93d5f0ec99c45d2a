import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { interfaceWith } from '../../gateway/interfaces/choice';
import type { GatewayInterface } from '../../gateway/interfaces/interface';
import type { FailWhen } from '../../rows/output';
import { isTool } from '../../host/execution';
import { unreadable } from '../../fields/options';
import type { Options } from '../../fields/options';
import { MOST_KEPT_KEYS } from './once/sendOnce';

/** Options of the whole run, read from the first item. */
export interface RunOptions {
	failWhen: FailWhen;
	via: GatewayInterface;
	requestsAtOnce: number;
	/** Whether to send each text to a number only once. */
	skipDuplicates: boolean;
	/** Whether to send to a number only once with each reference, over all runs. */
	sendOnce: boolean;
	/** How many messages n8n remembers for that. */
	historySize?: number | undefined;
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

/** The options that each item has for itself. */
const OF_AN_ITEM = [
	'closedDates',
	'defaultCountry',
	'maxParts',
	'onUnsupportedCharacters',
	'outsideHours',
	'reference',
	'scheduledAt',
	'sendBetween',
	'whenTimeIsPast',
];

/**
 * Reads the options of the run. They protect it: if one cannot be read, or has a value that does not
 * exist, nothing may be sent.
 *
 * @param recipients number of recipients of the run
 */
export function readRunOptions(
	context: IExecuteFunctions,
	options: Options,
	recipients: number,
): RunOptions {
	try {
		const ofRun = options.at(0, OF_AN_ITEM);
		const obstacle = obstacleTo(context, ofRun, recipients);
		return obstacle === undefined ? toRunOptions(ofRun) : refused(obstacle, CHECK_RECIPIENTS);
	} catch (error) {
		return refused(unreadable(error));
	}
}

const toRunOptions = (options: IDataObject): RunOptions => ({
	failWhen: (options.failWhen ?? 'noneAccepted') as FailWhen,
	via: interfaceWith('send', options.interface),
	requestsAtOnce: Number(options.requestsInParallel ?? 1),
	skipDuplicates: options.skipDuplicates === true,
	sendOnce: options.sendOnce === true,
	historySize: options.historySize as number | undefined,
	dryRun: options.dryRun === true,
	messagesPerMinute: options.messagesPerMinute as number | undefined,
});

const refused = (
	message: string,
	description = 'Nothing was sent, as the options of the first item hold for all of them',
): RunOptions => ({ ...toRunOptions({}), problem: { message, description } });

const CHECK_RECIPIENTS = 'Nothing was sent. Check the input, or change that option';

/** The sentence for a run that may not start; undefined for one that may. */
function obstacleTo(
	context: IExecuteFunctions,
	options: IDataObject,
	recipients: number,
): string | undefined {
	if (options.sendOnce === true && context.getWorkflow().id === undefined) {
		return "'Send Once per Reference' works in saved workflows only, and n8n's own agents have none. Turn it off";
	}
	if (options.sendOnce === true && recipients > MOST_KEPT_KEYS) {
		return `There are ${recipients} recipients, and 'Send Once per Reference' can remember ${MOST_KEPT_KEYS}`;
	}
	const { maxRecipients } = options;
	if (maxRecipients === undefined && !isTool(context)) return undefined;
	const limit = Number(maxRecipients ?? MOST_RECIPIENTS_OF_A_TOOL);
	if (recipients <= limit) return undefined;
	return maxRecipients === undefined
		? `There are ${recipients} recipients, and a tool without 'Max Recipients' sends to at most ${limit}`
		: `There are ${recipients} recipients, and 'Max Recipients' allows ${limit}`;
}
