import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleOf, OPERATIONS, pageOf, root } from '../docs/pages';

const folder = path.join(root, 'nodes/MessagingGateway/__schema__/v1.0.0');

interface Schema {
	properties: Record<string, { type: string }>;
}

const operations = OPERATIONS.map(({ heading, resource, operation }) => ({
	heading,
	file: `${resource}/${operation}.json`,
}));

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
		const example = exampleOf(pageOf(heading));
		const always = Object.keys(schema.properties).filter((name) => !OPTIONAL[file]?.includes(name));
		expect(always).toEqual(Object.keys(example));
		const types = Object.entries(example)
			.filter(([, value]) => value !== null)
			.map(([name, value]) => [name, { type: typeOf(value) }]);
		const optional = (OPTIONAL[file] ?? []).map((name) => [name, { type: 'integer' }]);
		expect(schema.properties).toMatchObject(Object.fromEntries([...types, ...optional]));
	});
});
