import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One n8n the package is tried in; its lock file decides the exact version. */
export interface Release {
	/** The folder beside this file with its package.json, npmrc and package-lock.json. */
	folder: string;
	version: string;
	/** The oldest Node major it runs on. */
	minimumNode: number;
	/** What this release needs in its environment beyond what every release gets. */
	environment: Record<string, string>;
}

/** Its registry of tools is fetched from n8n's own servers at every start. */
export const n8n2: Release = describe('n8n-2', 24, { N8N_DISABLED_MODULES: 'mcp-registry' });

/** The last line of n8n 1: on Node 20 its newer expression engine and task runner do not start. */
export const n8n1: Release = describe('n8n-1', 20, {
	N8N_EXPRESSION_ENGINE: 'legacy',
	N8N_RUNNERS_ENABLED: 'false',
});

function describe(name: string, minimumNode: number, environment: Record<string, string>): Release {
	const folder = path.join(__dirname, name);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return { folder, version: manifest.dependencies.n8n, minimumNode, environment };
}
