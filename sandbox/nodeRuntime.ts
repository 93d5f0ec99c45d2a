import { existsSync } from 'node:fs';
import path from 'node:path';
import { cached } from './cache';
import { npm, requireRegistry } from './npm';
import type { Report } from './report';

/** A Node to run n8n with. */
export interface NodeRuntime {
	program: string;
	/** The folder with its C++ headers, for native builds; absent when it brings none. */
	headers?: string;
}

/** The running Node when it is new enough for `major`, otherwise Node 24, fetched from npm once. */
export async function nodeRuntime(major: number, report: Report): Promise<NodeRuntime> {
	const running = Number(process.versions.node.split('.')[0]);
	if (running < major) return fetchedNode(report);
	return withHeaders(process.execPath, path.resolve(process.execPath, '../..'));
}

async function fetchedNode(report: Report): Promise<NodeRuntime> {
	const folder = await cached(
		'node-24',
		path.join(__dirname, 'node-24'),
		report,
		async (target) => {
			report('Fetching Node 24 from npm: this n8n does not run on the Node in use');
			await requireRegistry(target, 'node@24');
			await npm(['install'], { folder: target });
		},
	);
	const bin = process.platform === 'win32' ? 'node.exe' : 'node';
	const home = path.join(folder, 'node_modules', 'node');
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	return withHeaders(
		path.join(home, 'bin', bin),
		path.join(home, 'node_modules', `node-${platform}-${process.arch}`),
	);
}

function withHeaders(program: string, prefix: string): NodeRuntime {
	const hasHeaders = existsSync(path.join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { program, headers: prefix } : { program };
}
