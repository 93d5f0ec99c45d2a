import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const { name, homepage, repository, bugs, author } = JSON.parse(read('package.json')) as {
	name: string;
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
	author: { name: string };
};

/** The text files of the repository but the locks and what is generated. */
const files = execFileSync(
	'git',
	['ls-files', '*.ts', '*.mjs', '*.js', '*.json', '*.md', '*.yml'],
	{
		cwd: root,
		encoding: 'utf8',
	},
)
	.split('\n')
	.filter((file) => file !== '' && !/package-lock|benchmark\.json/.test(file));

/** Matches of a pattern with the file that they stand in. */
const found = (pattern: RegExp) =>
	files.flatMap((file) => (read(file).match(pattern) ?? []).map((text) => `${file}: ${text}`));

it('package.json has one repository', () => {
	expect(repository.url).toBe(`git+${homepage}.git`);
	expect(bugs.url).toBe(`${homepage}/issues`);
});

it('every address of the repository is that of package.json', () => {
	const addresses = found(/github\.com\/[\w.-]+\/n8n-nodes-[\w-]+/g);
	expect(read('README.md')).toContain(`${homepage}/issues`);
	const own = homepage.replace('https://', '');
	expect(addresses.filter((address) => !address.endsWith(`: ${own}`))).toEqual([]);
});

it('every node type begins with the name of the package', () => {
	const types = found(/n8n-nodes-[\w-]+\.messagingGateway/g);
	expect(types.length).toBeGreaterThan(10);
	expect(types.filter((type) => !type.endsWith(`: ${name}.messagingGateway`))).toEqual([]);
});

it('the licence names the author of package.json', () => {
	expect(read('LICENSE')).toContain(`Copyright (c) 2026 ${author.name}\n`);
});
