import { existsSync } from 'node:fs';
import path from 'node:path';
import { cached } from './cache';
import { npm, requireRegistry } from './npm';
import { run } from './processes';
import type { Report } from './report';

/** A Node that can run n8n. */
export interface NodeRuntime {
	program: string;
	/** The folder with its C++ headers, for native builds; absent if it has none. */
	headers?: string;
}

/** Returns the running Node if it is new enough for `major`, otherwise Node 24, downloaded once. */
export async function nodeRuntime(major: number, report: Report): Promise<NodeRuntime> {
	const running = Number(process.versions.node.split('.')[0]);
	if (running < major) return downloadedNode(report);
	return withHeaders(process.execPath, path.resolve(process.execPath, '../..'));
}

async function downloadedNode(report: Report): Promise<NodeRuntime> {
	const folder = await cached(
		{
			name: 'node-24',
			source: path.join(__dirname, 'node-24'),
			build: async (target) => {
				report('Downloading Node 24 from npm: this n8n does not run on the Node in use');
				await requireRegistry(target, 'Node 24');
				await npm(['ci'], { folder: target });
			},
			tryOut: async (target) => {
				await run({ name: 'Node 24', program: programIn(target), args: ['--version'] });
			},
		},
		report,
	);
	return withHeaders(programIn(folder), platformPackage(folder));
}

const programIn = (folder: string): string =>
	path.join(platformPackage(folder), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The folder of npm's Node package for this platform, which holds the program and its headers. */
function platformPackage(folder: string): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	// The plain name was already taken when this platform was added.
	const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	return path.join(folder, 'node_modules', `${prefix}-${platform}-${process.arch}`);
}

function withHeaders(program: string, prefix: string): NodeRuntime {
	const hasHeaders = existsSync(path.join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { program, headers: prefix } : { program };
}
