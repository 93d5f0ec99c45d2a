import { chromium, selectors, type Browser } from 'playwright-core';
import { SandboxFailure } from '../../sandbox/failure';
import { findProgram } from '../../sandbox/programs';
import { atEnd } from '../../sandbox/cleanup';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Starts the Chromium of this machine; it ends when this process does. */
export async function launchBrowser(): Promise<Browser> {
	const found = NAMES.map((name) => findProgram(name)).find(Boolean);
	const executablePath = process.env['CHROMIUM_PATH'] || found;
	if (!executablePath) {
		throw new SandboxFailure(
			'There is no Chromium on this machine: install it, or set CHROMIUM_PATH.',
		);
	}
	// The attribute that n8n gives its elements for tests.
	selectors.setTestIdAttribute('data-test-id');
	const args = [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--disable-background-networking',
	];
	const browser = await chromium.launch({ executablePath, args });
	atEnd(() => browser.close());
	return browser;
}
