import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../../sandbox/folders';
import { EQUIVALENTS } from './equivalents';
import { exampleMutations, READER, READING } from './examples';
import { mutationsOf, type Mutation } from './mutations';

/** A mutation of a file. */
export interface Mutant extends Mutation {
	id: number;
	/** Path from the root of the project. */
	file: string;
	/** The file with the line, or the example with the value. */
	place: string;
	/** The line, or the first of several, and what it becomes. */
	line: string;
	changed: string;
	/** The whole file with it. */
	text: string;
}

export interface Choice {
	only: string[];
	count: number;
	seed: string;
}

/** Chooses mutants from every file, and more from a longer one. Equivalents are not chosen. */
export function chooseMutants({ only, count, seed }: Choice): Mutant[] {
	const lotOf = ({ file, start, becomes }: Mutant): string =>
		createHash('sha1').update(`${seed} ${file} ${start} ${becomes}`).digest('hex');
	const byLot = (a: Mutant, b: Mutant): number => lotOf(a).localeCompare(lotOf(b));
	const files = [...readSources().map(mutantsOf), mutantsOfExamples()];
	return files
		.map((mutants) =>
			mutants
				.filter(({ place }) => only.some((start) => place.startsWith(start)))
				.filter(changesSomething)
				.sort(byLot),
		)
		.flatMap((mutants) =>
			mutants.map((mutant, index) => ({ mutant, place: index / mutants.length })),
		)
		.sort((a, b) => a.place - b.place)
		.slice(0, count)
		.map(({ mutant }, index) => ({ ...mutant, id: index + 1 }));
}

const readSources = (): string[] =>
	['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
	);

function mutantsOf(file: string): Mutant[] {
	const original = readFileSync(path.join(projectFolder, file), 'utf8');
	const source = ts.createSourceFile(file, original, ts.ScriptTarget.Latest, true);
	return mutationsOf(source).map((mutation) => {
		const { start, end, becomes } = mutation;
		const text = original.slice(0, start) + becomes + original.slice(end);
		const row = ts.getLineAndCharacterOfPosition(source, start).line;
		const lineOf = (all: string): string => all.split('\n')[row]?.trim() ?? '';
		const lines = { place: `${file}:${row + 1}`, line: lineOf(original), changed: lineOf(text) };
		return { ...mutation, ...lines, id: -1, file, text };
	});
}

/** An example is read by a function, which gives another text with the mutant. */
function mutantsOfExamples(): Mutant[] {
	const text = readFileSync(path.join(projectFolder, READER), 'utf8');
	const start = text.indexOf(READING);
	const at = { kind: 'example', form: 'expression' as const, start, end: start + READING.length };
	return exampleMutations().map((mutation) => ({ ...mutation, ...at, id: -1, file: READER, text }));
}

const changesSomething = ({ line, changed }: Mutant): boolean =>
	!EQUIVALENTS.some((known) => known.line === line && known.becomes === changed);
