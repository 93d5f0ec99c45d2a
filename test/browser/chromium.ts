import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/snap/bin/chromium',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const executablePath =
	process.env['CHROMIUM_PATH'] || USUAL_PLACES.find((path) => existsSync(path));

const NOT_TRIED =
	'not tried, as there is no Chromium on this machine: install it, or set CHROMIUM_PATH';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Starts a Chromium; the caller closes it. */
export const launchChromium = (): Promise<Browser> =>
	chromium.launch({ args, ...(executablePath && { executablePath }) });
export type LaunchChromium = typeof launchChromium;

/** Opens a page, whose problems fail the test: see `inChromium`. */
export type OpenPage = (address: string, options?: BrowserContextOptions) => Promise<Page>;

/** Defines tests in a real Chromium. If there is none, one test says so, on the terminal too. */
export function whereChromium(name: string, define: (launch: LaunchChromium) => void): void {
	if (executablePath === undefined) {
		test(`${name}: ${NOT_TRIED}`, () => void process.stderr.write(`${name}: ${NOT_TRIED}\n`));
		return;
	}
	describe(name, () => define(launchChromium));
}

/**
 * The same for the project's own pages. A test fails if one of its pages logged an error or a
 * warning, opened a dialog, or threw.
 */
export function inChromium(name: string, define: (open: OpenPage) => void): void {
	whereChromium(name, (launch) => define(openPages(launch)));
}

function openPages(launch: LaunchChromium): OpenPage {
	let browser: Browser;
	let problems: string[];
	beforeAll(async () => {
		browser = await launch();
	}, 60_000);
	beforeEach(() => {
		problems = [];
	});
	afterEach(async () => {
		await Promise.all(browser.contexts().map((context) => context.close()));
		expect(problems).toEqual([]);
	});
	afterAll(() => browser?.close());

	return async (address, options) => {
		const page = await (await browser.newContext(options)).newPage();
		page.on('console', (entry) => {
			if (['error', 'warning'].includes(entry.type())) problems.push(entry.text());
		});
		page.on('pageerror', (error) => problems.push(error.message));
		page.on('dialog', (dialog) => {
			problems.push(dialog.message());
			void dialog.dismiss();
		});
		await page.goto(address);
		await page.getByText('Live', { exact: true }).waitFor();
		return page;
	};
}
