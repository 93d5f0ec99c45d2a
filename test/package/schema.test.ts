import type { INodePropertyOptions } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { exampleOf, readPage, root, sectionOf } from '../docs/pages';

const folder = path.join(root, 'nodes/MessagingGateway/__schema__/v1.0.0');

interface Schema {
	properties: Record<string, { type: string }>;
}

const { properties } = new MessagingGateway().description;

/** Each operation by its file, and how docs/operations.md calls it. */
const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(({ name, value }) => {
			const resource = String(displayOptions?.show?.resource?.[0]);
			return { file: `${resource}/${value}.json`, heading: `${resourceName(resource)}: ${name}` };
		}),
	);

function resourceName(resource: string): string {
	const choices = properties.find(({ name }) => name === 'resource')?.options;
	const choice = (choices as INodePropertyOptions[]).find(({ value }) => value === resource);
	return choice?.name ?? '';
}

/** Fields that an output has with an option that is off in the example. */
const OPTIONAL: Record<string, string[]> = {
	'message/preview.json': ['textLength', 'linkLength'],
};

const typeOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'array';
	return typeof value === 'number' ? 'integer' : typeof value;
};

describe('what the editor knows of an output before the first run', () => {
	it('is there for every operation, and for nothing else', () => {
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(
			operations.map(({ file }) => file).sort(),
		);
	});

	it.each(operations)('$heading is as the page shows it', ({ file, heading }) => {
		const schema = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Schema;
		const example = exampleOf(
			heading === 'Message: Send and Wait for Response'
				? readPage('docs/asking.md')
				: sectionOf(readPage('docs/operations.md'), `## ${heading}`),
		);
		const always = Object.keys(schema.properties).filter((name) => !OPTIONAL[file]?.includes(name));
		expect(always).toEqual(Object.keys(example));
		for (const name of OPTIONAL[file] ?? []) {
			expect([name, schema.properties[name]?.type]).toEqual([name, 'integer']);
		}
		for (const [name, value] of Object.entries(example)) {
			if (value !== null)
				expect([name, schema.properties[name]?.type]).toEqual([name, typeOf(value)]);
		}
	});
});
