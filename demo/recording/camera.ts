import type { CDPSession, Page } from 'playwright-core';
import type { Change, Scene } from './take';

/** Nearly without loss, so that small text stays sharp. */
const JPEG_QUALITY = 95;

/** Films one tab of a browser at a time, from the first to the last without a break. */
export class Camera {
	readonly changes: Change[] = [];
	private session: CDPSession | undefined;

	/** Films this tab from now on, and no longer the one before. */
	async turnTo(page: Page): Promise<void> {
		await this.stop();
		await page.bringToFront();
		const session = await page.context().newCDPSession(page);
		session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			const seconds = metadata.timestamp ?? Date.now() / 1000;
			this.changes.push({ at: seconds * 1000, page: data });
			// The browser sends the next picture only after this; at the end nobody waits for it.
			session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		const begun = new Promise((resolve) => session.once('Page.screencastFrame', resolve));
		await session.send('Page.startScreencast', { format: 'jpeg', quality: JPEG_QUALITY });
		await begun;
		this.session = session;
	}

	/** Notes a change beside the page. */
	note(change: Partial<Scene>): void {
		this.changes.push({ at: Date.now(), ...change });
	}

	async stop(): Promise<void> {
		if (!this.session) return;
		// What was filmed last is seen until now.
		this.note({});
		await this.session.send('Page.stopScreencast');
		await this.session.detach();
		this.session = undefined;
	}
}
