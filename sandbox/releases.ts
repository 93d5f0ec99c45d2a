import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An n8n that the package is tried in: one of npm, or what a command of the user starts. */
export type Release = NpmRelease | UserCommand;

/** Its package.json says the version, and its lock file what that depends on. */
export interface NpmRelease {
	version: string;
	/** The folder beside this file with its package.json, package-lock.json and npmrc. */
	folder: string;
	/** The oldest Node major it runs on. */
	minimumNode: number;
	/** Environment variables of this release, on top of those of every release. */
	environment: Record<string, string>;
}

export interface UserCommand {
	/** A line for the shell; n8n's own arguments follow, e.g. `start`. */
	command: string;
}

/** Its module mcp-registry would fetch a list from n8n's servers at every start. */
export const n8n2 = fromNpm('n8n-2', 24, { N8N_DISABLED_MODULES: 'mcp-registry' });

/** On Node 20 the newer expression engine and the task runner of n8n 1 do not start. */
export const n8n1 = fromNpm('n8n-1', 20, {
	N8N_EXPRESSION_ENGINE: 'legacy',
	N8N_RUNNERS_ENABLED: 'false',
});

/** The n8n that the command in MESSAGING_GATEWAY_N8N starts, otherwise the usual one. */
export function chosenRelease(usual: Release): Release {
	const command = process.env['MESSAGING_GATEWAY_N8N'];
	return command ? { command } : usual;
}

/** The name of an n8n in messages. */
export const nameOf = (release: Release): string =>
	'command' in release ? `n8n by the command ${release.command}` : `n8n ${release.version}`;

function fromNpm(
	name: string,
	minimumNode: number,
	environment: Record<string, string>,
): NpmRelease {
	const folder = path.join(__dirname, name);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return { folder, version: manifest.dependencies.n8n, minimumNode, environment };
}
