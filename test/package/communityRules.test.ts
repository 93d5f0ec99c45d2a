import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';

/*
 * n8n's rules for community nodes that its repository documents (packages/@n8n/eslint-plugin-community-nodes)
 * and its published plugin does not have yet. They are held to the descriptions that n8n loads.
 */

const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const action = new MessagingGateway().description;
const trigger = new MessagingGatewayTrigger().description;
const nodes: Array<[string, INodeTypeDescription]> = [
	['MessagingGateway', action],
	['MessagingGatewayTrigger', trigger],
];

/** The rules have no HITL, by which n8n's editor lists a node under Human Review. */
const CODEX: Record<string, object> = {
	MessagingGateway: {
		categories: ['Communication', 'HITL'],
		subcategories: { HITL: ['Human in the Loop'] },
	},
	MessagingGatewayTrigger: { categories: ['Communication'], subcategories: undefined },
};

type Choice = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const isField = (choice: Choice): choice is INodeProperties => 'type' in choice;

/** All fields, those in collections too. */
const withNested = (choices: Choice[]): INodeProperties[] =>
	choices.flatMap((choice) => {
		if ('values' in choice) return withNested(choice.values);
		return isField(choice) ? [choice, ...withNested(choice.options ?? [])] : [];
	});
const nodeFields = [...action.properties, ...trigger.properties];
const allFields = withNested([...nodeFields, ...new MessagingGatewayApi().properties]);

/** The lists from which one or several values are chosen, by the name of their field. */
const lists = allFields
	.filter(({ type }) => type === 'options' || type === 'multiOptions')
	.map((field) => ({
		displayName: field.displayName,
		type: field.type,
		isOnTop: nodeFields.includes(field),
		options: (field.options ?? []) as INodePropertyOptions[],
	}));

const named = (found: INodeProperties[]): string[] => found.map(({ name }) => name).sort();

describe('every field', () => {
	it('has a hint below it of 120 characters at most', () => {
		expect(named(allFields.filter(({ hint = '' }) => hint.length > 120))).toEqual([]);
	});

	it('is typed, and no JSON that hides its parameters', () => {
		expect(named(allFields.filter(({ type }) => type === 'json'))).toEqual([]);
	});

	it('that is added to a node and is on or off, is on once it is added', () => {
		const added = nodeFields
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options }) => options as INodeProperties[])
			.filter(({ type }) => type === 'boolean');
		expect(named(added)).toContain('dryRun');
		expect(named(added.filter((field) => field.default !== true))).toEqual([]);
	});
});

describe('every list of values', () => {
	it.each(lists)('$displayName has no name or value twice, and no asterisk', ({ options }) => {
		const names = options.map(({ name }) => name);
		expect(new Set(names).size).toBe(options.length);
		expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		expect(names.filter((name) => name.includes('*'))).toEqual([]);
	});

	it('of resources, operations and others on top is in the order of the alphabet', () => {
		// Default Country begins with Automatic and None.
		const sorted = lists.filter(
			({ displayName, type, isOnTop }) =>
				type === 'options' && isOnTop && displayName !== 'Default Country',
		);
		expect(sorted.map(({ displayName }) => displayName)).toEqual(
			expect.arrayContaining(['Resource', 'Operation']),
		);
		for (const { options } of sorted) {
			const names = options.map(({ name }) => name);
			const inOrder = new Intl.Collator('en', { sensitivity: 'base' });
			expect(names).toEqual([...names].sort((one, other) => inOrder.compare(one, other)));
		}
	});
});

describe.each(nodes)('the node %s', (file, description) => {
	it('has one credential, and no colour of its own', () => {
		expect(description.credentials).toHaveLength(1);
		expect(description.defaults).toEqual({ name: description.displayName });
	});

	it('has the codex words that n8n knows', () => {
		const codex = JSON.parse(read(`nodes/MessagingGateway/${file}.node.json`)) as object;
		const { categories, subcategories } = codex as Record<string, unknown>;
		expect({ categories, subcategories }).toEqual(CODEX[file]);
	});

	it.each([
		['light', '#ffffff'],
		['dark', '#2b2b2b'],
	] as const)('has an icon that is seen in the %s theme', (theme, background) => {
		const icon = (description.icon as Record<'light' | 'dark', string>)[theme];
		const svg = read(`nodes/MessagingGateway/${icon.slice('file:'.length)}`);
		const [, colour = ''] = /fill="(#[\da-f]{6})"/.exec(svg) ?? [];
		expect(contrast(colour, background)).toBeGreaterThan(3);
	});
});

it('the package has a repository of its own', () => {
	const manifest = JSON.parse(read('package.json')) as { repository: object };
	expect(manifest.repository).not.toHaveProperty('directory');
});

/** What n8n's workflow builder and its MCP server are told, in n8n's name for it of today. */
describe('the hints for a workflow builder', () => {
	const hinted = ['interface', 'messageIds', 'numbers', 'reference', 'sendOnce'];

	it.each(nodes)('are on the node %s', (_, { builderHint }) => {
		expect(builderHint).toHaveProperty('searchHint');
	});

	it.each(hinted)('are on every field %s', (name) => {
		const found = allFields.filter((field) => field.name === name);
		expect(found).not.toEqual([]);
		for (const { builderHint } of found) expect(builderHint).toHaveProperty('propertyHint');
	});
});

/** The contrast of two colours by WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
		const share = parseInt(colour.slice(start, start + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
