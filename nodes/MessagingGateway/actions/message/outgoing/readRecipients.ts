import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { MAX_MESSAGE_LENGTH } from '../../../gateway/specification/limits';
import {
	isTooLong,
	measure,
	normalizeText,
	replaceUnsupported,
	type TextMeasure,
} from '../../../gateway/specification/text';
import type { OptionProblem, Options } from '../../../fields/options';
import { textOrNull } from '../../../fields/values';
import { readItems } from '../../../rows/readItems';
import {
	NO_NUMBER,
	numbersReader,
	type ReadNumber,
	type TypedNumber,
} from '../../../fields/numbers';
import { askedTimeReader, AT_ONCE, type AskedTime } from '../schedule/askedTime';
import { asProblem, notSent, type Problem } from '../problem';
import { lengthOfLink, NOT_A_TEXT, textFieldOf, withLink } from '../text';

/** One recipient of one input item, the source of one output row. */
export interface Recipient extends AskedTime, TypedNumber {
	/** Index of the input item. */
	item: number;
	reference: string | null;
	parts: number | null;
	unsupportedCharacters: string[];
	/** The characters that the text had and that were replaced. */
	replacedCharacters: string[];
	/** The message to send, or the problem with the row. */
	message: OutgoingMessage | Problem;
}

/** Reads the recipients of all input items. A problem with one item never stops the others. */
export async function readRecipients(
	context: IExecuteFunctions,
	options: Options,
): Promise<Recipient[]> {
	const numbersOf = numbersReader(context);
	const textOf = textFieldOf(context);
	const timeOf = askedTimeReader(context.getTimezone());
	const recipientsOf = (item: number): Recipient[] => {
		const { values, problems } = options.readAt(item);
		const [problem] = problems;
		return toRecipients({
			item,
			numbers: numbersOf(item, values),
			text: textOf(item),
			options: values,
			time: problem ? toProblem(problem) : timeOf(values),
		});
	};
	return await readItems(context, recipientsOf, (item, problem) => ({
		...emptyRow(item),
		message: asProblem('NOT_SENT', problem),
	}));
}

/** The problem that each recipient of an item has if one of its options cannot be used. */
function toProblem({ field, sentence }: OptionProblem): Problem {
	return field.type === 'dateTime' ? asProblem('INVALID_TIME', sentence) : notSent(sentence);
}

/** The fields of one input item. */
export interface Typed {
	item: number;
	numbers: ReadNumber[];
	text: string | undefined;
	/** A last line of the message, which a text alone does not need. */
	link?: string;
	options: IDataObject;
	/** At once if absent; or the problem with an option. */
	time?: AskedTime | Problem;
}

/** Reads the recipients of one input item. */
export function toRecipients(typedItem: Typed): Recipient[] {
	const { item, numbers, text, link, options, time = AT_ONCE } = typedItem;
	const content = readContent(text, options, link);
	const [asked, timeProblem] = 'result' in time ? [AT_ONCE, time] : [time, undefined];
	const common = {
		...emptyRow(item),
		reference: textOrNull(options.reference),
		parts: content.measured?.parts ?? null,
		...asked,
		unsupportedCharacters: content.measured?.unsupportedCharacters ?? [],
		replacedCharacters: content.replaced ?? [],
	};
	if (numbers.length === 0) return [{ ...common, message: asProblem('NO_NUMBER') }];
	return numbers.map(({ problem, ...typed }): Recipient => {
		const number = typed.number as string;
		const wrongNumber = problem === undefined ? undefined : asProblem('BAD_DESTINATION', problem);
		const message = content.problem ??
			timeProblem ??
			wrongNumber ?? {
				number,
				text: content.text,
				schedule: asked.scheduledAt,
				key: keyOf(options.reference, number),
			};
		return { ...common, ...typed, message };
	});
}

/** The key for Send Once per Reference; undefined without a reference that can be told from others. */
function keyOf(reference: unknown, number: string): string | undefined {
	const isUsable = typeof reference === 'string' ? reference !== '' : Number.isFinite(reference);
	return isUsable ? JSON.stringify([String(reference), number]) : undefined;
}

const emptyRow = (item: number): Omit<Recipient, 'message'> => ({
	item,
	...NO_NUMBER,
	...AT_ONCE,
	reference: null,
	parts: null,
	unsupportedCharacters: [],
	replacedCharacters: [],
});

interface Content {
	text: string;
	measured?: TextMeasure;
	replaced?: string[];
	problem?: Problem;
}

function readContent(typed: string | undefined, options: IDataObject, link?: string): Content {
	if (typed === undefined) return { text: '', problem: asProblem('NO_MESSAGE', NOT_A_TEXT) };
	const { onUnsupportedCharacters: policy = 'replace', maxParts = Infinity } = options;
	const normalized = normalizeText(typed);
	const { text: words, replaced } =
		policy === 'replace' ? replaceUnsupported(normalized) : { text: normalized, replaced: [] };
	if (words.trim() === '') return { text: words, problem: asProblem('NO_MESSAGE') };
	const text = withLink(words, link);
	const measured = measure(text);
	const problem =
		tooLong(measured, Number(maxParts), link) ??
		(policy === 'refuse' ? unsupported(measured) : undefined);
	return { text, measured, replaced, ...(problem && { problem }) };
}

function tooLong(measured: TextMeasure, maxParts: number, link?: string): Problem | undefined {
	const { encodedLength, parts } = measured;
	const linkLength = link === undefined ? 0 : lengthOfLink(link);
	const lengths = `The text has ${encodedLength - linkLength} characters${link === undefined ? '' : ` and its link ${linkLength}`}`;
	if (isTooLong(measured))
		return asProblem('TOO_LONG', `${lengths}, of which ${MAX_MESSAGE_LENGTH} can be sent`);
	if (parts > maxParts) {
		const what = link === undefined ? 'The text takes' : `${lengths}. Together they take`;
		return asProblem(
			'TOO_LONG',
			`${what} ${parts} parts, and 'Max Messages per Text' allows ${maxParts}`,
		);
	}
	return undefined;
}

function unsupported({ unsupportedCharacters }: TextMeasure): Problem | undefined {
	if (unsupportedCharacters.length === 0) return undefined;
	const { description } = SEND_RESULTS.UNSUPPORTED_CHARACTERS;
	const named = `${description}: ${unsupportedCharacters.join(' ')}`;
	return asProblem('UNSUPPORTED_CHARACTERS', named);
}
