import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './folders';
import { npm } from './npm';

/**
 * A fresh n8n user folder with the packed package installed in it the way n8n installs a
 * community package; removed when this process ends.
 */
export async function createUserFolder(archive: string): Promise<string> {
	const userFolder = await temporaryFolder('n8n');
	const folder = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(
		path.join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	const flags = [
		'--ignore-scripts',
		'--omit=peer',
		'--legacy-peer-deps',
		'--no-audit',
		'--no-fund',
	];
	await npm(['install', ...flags, archive], { folder });
	return userFolder;
}
