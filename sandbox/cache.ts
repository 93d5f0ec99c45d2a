import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { withLock } from './lock';
import type { Report } from './report';

/** A file that is written last: without it, the installation of the folder was interrupted. */
const MARKER = 'installed.json';

/**
 * The folder that keeps installed programs between runs, outside the source tree:
 * MESSAGING_GATEWAY_SANDBOX if set, otherwise a folder in the user's cache folder.
 */
function cacheFolder(): string {
	const chosen = process.env['MESSAGING_GATEWAY_SANDBOX'];
	if (chosen) return path.resolve(chosen);
	const caches = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
	return path.join(caches, 'n8n-nodes-messaging-gateway');
}

/** A program that is installed into a folder of the cache. */
export interface Program {
	/** The first part of the folder's name, e.g. 'n8n-2.41.1'. */
	name: string;
	/** The folder with its npm files: package.json, package-lock.json, npmrc. */
	source: string;
	/** Fills the folder, which already holds the npm files. */
	build: (folder: string) => Promise<void>;
	/** Starts the installed program; throws if it does not work. */
	tryOut: (folder: string) => Promise<void>;
}

/**
 * Returns the cached folder of a program, after trying it out. A program that is missing, was
 * interrupted or no longer works is installed again. The folder's name holds a hash of the npm files,
 * so a changed lock file gets a new folder. Throws what `build` or `tryOut` throws.
 */
export async function cached(program: Program, report: Report): Promise<string> {
	const { name, source } = program;
	const folder = path.join(cacheFolder(), `${name}-${await hashOf(source)}`);
	if (await works(program, folder)) return folder;
	await mkdir(cacheFolder(), { recursive: true });
	await withLock(folder, report, async () => {
		// Another run may have installed it meanwhile.
		if (!(await works(program, folder))) await install(program, folder, report);
	});
	return folder;
}

const isMarked = (folder: string): boolean => existsSync(path.join(folder, MARKER));

async function works({ tryOut }: Program, folder: string): Promise<boolean> {
	if (!isMarked(folder)) return false;
	return tryOut(folder).then(
		() => true,
		() => false,
	);
}

async function install(program: Program, folder: string, report: Report): Promise<void> {
	const { name, source, build, tryOut } = program;
	if (isMarked(folder)) report(`${name} does not start any more: removing it to install it again`);
	else if (existsSync(folder)) report(`Removing an interrupted installation of ${name}`);
	// npm treats a half unpacked package as complete, so start again.
	await rm(folder, { recursive: true, force: true });
	await copyNpmFiles(source, folder);
	await build(folder);
	await tryOut(folder);
	await writeFile(
		path.join(folder, MARKER),
		JSON.stringify({ name, installedAt: new Date().toISOString() }),
	);
}

async function hashOf(source: string): Promise<string> {
	const hash = createHash('sha256');
	for (const file of (await readdir(source)).sort()) {
		hash.update(file).update(await readFile(path.join(source, file)));
	}
	return hash.digest('hex').slice(0, 12);
}

/** Copies the npm files. In the source tree npmrc has no dot, or npm would use it there. */
async function copyNpmFiles(source: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const file of await readdir(source)) {
		const target = file === 'npmrc' ? '.npmrc' : file;
		await copyFile(path.join(source, file), path.join(folder, target));
	}
}
