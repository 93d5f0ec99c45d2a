import { execFileSync } from 'node:child_process';
import { readPage, root } from './pages';

/** The code that may cite docs/protocol.md, but for this file. */
const sources = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' })
	.split('\n')
	.filter((file) => file !== '' && !file.endsWith('citations.test.ts'));

const headings = [...readPage('docs/protocol.md').matchAll(/^#+ (.*)$/gm)].map(([, text]) => text);

/** The headings that comments of a file cite, as in `(protocol, "Limits", "Errors")`. */
function citedIn(file: string): string[] {
	const comments = readPage(file).replace(/\n\s*\*\s+/g, ' ');
	const citations = [...comments.matchAll(/\(protocol, ((?:"[^"]*"(?:, )?)+)/g)];
	return citations.flatMap(([, names = '']) =>
		[...names.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name),
	);
}

it('every heading that the code cites stands in docs/protocol.md', () => {
	const cited = sources.flatMap((file) => citedIn(file).map((heading) => ({ file, heading })));
	expect(cited.length).toBeGreaterThan(50);
	expect(cited.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
});

it('nothing cites a specification that the repository does not hold', () => {
	expect(sources.filter((file) => /\(spec[,:]\s/.test(readPage(file)))).toEqual([]);
});
