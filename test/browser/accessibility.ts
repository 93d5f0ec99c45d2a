import { source as axeSource } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules of accessibility that a page breaks, as axe-core finds them, and where. */
export async function violations(page: Page): Promise<unknown> {
	await page.evaluate(axeSource);
	return await page.evaluate(
		'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
	);
}
