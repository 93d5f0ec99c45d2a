import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/**
 * What a workflow saves of fields, and of those in collections: the path, the type and the value of a field
 * when it is added, the values that it offers, or its limits and decimal places; whether it is required, and
 * when it is shown, its operation aside. Each line once.
 */
export const savedFields = (fields: INodeProperties[]): string[] => [
	...new Set(linesOf(fields, '')),
];

const linesOf = (fields: INodeProperties[], path: string): string[] =>
	fields.filter(({ type }) => type !== 'notice').flatMap((field) => fieldLines(field, path));

function fieldLines({ options = [], ...field }: INodeProperties, path: string): string[] {
	const own = `${path}${field.name}`;
	if (field.type === 'collection') return linesOf(options as INodeProperties[], `${own}.`);
	const line = [own, field.type, JSON.stringify(field.default), ...conditions(field)].join(' ');
	if (field.type === 'fixedCollection') {
		const groups = (options as INodePropertyCollection[]).map(({ name, values }) =>
			linesOf(values, `${own}.${name}.`),
		);
		return [line, ...groups.flat()];
	}
	const { minValue, maxValue = '', numberPrecision = '' } = field.typeOptions ?? {};
	const limits = minValue === undefined ? [] : [`${minValue}..${maxValue}`, numberPrecision];
	const values = (options as INodePropertyOptions[]).map(({ value }) => value);
	return [[line, ...limits, ...values].join(' ').trim()];
}

function conditions({ required, displayOptions: { show, hide } = {} }: INodeProperties): string[] {
	const named = (word: string, fields: object = {}): string[] => {
		const rest = Object.entries(fields).filter(
			([name]) => !['resource', 'operation'].includes(name),
		);
		return rest.length > 0 ? [`${word} ${JSON.stringify(Object.fromEntries(rest))}`] : [];
	};
	return [...(required ? ['required'] : []), ...named('shown', show), ...named('hidden', hide)];
}
