import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { interfaceWith } from '../../gateway/interfaces/choice';
import type { GatewayInterface } from '../../gateway/interfaces/interface';
import type { FailWhen } from '../../rows/output';
import { answersModel } from '../../host/execution';
import { unreadable, type Options } from '../../fields/options';
import { MOST_KEPT } from '../../host/claims';

/** Options of the whole run, read from the first item. */
export interface RunOptions {
	failWhen: FailWhen;
	via: GatewayInterface;
	requestsInParallel: number;
	skipDuplicates: boolean;
	sendOnce: boolean;
	messagesPerMinute?: number;
	maxRecipients?: number;
	dryRun: boolean;
	includeInputFields: boolean;
	problem?: { message: string; description: string };
}

export const OF_AN_ITEM = [
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
		const message = obstacleTo(context, ofRun, recipients);
		return {
			...toRunOptions(ofRun),
			...(message !== undefined && { problem: { message, description: CHECK_RECIPIENTS } }),
		};
	} catch (error) {
		const problem = { message: unreadable(error), description: FIRST_ITEM };
		return { ...toRunOptions({}), problem };
	}
}

const toRunOptions = ({ interface: chosen, ...set }: IDataObject): RunOptions => ({
	...USUAL_OPTIONS,
	...set,
	via: interfaceWith('send', chosen),
});

const USUAL_OPTIONS = {
	failWhen: 'noneAccepted' as const,
	requestsInParallel: 1,
	skipDuplicates: false,
	sendOnce: false,
	includeInputFields: false,
	dryRun: false,
};

const FIRST_ITEM = 'Nothing was sent: the options of the first item hold for all items';
const CHECK_RECIPIENTS = 'Nothing was sent. Check the input, or change that option';

function obstacleTo(
	context: IExecuteFunctions,
	{ sendOnce, maxRecipients }: IDataObject,
	recipients: number,
): string | undefined {
	if (sendOnce && context.getWorkflow().id === undefined) {
		return "'Send Once per Reference' works in saved workflows only, and n8n's own agents have none. Turn it off";
	}
	const limits: Array<[limit: number, sentence: string]> = [];
	if (sendOnce) limits.push([MOST_KEPT, "'Send Once per Reference' can remember"]);
	// Of a tool, the calls of its agent count together.
	if (maxRecipients !== undefined && !answersModel(context)) {
		limits.push([Number(maxRecipients), "'Max Recipients' allows"]);
	}
	const exceeded = limits.find(([limit]) => recipients > limit);
	return exceeded && `There are ${recipients} recipients, and ${exceeded[1]} ${exceeded[0]}`;
}
