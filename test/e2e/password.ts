import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stage } from './stage';

/** A password that nothing else looks like. */
export const PASSWORD = 'Unm1stakable&Secret%';

/** In which of n8n's files, and whether in its log, that password stands in any form. */
export async function whereIsPassword(stage: Stage): Promise<string[]> {
	// On its own, in a URL, and in XML.
	const forms = ['Unm1stakable', encodeURIComponent(PASSWORD), PASSWORD.replace('&', '&amp;')];
	const folder = path.join(stage.sandbox.userFolder, '.n8n');
	const files = (await readdir(folder, { withFileTypes: true })).filter((file) => file.isFile());
	const found: string[] = [];
	for (const { name } of files) {
		const content = await readFile(path.join(folder, name));
		if (forms.some((form) => content.includes(form))) found.push(name);
	}
	const log = stage.n8n.process.output.join('\n');
	return forms.some((form) => log.includes(form)) ? [...found, 'log'] : found;
}
