import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cached } from './cache';
import { nodeRuntime, type NodeRuntime } from './nodeRuntime';
import { npm, npmEnvironment, requireRegistry } from './npm';
import { run } from './processes';
import type { NpmRelease, Release } from './releases';
import type { Report } from './report';

/** An n8n that is ready to be started, any number of times. */
export interface Installation {
	program: string;
	/** What comes before n8n's own arguments. */
	args: string[];
	/** Environment variables that it needs. */
	environment: Record<string, string>;
}

/**
 * Installs an n8n release from npm into the cache folder, or finds it there. The first time takes
 * minutes and needs the network; afterwards nothing is downloaded. An installation that was interrupted
 * or no longer starts is repeated. For a command there is nothing to install. Throws SandboxFailure with
 * advice.
 */
export async function install(release: Release, report: Report): Promise<Installation> {
	if ('command' in release) return throughShell(release.command);
	const runtime = await nodeRuntime(release.minimumNode, report);
	const folder = await cached(
		{
			name: `n8n-${release.version}`,
			source: release.folder,
			build: (target) => installInto(target, release, runtime, report),
			tryOut: (target) => tryOut(target, runtime),
		},
		report,
	);
	const { environment } = release;
	return { program: runtime.program, args: [scriptIn(folder)], environment };
}

const throughShell = (command: string): Installation => ({
	program: '/bin/sh',
	args: ['-c', `${command} "$@"`, 'n8n'],
	environment: {},
});

const scriptIn = (folder: string): string => path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Starts n8n. It prints its version without its database, so the driver is loaded as well. */
async function tryOut(folder: string, { program }: NodeRuntime): Promise<void> {
	const environment = npmEnvironment(process.env);
	const name = 'The installed n8n';
	await run({ name, program, args: [scriptIn(folder), '--version'], environment });
	await run({ name, program, args: ['--eval', "require('sqlite3')"], cwd: folder, environment });
}

async function installInto(
	folder: string,
	release: NpmRelease,
	runtime: NodeRuntime,
	report: Report,
): Promise<void> {
	report(`Asking npm for n8n ${release.version}`);
	await requireRegistry(folder, `n8n@${release.version}`);
	const total = await packagesOf(folder);
	const onLine = countFetched(total, (fetched) =>
		report(`Installing n8n ${release.version}, once: ${fetched} of about ${total} packages`),
	);
	await npm(['install', '--loglevel=http'], { folder, onLine });
	report('Building the SQLite driver of n8n, about a minute');
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		folder,
		...(runtime.headers && { settings: { nodedir: runtime.headers } }),
	});
}

async function packagesOf(folder: string): Promise<number> {
	const lockFile = path.join(folder, 'package-lock.json');
	const lock = JSON.parse(await readFile(lockFile, 'utf8')) as {
		packages: Record<string, { optional?: boolean }>;
	};
	return Object.values(lock.packages).filter((entry) => !entry.optional).length;
}

/** Counts fetched archives: npm writes one line for each. Its other lines are not progress. */
function countFetched(total: number, show: (fetched: number) => void): (line: string) => void {
	let fetched = 0;
	return (line) => {
		if (!/fetch GET 200 .*\.tgz/.test(line)) return;
		fetched = Math.min(fetched + 1, total);
		show(fetched);
	};
}
