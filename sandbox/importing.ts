import type { IDataObject } from 'n8n-workflow';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { n8nProgram, type Sandbox } from './n8nProgram';
import { run } from './processes';

/** A credential as n8n imports it; n8n encrypts `data` itself. */
export interface CredentialFile {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** Imports credentials under the IDs they carry; no n8n has to run, and no owner has to exist. */
export const importCredentials = (sandbox: Sandbox, credentials: CredentialFile[]): Promise<void> =>
	importFile(sandbox, 'credentials', credentials);

/** Imports workflows under the IDs they carry, likewise. */
export const importWorkflows = (sandbox: Sandbox, workflows: IDataObject[]): Promise<void> =>
	importFile(sandbox, 'workflow', workflows);

async function importFile(
	sandbox: Sandbox,
	what: 'credentials' | 'workflow',
	content: unknown[],
): Promise<void> {
	const file = path.join(sandbox.userFolder, `${what}.json`);
	await writeFile(file, JSON.stringify(content), { mode: 0o600 });
	try {
		const program = await n8nProgram(sandbox, [`import:${what}`, `--input=${file}`]);
		await run({ name: `n8n import:${what}`, ...program });
	} finally {
		await rm(file);
	}
}
