import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const github = path.join(root, '.github');
const read = (file: string): string => readFileSync(path.join(github, file), 'utf8');

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'messaging-gateway-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content);

/** Runs a script of the release workflow there. */
const runScript = (name: string, ...args: string[]) =>
	spawnSync(process.execPath, [path.join(github, 'release', name), ...args], {
		cwd: folder,
		encoding: 'utf8',
	});

describe('the notes of a release', () => {
	/** What the release workflow runs, for version 1.2.0. */
	function notes(tag: string, changelog: string, version = '1.2.0') {
		write('package.json', JSON.stringify({ version }));
		write('CHANGELOG.md', changelog);
		return runScript('notes.mjs', tag);
	}

	const changelog = `# Changelog

## Unreleased

- Not yet

## 1.2.0 - 2026-11-20

### Added

- This

## 1.1.0 - 2026-10-01

- Long ago
`;

	it('are the section of its version', () => {
		const { status, stdout } = notes('v1.2.0', changelog);
		expect({ status, stdout }).toEqual({ status: 0, stdout: '### Added\n\n- This\n' });
	});

	it.each([
		['the tag is another version', 'v1.3.0', changelog, 'The tag is "v1.3.0"'],
		['the tag has no v', '1.2.0', changelog, 'The tag is "1.2.0"'],
		['there is no tag', '', changelog, 'The tag is ""'],
		['the section has no date', 'v1.2.0', '## 1.2.0\n\n- This\n', 'no section "## 1.2.0 - YYYY'],
		['the version only begins alike', 'v1.2.0', '## 1.2.01 - 2026-11-20\n\n- This', 'no section'],
		['the section is empty', 'v1.2.0', '## 1.2.0 - 2026-11-20\n\n## 1.1.0\n\n- That', 'is empty'],
		['npm would give it to everybody', 'v1.2.0-b', '', '1.2.0-b is a pre-release', '1.2.0-b'],
	])('are refused when %s', (_, tag, text, reason, version = '1.2.0') => {
		const { status, stdout, stderr } = notes(tag, text, version);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toContain(reason);
	});
});

describe('package.json', () => {
	/** What the release workflow runs before it packs. */
	function prepare(email = 'office@gateway.test') {
		const n8n = { nodes: ['node.js'], credentials: ['credentials.js'] };
		write('package.json', JSON.stringify({ name: 'a', private: true, author: { email }, n8n }));
		const { status, stderr } = runScript('prepare.mjs');
		const after = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as object;
		return { status, stderr, isPrivate: 'private' in after };
	}
	const build = () => {
		for (const file of ['node.js', 'credentials.js']) write(file, '');
	};

	it('is private in the repository, so that npm publishes nothing from a clone', () => {
		const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
		expect(JSON.parse(manifest)).toMatchObject({ private: true });
	});

	it('can be published once everything is built', () => {
		build();
		expect(prepare()).toEqual({ status: 0, stderr: '', isPrivate: false });
	});

	it('cannot be published without the build', () => {
		const { status, stderr, isPrivate } = prepare();
		expect({ status, isPrivate }).toEqual({ status: 1, isPrivate: true });
		expect(stderr).toContain('Run npm run build first. Missing: node.js, credentials.js');
	});

	it('cannot be published with the author that stands for nobody', () => {
		build();
		const { status, stderr, isPrivate } = prepare('office@gateway.example');
		expect({ status, isPrivate }).toEqual({ status: 1, isPrivate: true });
		expect(stderr).toContain('Name the publisher first');
	});
});

it('the publisher is replaced in every file by one command', () => {
	const publisher = (homepage: string, name: string, email: string) => ({
		'package.json': JSON.stringify({
			author: { name, email },
			homepage,
			repository: { url: `git+${homepage}.git` },
		}),
		LICENSE: `Copyright (c) 2026 ${name}\n`,
		'page.md': `[Issues](${homepage}/issues) “and” ${homepage}#readme\n`,
	});
	const before = publisher('https://github.com/nobody/nodes', 'No Body', 'no@body.example');
	for (const [file, text] of Object.entries(before)) write(file, text);
	for (const args of [
		['init', '-q'],
		['add', '.'],
	])
		spawnSync('git', args, { cwd: folder });
	const { stderr } = runScript('publisher.mjs', 'office/sms', 'Büro $& Co', 'we@office.test');
	const after = Object.keys(before).map((file) => [
		file,
		readFileSync(path.join(folder, file), 'utf8'),
	]);
	expect([stderr, Object.fromEntries(after)]).toEqual([
		'',
		publisher('https://github.com/office/sms', 'Büro $& Co', 'we@office.test'),
	]);
});

it.each(readdirSync(path.join(github, 'workflows')))(
	'%s names each action by a commit, and the version beside it',
	(file) => {
		const actions = [...read(`workflows/${file}`).matchAll(/uses: (.*)/g)].map(([, use]) => use);
		expect(actions.length).toBeGreaterThan(0);
		expect(
			actions.filter((use) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use ?? '')),
		).toEqual([]);
	},
);

describe('the release workflow', () => {
	const [header = '', body = ''] = read('workflows/release.yml').split(/^jobs:\n/m);
	const jobs = Object.fromEntries(
		body
			.split(/^ {2}(?=\w+:$)/m)
			.slice(1)
			.map((text) => [text.slice(0, text.indexOf(':')), text]),
	);
	const namesOf = (pattern: RegExp) =>
		Object.keys(jobs).filter((name) => pattern.test(jobs[name] ?? ''));
	const linesOf = (job: string, pattern: RegExp) =>
		[...(jobs[job] ?? '').matchAll(pattern)].map(([, line]) => line);

	it('lets a job only read where it does not say otherwise', () => {
		expect(header).toContain('\npermissions:\n  contents: read\n');
		expect(Object.keys(jobs)).toEqual(['pack', 'npm', 'github']);
		expect(namesOf(/: write$/m)).toEqual(['npm', 'github']);
	});

	it('runs code of the project only where nothing can be written', () => {
		expect(namesOf(/actions\/checkout@/)).toEqual(['pack']);
		expect(namesOf(/\bnode |npm ci|npm run|npx|\.ci\/run/)).toEqual(['pack']);
	});

	it('publishes, in a protected environment, what was tested', () => {
		expect(linesOf('pack', /\brun: (.*)/g)).toEqual([
			'git merge-base --is-ancestor "$GITHUB_SHA" origin/main',
			'mkdir "$RUNNER_TEMP/release"',
			'node .github/release/notes.mjs "$GITHUB_REF_NAME" > "$RUNNER_TEMP/release/notes.md"',
			'.ci/run',
			'npm ci',
			'npm run build',
			'node .github/release/prepare.mjs',
			'npm pack --pack-destination "$RUNNER_TEMP/release"',
		]);
		expect(namesOf(/id-token: write/)).toEqual(['npm']);
		expect(jobs.npm).toMatch(/^ {4}needs: pack$/m);
		expect(jobs.npm).toMatch(/^ {4}environment: npm$/m);
		expect(linesOf('npm', /uses: ([\w/-]+)@/g)).toEqual([
			'actions/download-artifact',
			'actions/setup-node',
		]);
		expect(linesOf('npm', /- run: (.*)/g)).toEqual([
			'npm publish ./release/*.tgz --ignore-scripts --provenance --access public',
		]);
	});
});

it('Dependabot looks after every folder with a package.json', () => {
	const folders = readdirSync(path.join(root, 'sandbox')).filter((folder) =>
		existsSync(path.join(root, 'sandbox', folder, 'package.json')),
	);
	const looked = [...read('dependabot.yml').matchAll(/^ +(?:directory:|-) (\/.*)/gm)];
	expect(looked.map(([, folder]) => folder)).toEqual([
		'/',
		...folders.map((folder) => `/sandbox/${folder}`),
		'/',
	]);
});
