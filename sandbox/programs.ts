import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** The path of a program on PATH or else in one of the folders, undefined when it is in none. */
export function findProgram(name: string, folders: string[] = []): string | undefined {
	const onPath = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
	return [...onPath, ...folders].map((folder) => path.join(folder, name)).find(isExecutable);
}

/** The folders in a folder, the newest version first; none when it is not there. */
export function versionsIn(folder: string): string[] {
	try {
		const versions = readdirSync(folder).sort((one, other) => Number(other) - Number(one));
		return versions.map((version) => path.join(folder, version));
	} catch {
		return [];
	}
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
