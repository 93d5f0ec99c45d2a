import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const page = readFileSync(path.join(__dirname, 'specification.md'), 'utf8');

/** `| row | `file` | title |` of each table. */
const rows = [...page.matchAll(/^\| (.+?) +\| `(\w+)` +\| (.+?) +\|$/gm)].map(
	([, row = '', file = '', title = '']) => ({ row, file, title }),
);

/** Whether a call is `test(…)` or `test.each(…)(…)`. */
const isTest = ({ expression }: ts.CallExpression): boolean =>
	expression.getText() === 'test' || /^test\.each\b/.test(expression.getText());

/** Reads a test file; the function it returns says whether one of its tests has a title. */
function testsIn(file: string): (title: string) => boolean {
	const name = path.join(__dirname, `${file}.test.ts`);
	const text = readFileSync(name, 'utf8');
	const patterns: RegExp[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && isTest(node)) {
			const [title] = node.arguments;
			if (title && ts.isStringLiteralLike(title)) patterns.push(pattern(title.text));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
	return (title) =>
		patterns.some((known) => {
			const values = known.exec(title)?.slice(1);
			return values?.every((value) => text.includes(value)) ?? false;
		});
}

/** A placeholder in a title matches any text; the value must be in the file too. */
function pattern(title: string): RegExp {
	const literal = title.split(/%[sijp]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${literal.join('(.*)')}$`);
}

test('the page beside this file names the test of every row of the specification', () => {
	expect(rows.length).toBeGreaterThan(100);
	const files = [...new Set(rows.map(({ file }) => file))];
	const tests = new Map(files.map((file) => [file, testsIn(file)]));
	expect(rows.filter(({ file, title }) => !tests.get(file)?.(title))).toEqual([]);
});
