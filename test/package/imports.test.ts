import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { preProcessFile } from 'typescript';

const sourcesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => resolve(folder, name));

/** The TypeScript files that a file imports from its project, its imports of types included. */
const importsOf = (file: string): string[] =>
	preProcessFile(readFileSync(file, 'utf8'))
		.importedFiles.map(({ fileName }) => `${resolve(dirname(file), fileName)}.ts`)
		.filter((imported) => existsSync(imported));

/** Circles of files, each as the files from one to the same again. */
function circlesIn(imports: Map<string, string[]>): string[][] {
	const finished = new Set<string>();
	const visit = (file: string, path: string[]): string[][] => {
		if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file]];
		if (finished.has(file)) return [];
		const circles = (imports.get(file) ?? []).flatMap((next) => visit(next, [...path, file]));
		finished.add(file);
		return circles;
	};
	return [...imports.keys()].flatMap((file) => visit(file, []));
}

// Lint finds circles of values only.
it.each(['nodes', 'simulator'])('has no circle of imports in %s, of types neither', (folder) => {
	const sources = sourcesIn(resolve(__dirname, '../..', folder));
	const imports = new Map(sources.map((file) => [file, importsOf(file)]));
	expect([...imports.values()].flat().length).toBeGreaterThan(sources.length);
	expect(circlesIn(imports)).toEqual([]);
});
