import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const github = path.join(__dirname, '../../.github');
const read = (file: string): string => readFileSync(path.join(github, file), 'utf8');

describe('the notes of a release', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'messaging-gateway-release-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** What the release workflow runs, for version 1.2.0. */
	function notes(tag: string, changelog: string) {
		writeFileSync(path.join(folder, 'package.json'), '{ "version": "1.2.0" }');
		writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog);
		const script = path.join(github, 'release/notes.mjs');
		return spawnSync(process.execPath, [script, tag], { cwd: folder, encoding: 'utf8' });
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
	])('are refused when %s', (_, tag, text, reason) => {
		const { status, stdout, stderr } = notes(tag, text);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toContain(reason);
	});
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
