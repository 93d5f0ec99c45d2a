import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

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
