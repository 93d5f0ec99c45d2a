import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One n8n the package is tested in; its lock file decides the exact version. */
export interface Release {
	/** The folder beside this file with its package.json, npmrc and package-lock.json. */
	folder: string;
	version: string;
	/** The oldest Node major it runs on. */
	minimumNode: number;
	/** Environment variables of this release, on top of those of every release. */
	environment: Record<string, string>;
}

/** Its module mcp-registry would fetch a list from n8n's servers at every start. */
export const n8n2: Release = describe('n8n-2', 24, { N8N_DISABLED_MODULES: 'mcp-registry' });

/** The last n8n 1. On Node 20 its newer expression engine and task runner do not start. */
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
