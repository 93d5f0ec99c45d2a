import type { INodePropertyOptions } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';

export const root = path.join(__dirname, '../..');

export const readPage = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The Markdown files of the repository. */
export const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
	.split('\n')
	.filter((file) => file !== '');

/** The section below a heading, up to the next one of its level. */
export function sectionOf(page: string, heading: string): string {
	const [, after] = page.split(new RegExp(`^${heading}$`, 'm'));
	if (after === undefined) throw new Error(`There is no heading "${heading}"`);
	const level = /^#+/.exec(heading)?.[0] ?? '';
	return after.split(new RegExp(`^${level} `, 'm'))[0] ?? '';
}

/** What the first cells of the table with this first heading name, without code marks; nothing if there is no table. */
export function rowsOf(section: string, heading: string): string[] {
	const lines = section.split('\n');
	const start = lines.findIndex((line) => line.replaceAll('`', '').startsWith(`| ${heading} `));
	if (start < 0) return [];
	const rows = lines.slice(start + 2);
	const end = rows.findIndex((line) => !line.startsWith('|'));
	const cells = rows.slice(0, end).map((line) => line.split('|')[1] ?? '');
	return cells.flatMap((cell) => cell.replaceAll('`', '').trim().split(', '));
}

/** The first JSON example of a section. */
export function exampleOf(section: string): Record<string, unknown> {
	const [, text] = /```json\n([^`]*)```/.exec(section) ?? [];
	if (text === undefined) throw new Error('There is no example');
	return JSON.parse(text) as Record<string, unknown>;
}

const { properties } = new MessagingGateway().description;

const resources = properties.find(({ name }) => name === 'resource')?.options;

/** The operations of the node, each with its heading on the page. */
export const OPERATIONS = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) => {
		const resource = String(displayOptions?.show?.resource?.[0]);
		const choices = resources as INodePropertyOptions[];
		const shown = choices.find(({ value }) => value === resource)?.name ?? '';
		return (options as INodePropertyOptions[]).map(({ name, value }) => ({
			heading: `${shown}: ${name}`,
			resource,
			operation: String(value),
		}));
	});

/** What the pages say of an operation. */
export const pageOf = (heading: string): string =>
	heading === 'Message: Send and Wait for Response'
		? readPage('docs/asking.md')
		: sectionOf(readPage('docs/operations.md'), `## ${heading}`);
