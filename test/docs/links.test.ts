import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PAGES, readPage, root } from './pages';

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (file: string): string[] =>
	[...readPage(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\- _]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Where the links and pictures of a page lead, without those to other hosts. */
const targetsOf = (file: string): string[] =>
	[...readPage(file).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
		.map(([, link, source]) => link ?? source ?? '')
		.filter((target) => !/^[a-z]+:/.test(target));

/** What is wrong with a link; undefined if it leads somewhere. */
function problemWith(file: string, target: string): string | undefined {
	const [where = '', anchor] = target.split('#');
	const page = where === '' ? file : path.join(path.dirname(file), where);
	if (!existsSync(path.join(root, page))) return `${target}: there is no such file`;
	if (anchor === undefined || anchorsOf(page).includes(anchor)) return undefined;
	return `${target}: ${page} has no such heading`;
}

it.each(PAGES)('every link of %s leads somewhere', (file) => {
	expect(targetsOf(file).flatMap((target) => problemWith(file, target) ?? [])).toEqual([]);
});

it('README.md leads to every page of docs', () => {
	const listed = targetsOf('README.md');
	const pages = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));
	expect(pages.filter((file) => !listed.includes(`docs/${file}`))).toEqual([]);
});

it('every picture of docs is shown, with an alternative text', () => {
	const shown = PAGES.flatMap((file) =>
		targetsOf(file).map((target) => path.join(path.dirname(file), target)),
	);
	const pictures = readdirSync(path.join(root, 'docs/images'));
	expect(pictures.filter((file) => !shown.includes(`docs/images/${file}`))).toEqual([]);
	const nameless = PAGES.filter((file) =>
		/!\[\s*\]\(|<img(?![^>]*alt="[^"]+)/.test(readPage(file)),
	);
	expect(nameless).toEqual([]);
});

/** Where the paths that pages name in code marks begin. */
const FOLDERS = [
	'',
	'nodes/MessagingGateway',
	'nodes/MessagingGateway/gateway/interfaces',
	'test/gateway',
];

it.each([
	'CONTRIBUTING.md',
	'SECURITY.md',
	'docs/development.md',
	'docs/protocol.md',
	'docs/review.md',
])('every file that %s names is there', (page) => {
	const named = [...readPage(page).matchAll(/`((?:[\w-]+\/)+(?:[\w.-]+\.(?:ts|md|yml))?)`/g)];
	const missing = named
		.map(([, file = '']) => file)
		.filter((file) => !FOLDERS.some((folder) => existsSync(path.join(root, folder, file))));
	expect(missing).toEqual([]);
});

const TESTS = execFileSync('git', ['ls-files', 'test'], { cwd: root, encoding: 'utf8' })
	.split('\n')
	.map((file) => path.basename(file));

it.each(PAGES)('every test that %s names is there', (page) => {
	const named = [...readPage(page).matchAll(/`(?:[\w-]+\/)*(\w+\.(?:test|e2e)\.ts)`/g)];
	expect(named.map(([, test = '']) => test).filter((test) => !TESTS.includes(test))).toEqual([]);
});

it('every link of the editor to this repository leads to a heading', () => {
	const { homepage } = JSON.parse(readPage('package.json')) as { homepage: string };
	const options = ['ls-files', 'nodes/*.json', 'nodes/*.ts', 'credentials/*.ts'];
	const files = execFileSync('git', options, { cwd: root, encoding: 'utf8' });
	const links = files
		.split('\n')
		.filter((file) => file !== '')
		.flatMap((file) => [
			...readPage(file).matchAll(
				new RegExp(`${homepage}(?:/blob/main/([\\w/.-]+))?#?([\\w-]*)['"]`, 'g'),
			),
		])
		.filter(([, page, anchor]) => page !== undefined || (anchor !== '' && anchor !== 'readme'));
	expect(links.length).toBeGreaterThan(2);
	const problems = links.flatMap(([, page = 'README.md', anchor = '']) => {
		const target = anchor === '' ? page : `${page}#${anchor}`;
		return problemWith('README.md', target) ?? [];
	});
	expect(problems).toEqual([]);
});
