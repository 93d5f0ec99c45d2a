import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Camera } from './camera';
import { PAGE, type Scene } from './take';

const STEPS_OF_A_MOVE = 15;
const MILLISECONDS_OF_A_STEP = 40;
const MILLISECONDS_OF_A_CLICK = 150;
const MILLISECONDS_OF_A_KEY = 55;
/** Time to read a caption before anything else moves. */
const MILLISECONDS_OF_A_CAPTION = 1500;

/** Uses the browser as a person does, slowly enough to be followed, and says what it is about. */
export class Presenter {
	private position: Scene['pointer'] = { x: PAGE.width / 2, y: PAGE.height / 2 };

	constructor(private readonly camera: Camera) {}

	/** Shows a tab. */
	async show(page: Page): Promise<void> {
		await this.camera.turnTo(page);
	}

	/** Shows a line below the page, until the next. */
	async say(caption: string): Promise<void> {
		this.camera.note({ caption });
		await wait(MILLISECONDS_OF_A_CAPTION);
	}

	/** Gives time to look at what has happened. */
	async pause(seconds: number): Promise<void> {
		await wait(seconds * 1000);
	}

	/** Clicks in the middle of an element. */
	async click(target: Locator): Promise<void> {
		await this.pointAt(target);
		await this.press(target.page());
		await wait(MILLISECONDS_OF_A_CLICK);
		await this.release(target.page());
	}

	/** Clicks into a field and types. */
	async type(field: Locator, text: string): Promise<void> {
		await this.click(field);
		await field.page().keyboard.type(text, { delay: MILLISECONDS_OF_A_KEY });
	}

	/** Drags an element onto another. */
	async drag(source: Locator, target: Locator): Promise<void> {
		await this.pointAt(source);
		await this.press(source.page());
		await this.pointAt(target);
		await wait(MILLISECONDS_OF_A_CLICK);
		await this.release(source.page());
	}

	private async pointAt(target: Locator): Promise<void> {
		await target.scrollIntoViewIfNeeded();
		const box = await target.boundingBox();
		if (!box) throw new Error(`There is nothing to point at: ${target.toString()}`);
		await this.glide(target.page(), { x: box.x + box.width / 2, y: box.y + box.height / 2 });
	}

	private async glide(page: Page, to: Scene['pointer']): Promise<void> {
		const from = this.position;
		for (let step = 1; step <= STEPS_OF_A_MOVE; step += 1) {
			const share = eased(step / STEPS_OF_A_MOVE);
			const x = from.x + (to.x - from.x) * share;
			const y = from.y + (to.y - from.y) * share;
			this.camera.note({ pointer: { x, y } });
			await Promise.all([page.mouse.move(x, y), wait(MILLISECONDS_OF_A_STEP)]);
		}
		this.position = to;
	}

	private async press(page: Page): Promise<void> {
		this.camera.note({ isPressed: true });
		await page.mouse.down();
	}

	private async release(page: Page): Promise<void> {
		await page.mouse.up();
		this.camera.note({ isPressed: false });
	}
}

/** Begins and ends slowly. */
const eased = (share: number): number => share * share * (3 - 2 * share);
