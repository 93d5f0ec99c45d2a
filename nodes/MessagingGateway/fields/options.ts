import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';
import { operationError, type NodeContext } from '../host/errors';
import { collectionOf, fieldOf, type Field } from './evaluation';
import { readMoment } from './moment';
import { notAText, textIn } from './text';
import { quoted, notAChoice, notATime } from './sentences';

export interface OptionProblem {
	field: INodeProperties;
	sentence: string;
}

/** Options of an item by name, those of collections beside the others, and what is wrong with the rest. */
export interface OptionReading {
	values: IDataObject;
	problems: OptionProblem[];
}

/** Options that cannot be used. The message is a sentence for the user. */
export class OptionError extends Error {}

/** Makes the error for options that cannot be used. */
export const unusableOptions = (context: NodeContext, { message }: OptionError) =>
	operationError(context, message, 'No request was made');

/** The message for an item whose options or expressions fail; the other items are not affected. */
export const unreadable = (error: unknown): string =>
	error instanceof OptionError
		? error.message
		: `The parameters of this item cannot be read: ${(error as Error).message}`;

/**
 * The options of an operation: all its fields that are not required. Each is checked by its declaration:
 * an expression of a field that does not exist gives undefined, and what should hold a message back must
 * not count for nothing then.
 */
export class Options {
	private readonly readings: Array<Field<OptionReading>>;
	private last: { readings: OptionReading[]; whole: OptionReading } | undefined;

	/** @param typedIn gives a field as typed at each item */
	constructor(fields: INodeProperties[], typedIn: (field: INodeProperties) => Field) {
		this.readings = fields.filter(isOption).map((field) => {
			const [read, typedAt] = [readerOf(field), typedIn(field)];
			return (item) => read(typedAt(item));
		});
	}

	/** Reads the options of an item; those of the item before are the same object. Throws n8n's error. */
	readAt(item: number): OptionReading {
		const readings = this.readings.map((reading) => reading(item));
		if (!this.last?.readings.every((reading, index) => reading === readings[index])) {
			this.last = { readings, whole: united(readings) };
		}
		return this.last.whole;
	}

	/**
	 * The options of an item. Throws OptionError if there is something wrong with one of them.
	 *
	 * @param others names of options that do not count
	 */
	at(item: number, others: string[] = []): IDataObject {
		const { values, problems } = this.readAt(item);
		const problem = problems.find(({ field }) => !others.includes(field.name));
		if (problem) throw new OptionError(problem.sentence);
		return values;
	}
}

/** Prepares the options of all items. */
export const optionsOf = (context: IExecuteFunctions, fields: INodeProperties[]): Options =>
	new Options(fields, ({ name, type, default: usual }) =>
		type === 'collection' ? collectionOf(context, name) : fieldOf(context, name, usual),
	);

/** Reads the options of a node without input items. Throws OptionError. */
export function readOptions(
	fields: INodeProperties[],
	typedIn: (name: string, usual: unknown) => unknown,
): IDataObject {
	const { values, problems } = united(
		fields.filter(isOption).map((field) => readerOf(field)(typedIn(field.name, field.default))),
	);
	if (problems[0]) throw new OptionError(problems[0].sentence);
	return values;
}

/** Required fields are read by their operation, whose results say what is wrong with them. */
const isOption = ({ type, required }: INodeProperties): boolean => !required && type !== 'notice';

const united = (readings: OptionReading[]): OptionReading => ({
	values: Object.assign({}, ...readings.map(({ values }) => values)) as IDataObject,
	problems: readings.flatMap(({ problems }) => problems),
});

const wrong = (field: INodeProperties, sentence: string): OptionReading => ({
	values: {},
	problems: [{ field, sentence }],
});

/** Prepares a field. It remembers its last value, as most are those of the item before. */
function readerOf(field: INodeProperties): (typed: unknown) => OptionReading {
	const read = field.type === 'collection' ? collectionReader(field) : simpleReader(field);
	let last: { typed: unknown; reading: OptionReading } | undefined;
	return (typed) => {
		if (!last || !Object.is(last.typed, typed)) last = { typed, reading: read(typed) };
		return last.reading;
	};
}

function collectionReader(field: INodeProperties): (typed: unknown) => OptionReading {
	const readers = new Map(
		(field.options as INodeProperties[]).map((option) => [option.name, readerOf(option)]),
	);
	return (typed) => {
		if (!isGroup(typed)) {
			return wrong(field, `'${field.displayName}' is ${quoted(typed)}, which holds no options`);
		}
		const readings = Object.entries(typed).map(
			([name, value]) =>
				readers.get(name)?.(value) ?? wrong(field, `There is no option ${quoted(name)}`),
		);
		return united(readings);
	};
}

const simpleReader =
	(field: INodeProperties) =>
	(typed: unknown): OptionReading => {
		try {
			return { values: { [field.name]: offered(field, typed) as IDataObject }, problems: [] };
		} catch (error) {
			return wrong(field, (error as Error).message);
		}
	};

/** Reads a value by the declaration of its field. Throws Error with a sentence if it is not offered. */
type Reader = (value: unknown, field: INodeProperties, label: string) => unknown;

const READERS: { [Type in NodePropertyTypes]?: Reader } = {
	boolean: (value, _, label) =>
		typeof value === 'boolean' ? value : refuse(notAChoice(label, value)),
	dateTime: (value, _, label) =>
		value === '' || readMoment(value, 'UTC') ? value : refuse(notATime(label, value)),
	fixedCollection: readGroups,
	multiOptions: (value, field, label) =>
		Array.isArray(value)
			? value.map((one) => readChoice(one, field, label))
			: refuse(notAChoice(label, value)),
	number: readAmount,
	options: readChoice,
	string: (value, { typeOptions }, label) =>
		typeOptions?.takesList === true || textIn(value) !== undefined
			? value
			: refuse(notAText(label)),
};

function refuse(sentence: string): never {
	throw new Error(sentence);
}

function offered(field: INodeProperties, value: unknown, label = field.displayName): unknown {
	if (value === undefined || value === null) return refuse(noValue(label));
	const read = READERS[field.type] ?? refuse(`'${label}' is of a type that is not checked`);
	return read(value, field, label);
}

const noValue = (label: string): string =>
	`'${label}' has no value. Correct its expression, or remove it`;

/** Letters may be small or capital, as in the country codes of a sheet. */
function readChoice(value: unknown, { options = [] }: INodeProperties, label: string): unknown {
	const choices = options as INodePropertyOptions[];
	const exact = choices.find((choice) => choice.value === value);
	if (exact || (typeof value !== 'string' && typeof value !== 'number')) {
		return exact ? exact.value : refuse(notAChoice(label, value));
	}
	const small = String(value).trim().toLowerCase();
	const found = choices.find((choice) => String(choice.value).toLowerCase() === small);
	return found ? found.value : refuse(notAChoice(label, value));
}

/** Digits in a text are a number, as spreadsheets and forms give them. */
function readAmount(value: unknown, { typeOptions = {} }: INodeProperties, label: string): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
	const isWhole = numberPrecision === 0;
	const isDigits = typeof value === 'string' && /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(value);
	const number = isDigits ? Number(value) : value;
	const isOffered =
		typeof number === 'number' &&
		number >= minValue &&
		number <= maxValue &&
		(isWhole ? Number.isSafeInteger(number) : Number.isFinite(number));
	if (isOffered) return number;
	const range = maxValue < Infinity ? `from ${minValue} to ${maxValue}` : `of ${minValue} or more`;
	return refuse(`'${label}' is ${quoted(value)}. Give a ${isWhole ? 'whole ' : ''}number ${range}`);
}

function readGroups(value: unknown, field: INodeProperties, label: string): IDataObject {
	if (!isGroup(value)) return refuse(notAChoice(label, value));
	const isUsuallyEmpty = Object.keys(field.default as object).length === 0;
	if (Object.keys(value).length === 0 && !isUsuallyEmpty) return refuse(noValue(label));
	const groups = field.options as INodePropertyCollection[];
	const read = ([name, typed]: [string, unknown]) => {
		const { values } =
			groups.find((group) => group.name === name) ?? refuse(notAChoice(label, name));
		return [name, readGroup(typed, values, label)];
	};
	return Object.fromEntries(Object.entries(value).map(read)) as IDataObject;
}

function readGroup(typed: unknown, fields: INodeProperties[], label: string): IDataObject {
	if (!isGroup(typed)) return refuse(notAChoice(label, typed));
	const unknown = Object.keys(typed).find((key) => !fields.some(({ name }) => name === key));
	if (unknown !== undefined) return refuse(notAChoice(label, unknown));
	const read = (field: INodeProperties) => [
		field.name,
		field.name in typed
			? offered(field, typed[field.name], `${label}: ${field.displayName}`)
			: field.default,
	];
	return Object.fromEntries(fields.map(read)) as IDataObject;
}

const isGroup = (value: unknown): value is IDataObject =>
	Object.prototype.toString.call(value) === '[object Object]';
