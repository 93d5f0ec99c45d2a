import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { fault as faultOf, type Outcome } from '../../../gateway/operations/outcome';
import { SEND_RESULTS, type SendResult } from '../../../gateway/specification/codes';
import { readNumber, splitNumbers } from '../../../gateway/specification/numbers';
import {
	isTooLong,
	measure,
	normalizeText,
	replaceLookAlikes,
	type TextMeasure,
} from '../../../gateway/specification/text';
import { readSchedule, toIso } from '../../../gateway/specification/time';
import { nextOpening, readWindow } from '../../../gateway/specification/window';
import { unreadable } from '../../../n8n/errors';
import { collectionOf, fieldOf } from '../../../n8n/fields';
import { inWords, notAChoice, textOrNull, wholeNumber } from '../../../n8n/parameters';
import { mapYielding } from '../../../n8n/yielding';
import { lengthOfLink, withLink } from './link';
import { NOT_A_TEXT, textFieldOf } from './text';

/** One recipient of one input item, the source of one output row. */
export interface Recipient {
	/** Index of the input item. */
	item: number;
	/** The number as typed; '' if there is none. */
	recipient: string;
	reference: string | null;
	/** The number in international digits; null if it cannot be converted. */
	number: string | null;
	parts: number | null;
	/** The minute sent to the gateway, ISO 8601 in UTC; null to send at once. */
	scheduledAt: string | null;
	unsupportedCharacters: string[];
	/** The message to send, or the problem with the row. */
	message: OutgoingMessage | Fault;
}

/** A problem with one row, found before any request. */
export type Fault = Outcome<SendResult>;

export const isFault = (message: OutgoingMessage | Fault): message is Fault => 'result' in message;

const fault = (result: SendResult, description?: string): Fault =>
	faultOf(SEND_RESULTS, result, description);

/** Reads the recipients of all input items. A problem with one item never stops the others. */
export async function readRecipients(context: IExecuteFunctions): Promise<Recipient[]> {
	const zone = context.getTimezone();
	const numbersOf = fieldOf(context, 'numbers', '');
	const textOf = textFieldOf(context);
	const optionsOf = collectionOf(context, 'options');
	const recipientsOf = (item: number): Recipient[] => {
		try {
			const options = optionsOf(item);
			return toRecipients({ item, numbers: numbersOf(item), text: textOf(item), options, zone });
		} catch (error) {
			return [{ ...emptyRow(item), message: fault('NOT_SENT', unreadable(error)) }];
		}
	};
	const recipients = await mapYielding(context.getInputData(), (_, item) => recipientsOf(item));
	return recipients.flat();
}

/** The fields of one input item. */
export interface Typed {
	item: number;
	numbers: unknown;
	text: string | undefined;
	/** A last line of the message, which a text alone does not need. */
	link?: string;
	options: IDataObject;
	zone: string;
}

/** Reads the recipients of one input item. */
export function toRecipients({ item, numbers, text, link, options, zone }: Typed): Recipient[] {
	const content = readContent(text, options, link);
	const schedule = readScheduleOption(options, zone);
	const common = {
		...emptyRow(item),
		reference: textOrNull(options.reference),
		parts: content.measured?.parts ?? null,
		scheduledAt: schedule.scheduledAt,
		unsupportedCharacters: content.measured?.unsupportedCharacters ?? [],
	};
	const typed = splitNumbers(numbers);
	if (typed.length === 0) return [{ ...common, message: fault('NO_NUMBER') }];
	return typed.map((recipient): Recipient => {
		const { number, problem } = readNumber(recipient, textOrNull(options.defaultCountry) ?? '');
		const wrongNumber = problem === undefined ? undefined : fault('BAD_DESTINATION', problem);
		return {
			...common,
			recipient,
			number: wrongNumber ? null : number,
			message: content.fault ??
				schedule.fault ??
				wrongNumber ?? {
					number,
					text: content.text,
					schedule: schedule.scheduledAt,
					key: keyOf(options.reference, number),
				},
		};
	});
}

/** The key for Send Once per Reference; undefined without a reference that can be told from others. */
function keyOf(reference: unknown, number: string): string | undefined {
	const isUsable = typeof reference === 'string' ? reference !== '' : Number.isFinite(reference);
	return isUsable ? JSON.stringify([String(reference), number]) : undefined;
}

const emptyRow = (item: number): Omit<Recipient, 'message'> => ({
	item,
	recipient: '',
	reference: null,
	number: null,
	parts: null,
	scheduledAt: null,
	unsupportedCharacters: [],
});

interface Content {
	text: string;
	measured?: TextMeasure;
	fault?: Fault;
}

function readContent(typed: string | undefined, options: IDataObject, link?: string): Content {
	if (typed === undefined) return { text: '', fault: fault('NO_MESSAGE', NOT_A_TEXT) };
	const unreadableOption = optionFault(options);
	if (unreadableOption) return { text: typed, fault: unreadableOption };
	const { onUnsupportedCharacters: policy = 'send', maxParts = Infinity } = options;
	const normalized = normalizeText(typed);
	const words = policy === 'replace' ? replaceLookAlikes(normalized) : normalized;
	if (words.trim() === '') return { text: words, fault: fault('NO_MESSAGE') };
	const text = link === undefined ? words : withLink(words, link);
	const measured = measure(text);
	const problem =
		tooLong(measured, Number(maxParts), link) ??
		(policy === 'refuse' ? unsupported(measured) : undefined);
	return { text, measured, ...(problem && { fault: problem }) };
}

const POLICIES: unknown[] = ['send', 'replace', 'refuse'];

/** A row is not sent if an option that protects it cannot be understood. */
function optionFault({ onUnsupportedCharacters, maxParts }: IDataObject): Fault | undefined {
	if (onUnsupportedCharacters !== undefined && !POLICIES.includes(onUnsupportedCharacters)) {
		const problem = notAChoice('On Unsupported Characters', onUnsupportedCharacters);
		return fault('NOT_SENT', `Not sent. ${problem}`);
	}
	if (maxParts !== undefined && wholeNumber(maxParts) === undefined) {
		return fault(
			'NOT_SENT',
			`Not sent. 'Max Parts' is ${inWords(maxParts)}, not a number of messages`,
		);
	}
	return undefined;
}

function tooLong(measured: TextMeasure, maxParts: number, link?: string): Fault | undefined {
	const { encodedLength, parts } = measured;
	const linkLength = link === undefined ? 0 : lengthOfLink(link);
	const lengths = `The text has ${encodedLength - linkLength} characters${link === undefined ? '' : ` and its link ${linkLength}`}`;
	if (isTooLong(measured)) return fault('TOO_LONG', `${lengths}, of which 918 can be sent`);
	if (parts > maxParts) {
		const what = link === undefined ? 'The text takes' : `${lengths}. Together they take`;
		return fault('TOO_LONG', `${what} ${parts} parts, and 'Max Parts' allows ${maxParts}`);
	}
	return undefined;
}

function unsupported({ unsupportedCharacters }: TextMeasure): Fault | undefined {
	if (unsupportedCharacters.length === 0) return undefined;
	const { description } = SEND_RESULTS.UNSUPPORTED_CHARACTERS;
	const named = `${description}: ${unsupportedCharacters.join(' ')}`;
	return fault('UNSUPPORTED_CHARACTERS', named);
}

interface Schedule {
	scheduledAt: string | null;
	fault?: Fault;
}

const AT_ONCE: Schedule = { scheduledAt: null };

/** Reads the time. One that cannot be read must never be treated as now. */
function readScheduleOption(options: IDataObject, zone: string): Schedule {
	const asked = askedTime(options, zone);
	if (asked.fault || !('sendBetween' in options)) return asked;
	const { sendBetween } = options;
	const { from, until, days } = ((sendBetween as IDataObject | null)?.values ?? {}) as IDataObject;
	const window = readWindow(from, until, days ?? EVERY_DAY);
	if (!window) {
		return withFault(
			'NOT_SENT',
			`Not sent. 'Send Between' is ${inWords(sendBetween)}, which is no window of time. Give two different times as in 08:00 and 20:00, and at least one day`,
		);
	}
	const moment = asked.moment ?? DateTime.now().setZone(zone);
	const opening = nextOpening(moment, window);
	return opening > moment ? scheduledFor(opening) : asked;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** The time without Send Between; an empty one means now. */
function askedTime(options: IDataObject, zone: string): Schedule & { moment?: DateTime } {
	const { scheduledAt: typed, whenTimeIsPast } = options;
	if (!('scheduledAt' in options) || typed === '') return AT_ONCE;
	const moment = readSchedule(typed, zone);
	if (!moment) {
		return withFault(
			'INVALID_TIME',
			`'Scheduled At' is ${inWords(typed)}, which cannot be read. Give it as in 2026-11-20T08:15:00`,
		);
	}
	if (moment.toMillis() > Date.now()) return { ...scheduledFor(moment), moment };
	if (whenTimeIsPast === 'sendNow') return AT_ONCE;
	return withFault('INVALID_TIME', `${toIso(moment)} is in the past`);
}

const scheduledFor = (moment: DateTime): Schedule => ({ scheduledAt: toIso(moment) });

const withFault = (result: SendResult, description: string): Schedule => ({
	...AT_ONCE,
	fault: fault(result, description),
});
