import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { withLock } from './lock';
import type { Report } from './report';

/** Written last, so that a folder without it is one whose installation was interrupted. */
const MARKER = 'installed.json';

/**
 * Where installed programs are kept between runs, outside the source tree:
 * MESSAGING_GATEWAY_SANDBOX when set, otherwise in the person's cache folder.
 */
export function cacheFolder(): string {
	const chosen = process.env['MESSAGING_GATEWAY_SANDBOX'];
	if (chosen) return path.resolve(chosen);
	const caches = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
	return path.join(caches, 'n8n-nodes-messaging-gateway');
}

/**
 * The cached folder made from the npm files in `source`; `build` fills it when it is not there
 * yet or was interrupted. The name holds a hash of those files: a change of the lock file is a
 * new folder.
 */
export async function cached(
	name: string,
	source: string,
	report: Report,
	build: (folder: string) => Promise<void>,
): Promise<string> {
	const folder = path.join(cacheFolder(), `${name}-${await hashOf(source)}`);
	const marker = path.join(folder, MARKER);
	if (existsSync(marker)) return folder;
	await mkdir(cacheFolder(), { recursive: true });
	await withLock(`${folder}.lock`, report, async () => {
		if (existsSync(marker)) return;
		if (existsSync(folder)) report(`Removing an interrupted installation of ${name}`);
		// npm takes a half unpacked package for a whole one: start over.
		await rm(folder, { recursive: true, force: true });
		await copyNpmFiles(source, folder);
		await build(folder);
		await writeFile(marker, JSON.stringify({ name, installedAt: new Date().toISOString() }));
	});
	return folder;
}

async function hashOf(source: string): Promise<string> {
	const hash = createHash('sha256');
	for (const file of (await readdir(source)).sort()) {
		hash.update(file).update(await readFile(path.join(source, file)));
	}
	return hash.digest('hex').slice(0, 12);
}

/** npmrc has no dot in the source tree, or npm would heed it there. */
async function copyNpmFiles(source: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const file of await readdir(source)) {
		const target = file === 'npmrc' ? '.npmrc' : file;
		await copyFile(path.join(source, file), path.join(folder, target));
	}
}
