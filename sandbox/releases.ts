import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxFailure } from './failure';

/** An n8n that the package is tried in: one of npm, or what a command of the user starts. */
export type Release = NpmRelease | UserCommand;

/** Its package.json says the version; what that depends on is fixed by a lock file, if it has one. */
export interface NpmRelease {
	version: string;
	/** The folder beside this file with its package.json and npmrc, and perhaps a package-lock.json. */
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
const settingsOfN8n1 = { N8N_EXPRESSION_ENGINE: 'legacy', N8N_RUNNERS_ENABLED: 'false' };

/** The last n8n 1. */
export const n8n1 = fromNpm('n8n-1', 20, settingsOfN8n1);

const RELEASES = [
	n8n2,
	n8n1,
	// The oldest n8n in which everything works, and the first n8n 2.
	fromNpm('n8n-1.110', 20, settingsOfN8n1),
	fromNpm('n8n-2.0', 20),
];

/**
 * Returns the n8n that MESSAGING_GATEWAY_N8N names, by a version or by a command, and otherwise the
 * usual one. Throws SandboxFailure for a version that is not here.
 */
export function chosenRelease(usual: Release): Release {
	const chosen = process.env['MESSAGING_GATEWAY_N8N'];
	if (!chosen) return usual;
	if (!/^[\d.]+$/.test(chosen)) return { command: chosen };
	const release = RELEASES.find(({ version }) => version === chosen);
	if (release) return release;
	throw new SandboxFailure(
		`MESSAGING_GATEWAY_N8N is ${chosen}, which is none of ${RELEASES.map(({ version }) => version).join(', ')}. ` +
			`For any other n8n give the command that starts it, such as npx --yes n8n@${chosen}.`,
	);
}

/** The name of an n8n in messages. */
export const nameOf = (release: Release): string =>
	'command' in release ? `n8n by the command ${release.command}` : `n8n ${release.version}`;

function fromNpm(
	name: string,
	minimumNode: number,
	environment: Record<string, string> = {},
): NpmRelease {
	const folder = path.join(__dirname, name);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return { folder, version: manifest.dependencies.n8n, minimumNode, environment };
}
