import { DateTime } from 'luxon';
import { executeFilter, type FilterValue, type IDataObject, type INode } from 'n8n-workflow';
import { runInNewContext } from 'node:vm';
import { readExample } from '../../sandbox/examples';

/** What a node of an example sees: its items, and what other nodes put out before. */
export interface Given {
	/** Its input; the first is `$json`. */
	items?: IDataObject[];
	/** The items of other nodes, by their names. */
	outputs?: Record<string, IDataObject[]>;
	/** ISO 8601 with the zone of the workflow; 2026-11-24 at noon in UTC when absent. */
	now?: string;
}

const itemsOf = (rows: IDataObject[] = []) => {
	const items = rows.map((json) => ({ json }));
	return { all: () => items, first: () => items[0], last: () => items.at(-1) };
};

const scopeOf = ({ items = [{}], outputs = {}, now = '2026-11-24T12:00:00Z' }: Given) => ({
	$json: items[0],
	$input: itemsOf(items),
	$: (name: string) => itemsOf(outputs[name]),
	$now: DateTime.fromISO(now, { setZone: true }),
	$execution: { id: '7' },
	$runIndex: 0,
	DateTime,
});

/** A node of an example. Throws if there is none. */
export function nodeOf(file: string, name: string): INode {
	const found = readExample(file).nodes.find((node) => node.name === name);
	if (!found) throw new Error(`${file} has no node ${name}`);
	return found;
}

/** Each value of a node's parameters with its path, without the numbers of lists. */
export const valuesIn = (parent: object, above = ''): Array<[path: string, value: unknown]> =>
	Object.entries(parent).flatMap(([name, value]: [string, unknown]) => {
		const path = Array.isArray(parent) ? above : `${above}.${name}`.replace(/^\./, '');
		return typeof value === 'object' && value !== null
			? valuesIn(value, path)
			: [[path, value] as [string, unknown]];
	});

/** The value of a text as typed into a field: an expression alone, one among words, or words. */
export function valueOf(typed: unknown, given: Given): unknown {
	if (typeof typed !== 'string' || !typed.startsWith('=')) return typed;
	const whole = /^=\{\{((?:(?!\}\}\{\{).)*)\}\}$/s.exec(typed)?.[1];
	if (whole !== undefined) return runInNewContext(`(${whole})`, scopeOf(given));
	return typed
		.slice(1)
		.replace(/\{\{(.*?)\}\}/gs, (_, inner: string) =>
			String(runInNewContext(`(${inner})`, scopeOf(given))),
		);
}

/** The fields that a Set node makes. */
export function fieldsOf(file: string, name: string, given: Given): IDataObject {
	const { assignments } = nodeOf(file, name).parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	return Object.fromEntries(
		assignments.map((one) => [one.name, valueOf(one.value, given) as string]),
	);
}

/** The items that a Code node makes. */
export function madeBy(file: string, name: string, given: Given): IDataObject[] {
	const { jsCode } = nodeOf(file, name).parameters;
	const run = `(() => { ${String(jsCode)} })()`;
	const made = runInNewContext(run, {
		...scopeOf(given),
		escape,
		decodeURIComponent,
		Buffer,
	}) as unknown;
	return (JSON.parse(JSON.stringify(made)) as Array<{ json: IDataObject }>).map(({ json }) => json);
}

/** The rows that a Data Table node takes: the conditions with their values; how many, and by which column. */
export function rowsOf(file: string, name: string, given: Given): string {
	const { filters, returnAll, limit, orderBy, orderByColumn, orderByDirection } = nodeOf(file, name)
		.parameters as unknown as RowParameters;
	const conditions = (filters?.conditions ?? []).map(({ keyName, condition, keyValue }) =>
		[keyName, condition, valueOf(keyValue ?? [], given)].join(' ').trim(),
	);
	const count = returnAll ? 'all' : (limit ?? '');
	const order = orderBy ? ` by ${orderByColumn} ${orderByDirection}` : '';
	return `${conditions.join(', ')}; ${count}${order}`.replace(/; $/, '');
}

interface RowParameters extends IDataObject {
	filters?: { conditions: Array<{ keyName: string; condition: string; keyValue?: string }> };
	limit?: number;
	orderByColumn?: string;
	orderByDirection?: string;
}

/** What is no number and yet decides what is sent, how often, and how long something waits. */
const SETTING =
	/\b(sendOnce|dryRun|failWhen|onUnsupportedCharacters|includeInputFields|resumeAmount|resumeUnit|unit|expression|responseType|multipleFiles|appendAttribution|waitForSubWorkflow|approvalType|defaultCountry|defaultValue|rule\.interval\.field)$/;

/** The settings of a node that people copy with it; how many rows it takes is in `rowsOf`. */
export const settingsIn = (parameters: object): string =>
	valuesIn(parameters)
		.filter(([path, value]) => typeof value === 'number' || SETTING.test(path))
		.filter(([path]) => !/^limit$|version$/.test(path))
		.map(([path, value]) => `${path.replace(/.*\./, '')} ${String(value)}`.replace(/ true$/, ''))
		.join(', ');

const holds = (filter: FilterValue, given: Given): boolean =>
	executeFilter({
		...filter,
		conditions: filter.conditions.map((one) => ({
			...one,
			leftValue: valueOf(one.leftValue, given) as string,
		})),
	});

/** The output that an item leaves a Filter, If or Switch by; none when it is dropped. */
export function outputOf(file: string, name: string, given: Given): number | undefined {
	const { type, parameters } = nodeOf(file, name);
	if (!type.endsWith('.switch')) {
		if (holds(parameters.conditions as unknown as FilterValue, given)) return 0;
		return type.endsWith('.if') ? 1 : undefined;
	}
	const { values } = parameters.rules as unknown as { values: Array<{ conditions: FilterValue }> };
	const found = values.findIndex(({ conditions }) => holds(conditions, given));
	if (found >= 0) return found;
	return (parameters.options as IDataObject).fallbackOutput === 'extra' ? values.length : undefined;
}
