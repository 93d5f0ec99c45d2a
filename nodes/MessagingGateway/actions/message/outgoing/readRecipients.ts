import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	AMONG_NATIONAL,
	areNational,
	NO_NUMBER,
	numbersReader,
	type ReadNumber,
} from '../../../fields/numbers';
import type { OptionProblem, Options } from '../../../fields/options';
import { notAText, textOrNull } from '../../../fields/text';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { readIfPossible, readItems } from '../../../rows/readItems';
import { asProblem, isProblem, notSent, type Problem } from '../problem';
import { AT_ONCE, timingReader, type Timing } from '../schedule/readTiming';
import { prepareText, textFieldOf } from '../text';

/** One recipient of one input item, the source of one output row. */
export interface Recipient extends Timing, ReadNumber {
	item: number;
	reference: string | null;
	parts: number | null;
	unsupportedCharacters: string[];
	replacedCharacters: string[];
	message: OutgoingMessage | Problem;
}

/**
 * Reads the recipients of all input items. A problem with one item never stops the others, except numbers
 * that show in which way the others are written.
 *
 * @param country ISO code of the country of a known service
 */
export async function readRecipients(
	context: IExecuteFunctions,
	options: Options,
	country?: string,
): Promise<Recipient[]> {
	const numbersOf = numbersReader(context, country);
	const textOf = textFieldOf(context);
	const raw = { rawExpressions: true };
	const isTyped = () => context.getNodeParameter('options.scheduledAt', 0, null, raw) === '';
	const timingOf = timingReader(context.getTimezone(), isTyped);
	const recipientsOf = (item: number): Recipient[] => {
		const { values, problems } = options.readAt(item);
		const [problem] = problems;
		return toRecipients({
			item,
			numbers: numbersOf(item, values),
			text: textOf(item),
			options: values,
			timing: problem ? toProblem(problem) : timingOf(values),
		});
	};
	const recipients = await readItems(context, recipientsOf, (item, problem) => ({
		...NO_NUMBER,
		...AT_ONCE,
		item,
		reference: readIfPossible(() => textOrNull(options.readAt(item).values.reference), null),
		parts: null,
		unsupportedCharacters: [],
		replacedCharacters: [],
		message: asProblem('NOT_SENT', problem),
	}));
	return withoutNational(recipients);
}

/** Refuses numbers without a country, if they are national ones. */
export const withoutNational = (recipients: Recipient[]): Recipient[] =>
	areNational(recipients)
		? recipients.map((recipient) =>
				recipient.isUnmarked && !isProblem(recipient.message)
					? { ...recipient, number: null, message: asProblem('BAD_DESTINATION', AMONG_NATIONAL) }
					: recipient,
			)
		: recipients;

function toProblem({ field, sentence }: OptionProblem): Problem {
	return field.type === 'dateTime' ? asProblem('INVALID_TIME', sentence) : notSent(sentence);
}

interface Typed {
	item: number;
	numbers: ReadNumber[];
	text: string | undefined;
	link?: string;
	options: IDataObject;
	/** At once if absent; or the problem with an option. */
	timing?: Timing | Problem;
}

/** Reads the recipients of one input item. */
export function toRecipients(typed: Typed): Recipient[] {
	const { item, numbers, link, options, timing = AT_ONCE } = typed;
	const read = typed.text === undefined ? undefined : prepareText(typed.text, options, link);
	const textProblem = read ? read.problem : asProblem('NO_MESSAGE', notAText('Text'));
	const [asked, timeProblem] = isProblem(timing) ? [AT_ONCE, timing] : [timing, undefined];
	const problem = numbers.length === 0 ? NO_NUMBERS : (textProblem ?? timeProblem);
	return (numbers.length === 0 ? [NO_NUMBER] : numbers).map((number): Recipient => {
		const { problem: wrong } = number;
		const message = {
			number: number.number as string,
			text: read?.text as string,
			schedule: asked.scheduledAt,
			key: keyOf(options.reference, number.number),
		};
		// Behind the others, the values of another object are copied four times as fast.
		return {
			item,
			reference: textOrNull(options.reference),
			parts: read && !read.isBlank ? read.measured.parts : null,
			unsupportedCharacters: read?.measured.unsupportedCharacters ?? [],
			replacedCharacters: read?.replaced ?? [],
			message: problem ?? (wrong === undefined ? message : asProblem('BAD_DESTINATION', wrong)),
			...asked,
			...number,
		};
	});
}

const NO_NUMBERS = asProblem('NO_NUMBER', "'Numbers' is empty");

/** The key for Send Once per Reference; undefined without a reference that can be told from others. */
function keyOf(reference: unknown, number: string | null): string | undefined {
	const isUsable = typeof reference === 'string' ? reference !== '' : Number.isFinite(reference);
	return isUsable ? JSON.stringify([String(reference), number]) : undefined;
}
