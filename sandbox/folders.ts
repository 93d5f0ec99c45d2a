import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atEnd } from './cleanup';

export const projectFolder = path.resolve(__dirname, '..');

/** A new empty folder that is removed when this process ends. */
export async function temporaryFolder(purpose: string): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), `messaging-gateway-${purpose}-`));
	atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}
