import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../../sandbox/folders';

const areWanted = process.env.MESSAGING_GATEWAY_PHOTOGRAPHS === '1';

/** Sharp enough for the documentation's pictures; a test needs no more than one pixel for each. */
export const deviceScaleFactor = areWanted ? 2 : 1;

/** Room below the lowest part of a picture. */
const MARGIN = 16;

/** Room around nodes of the canvas, whose names are wider than they are. */
const ROOM = 56;

/**
 * Stores a picture for the documentation where MESSAGING_GATEWAY_PHOTOGRAPHS is 1, and does nothing
 * otherwise. It reaches over all the parts that are given, or else over the whole page.
 */
export async function photograph(page: Page, name: string, ...parts: Locator[]): Promise<void> {
	if (areWanted) await take(page, name, parts.length > 0 ? await frame(parts, 0) : undefined);
}

/** The same with room around nodes of the canvas. */
export async function photographNodes(page: Page, name: string, nodes: Locator[]): Promise<void> {
	if (areWanted) await take(page, name, await frame(nodes, ROOM));
}

type Clip = Awaited<ReturnType<typeof frame>>;

async function take(page: Page, name: string, clip: Clip | undefined): Promise<void> {
	// Nothing is to look as if somebody were about to use it.
	await page.mouse.move(0, 0);
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await page.screenshot({
		path: path.join(projectFolder, 'docs', 'images', `${name}.png`),
		animations: 'disabled',
		...(clip && { clip }),
	});
}

async function frame(parts: Locator[], room: number) {
	const boxes = await Promise.all(
		parts.map((part) => part.evaluate((element) => element.getBoundingClientRect().toJSON())),
	);
	const x = Math.max(0, Math.min(...boxes.map(({ left }) => left)) - room);
	const y = Math.max(0, Math.min(...boxes.map(({ top }) => top)) - room / 2);
	const width = Math.max(...boxes.map(({ right }) => right)) + room - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + room + MARGIN - y;
	return { x, y, width, height };
}
