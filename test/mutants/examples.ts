import type { IDataObject } from 'n8n-workflow';
import { exampleFiles, readExample } from '../../sandbox/examples';

/** The function of sandbox/examples.ts that reads an example; its text is where mutants are planted. */
export const READER = 'sandbox/examples.ts';
export const READING = "readFileSync(examplePath(file), 'utf8')";

/** A value of an example, and what somebody might have written instead. */
export interface ExampleMutation {
	/** The file and the path of the value in it. */
	place: string;
	line: string;
	changed: string;
	/** What stands in the place of `READING`. */
	becomes: string;
}

/**
 * What only the editor reads, in a path without the numbers of lists: IDs, the editor's copy of the
 * columns, and marks of which n8n asks only whether they are there.
 */
const OF_THE_EDITOR =
	/(^|\.)(schema\..*|__rl|cachedResult\w+)$|(ssignments|onditions)\.id$|options\.version$|^columns\.(attemptTo|convertFields)|\.renameOutput$/;

/** The mutations of what the nodes of the examples do; their notes are left out. */
export const exampleMutations = (): ExampleMutation[] =>
	exampleFiles().flatMap((file) => {
		const workflow = readExample(file);
		return workflow.nodes
			.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
			.flatMap((node) =>
				changesIn(node.parameters as IDataObject).map(({ path, before, after, apply }) => {
					const undo = apply();
					const text = JSON.stringify(workflow);
					undo();
					return {
						place: `examples/${file}: ${node.name}, ${path}`,
						line: JSON.stringify(before),
						changed: JSON.stringify(after),
						becomes: `file === '${file}' ? ${JSON.stringify(text)} : ${READING}`,
					};
				}),
			);
	});

interface Change {
	path: string;
	before: unknown;
	after: unknown;
	/** Makes the change, and gives the way back. */
	apply: () => () => void;
}

function changesIn(parent: IDataObject, above = ''): Change[] {
	return Object.entries(parent).flatMap(([name, before]) => {
		const path = `${above}${name}`;
		if (typeof before === 'object' && before !== null) {
			return changesIn(before as IDataObject, `${path}.`);
		}
		if (OF_THE_EDITOR.test(path.replace(/\.\d+\b/g, ''))) return [];
		return othersFor(before).map((after) => ({
			path,
			before,
			after,
			apply: () => {
				parent[name] = after as string;
				return () => (parent[name] = before);
			},
		}));
	});
}

function othersFor(value: unknown): unknown[] {
	if (typeof value === 'boolean') return [!value];
	if (typeof value === 'number') return [value + 1];
	if (typeof value !== 'string' || value === '') return [];
	const others = [
		value.replace(/\d+/, (number) => String(Number(number) + 1)),
		value.replace(/\$json\.\w+/, '$&_'),
	].filter((other) => other !== value);
	return others.length > 0 ? others : [''];
}
