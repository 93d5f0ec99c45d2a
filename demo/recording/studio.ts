import type { Browser, Page } from 'playwright-core';
import { install } from '../../sandbox/installation';
import { startInstance } from '../../sandbox/instance';
import { build, pack } from '../../sandbox/pack';
import { preferPort } from '../../sandbox/ports';
import { n8n2 } from '../../sandbox/releases';
import { RestClient } from '../../sandbox/rest';
import { Simulator } from '../../sandbox/simulator';
import { createUserFolder } from '../../sandbox/userFolder';
import { step } from '../progress';
import { owner } from '../workflow';
import { launchBrowser } from './browser';
import { PAGE } from './take';

const EDITOR_PORT = 5678;
const SIMULATOR_PORT = 8085;

/** What is there before the recording begins. */
export interface Studio {
	browser: Browser;
	/** The address of the gateway that the simulator plays. */
	gateway: string;
	/** The editor of n8n, signed in, with an empty workflow. */
	editor: Page;
	/** An empty tab for the page of the simulator, which has a phone. */
	phone: Page;
}

/** Builds the package, installs it in an n8n of its own, and opens the two pages. */
export async function openStudio(): Promise<Studio> {
	await step('Building the package', () => build());
	const installation = await step(`Preparing n8n ${n8n2.version}`, (report) =>
		install(n8n2, report),
	);
	const userFolder = await step('Installing the package in n8n as a community package', async () =>
		createUserFolder(await pack()),
	);
	const simulator = await step('Starting the simulator', async () =>
		Simulator.start({ port: await preferPort(SIMULATOR_PORT) }),
	);
	const n8n = await step('Starting n8n', async () =>
		startInstance({ installation, userFolder, port: await preferPort(EDITOR_PORT) }),
	);
	await new RestClient(n8n.address).setUpOwner(owner);
	return await step('Opening the browser', () => openPages(n8n.address, simulator.address));
}

async function openPages(n8n: string, gateway: string): Promise<Studio> {
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: PAGE, colorScheme: 'light' });
	await context.addInitScript(() => {
		// Otherwise n8n explains pinning in front of the first results.
		localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true');
		localStorage.setItem('N8N_PIN_DATA_DISCOVERY_CANVAS', 'true');
	});
	const phone = await context.newPage();
	const editor = await context.newPage();
	await signIn(editor, n8n);
	await editor.goto(`${n8n}/workflow/new`);
	await editor.getByText('Add first step').waitFor();
	return { browser, gateway, editor, phone };
}

async function signIn(editor: Page, n8n: string): Promise<void> {
	await editor.goto(`${n8n}/signin`);
	await editor.fill('input[type="email"], input[autocomplete="email"]', owner.email);
	await editor.fill('input[type="password"]', owner.password);
	await editor.click('[data-test-id="form-submit-button"]');
	await editor.waitForURL('**/home/**');
}
