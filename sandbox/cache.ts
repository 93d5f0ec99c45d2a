import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { atEnd } from './cleanup';
import type { Report } from './report';

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
 * Returns the cached folder of a program, after trying it out. A program that is missing or no longer
 * works is installed again. The folder's name holds a hash of the npm files, so a changed lock file gets
 * a new folder. Throws what `build` or `tryOut` throws.
 */
export async function cached(program: Program, report: Report): Promise<string> {
	const { name, source, tryOut } = program;
	const folder = path.join(cacheFolder(), `${name}-${await hashOf(source)}`);
	if (existsSync(folder)) {
		if (await succeeds(tryOut(folder))) return folder;
		report(`${name} does not start any more: installing it again`);
		await rm(folder, { recursive: true, force: true });
	}
	const installed = await installBeside(folder, program);
	// A run beside this one may have put the same program there meanwhile.
	if (!(await succeeds(rename(installed, folder)))) await tryOut(folder);
	return folder;
}

const succeeds = async (work: Promise<unknown>): Promise<boolean> =>
	await work.then(
		() => true,
		() => false,
	);

/** Installs into a folder beside the final one, so that nobody finds half an installation. */
async function installBeside(folder: string, program: Program): Promise<string> {
	await mkdir(cacheFolder(), { recursive: true });
	const unfinished = await mkdtemp(`${folder}-unfinished-`);
	atEnd(() => rm(unfinished, { recursive: true, force: true, maxRetries: 5 }));
	await copyNpmFiles(program.source, unfinished);
	await program.build(unfinished);
	await program.tryOut(unfinished);
	return unfinished;
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
