import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SandboxFailure } from './failure';
import { projectFolder, temporaryFolder } from './folders';
import { npm } from './npm';

/** Builds the package as it is published. */
export async function build(): Promise<void> {
	await npm(['run', 'build'], { folder: projectFolder });
}

/** Packs what was built, as `npm publish` would; returns the path of the archive. */
export async function pack(): Promise<string> {
	const folder = await temporaryFolder('package');
	// Without scripts, npm packs the build as it is.
	await npm(['pack', '--ignore-scripts', `--pack-destination=${folder}`], {
		folder: projectFolder,
	});
	const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
	if (!archive) throw new SandboxFailure(`npm pack left no archive in ${folder}.`);
	return path.join(folder, archive);
}
