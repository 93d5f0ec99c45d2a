import { build } from 'esbuild';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type * as encoderPage from './encoderPage';
import type { Picture } from './take';

declare const encoder: typeof encoderPage;

/** Encodes the pictures in a page of the browser, which has all that it needs; returns a WebM file. */
export async function encode(browser: Browser, pictures: readonly Picture[]): Promise<Buffer> {
	const page = await openEncoder(browser);
	for (const picture of pictures) await page.evaluate((one) => encoder.add(one), picture);
	const video = await page.evaluate(() => encoder.end());
	await page.close();
	return Buffer.from(video, 'base64');
}

async function openEncoder(browser: Browser): Promise<Page> {
	const page = await browser.newPage();
	// A browser encodes only for a page that it trusts, as it does one of this machine.
	await page.route('http://localhost/', (route) =>
		route.fulfill({ contentType: 'text/html', body: '' }),
	);
	await page.goto('http://localhost/');
	const { outputFiles } = await build({
		entryPoints: [path.join(__dirname, 'encoderPage.ts')],
		bundle: true,
		write: false,
		globalName: 'encoder',
	});
	await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
	return page;
}
