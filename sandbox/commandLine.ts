import type { IDataObject } from 'n8n-workflow';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateEnvironment } from './environment';
import type { ExecutionData } from './execution';
import { SandboxFailure } from './failure';
import type { Installation } from './installation';
import { freePort } from './ports';
import { run } from './processes';

/** A credential as n8n imports it; n8n encrypts `data` itself. */
export interface CredentialFile {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** n8n's command line on one user folder; no instance has to run, and no owner has to exist. */
export class CommandLine {
	constructor(
		private readonly installation: Installation,
		private readonly userFolder: string,
		/** Settings on top of the private ones, e.g. an encryption key. */
		private readonly environment: Record<string, string> = {},
	) {}

	/** Imports credentials under the IDs they carry. */
	async importCredentials(credentials: CredentialFile[]): Promise<void> {
		await this.import('credentials', credentials);
	}

	/** Imports workflows under the IDs they carry. */
	async importWorkflows(workflows: IDataObject[]): Promise<void> {
		await this.import('workflow', workflows);
	}

	/** Executes a workflow that has a manual trigger; throws when one of its nodes failed. */
	async execute(workflowId: string): Promise<ExecutionData> {
		const output = await this.n8n(['execute', `--id=${workflowId}`, '--rawOutput']);
		return parseRawOutput(output);
	}

	private async import(what: 'credentials' | 'workflow', content: unknown[]): Promise<void> {
		const file = path.join(this.userFolder, `${what}.json`);
		await writeFile(file, JSON.stringify(content), { mode: 0o600 });
		try {
			await this.n8n([`import:${what}`, `--input=${file}`]);
		} finally {
			await rm(file);
		}
	}

	private async n8n(args: string[]): Promise<string> {
		return run({
			name: `n8n ${args[0]}`,
			program: this.installation.node,
			args: [this.installation.script, ...args],
			cwd: this.userFolder,
			environment: {
				...privateEnvironment(this.installation.release, this.userFolder),
				// Below 'info' n8n does not print the result.
				N8N_LOG_LEVEL: 'info',
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				...this.environment,
			},
		});
	}
}

/** Log lines come first; the result starts with the first line that opens an object. */
export function parseRawOutput(output: string): ExecutionData {
	const lines = output.split('\n');
	const first = lines.findIndex((line) => line.startsWith('{'));
	if (first < 0) throw new SandboxFailure(`n8n execute gave no result:\n${output}`);
	const result = JSON.parse(lines.slice(first).join('\n')) as { data: ExecutionData };
	return result.data;
}
