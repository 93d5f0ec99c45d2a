/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Stage } from './stage';

/** A node that is looked at in the editor. */
export interface PanelNode {
	name: string;
	/** The type, without the name of the package. */
	type: 'messagingGateway' | 'messagingGatewayTrigger';
	parameters: IDataObject;
}

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** The editor of n8n 2 in a browser, signed in. */
export class Editor {
	/** What went wrong in the page and has to do with this package. */
	readonly problems: string[] = [];

	private constructor(
		private readonly stage: Stage,
		readonly page: Page,
	) {}

	/** Signs in as the owner of the stage. */
	static async open(stage: Stage, browser: Browser): Promise<Editor> {
		const page = await browser.newPage({
			viewport: { width: 1500, height: 1000 },
			colorScheme: 'light',
		});
		const editor = new Editor(stage, page);
		editor.watch();
		await page.goto(`${stage.n8n.address}/signin`);
		await page.fill('input[type="email"], input[autocomplete="email"]', 'owner@example.com');
		await page.fill('input[type="password"]', 'Sandbox-Owner-1');
		await page.click(byTestId('form-submit-button'));
		await page.waitForURL('**/home/**');
		return editor;
	}

	/** Stores the nodes, each behind a Manual Trigger unless it is a trigger, and opens the canvas. */
	async openWorkflow(nodes: PanelNode[]): Promise<void> {
		const messagingGatewayApi = { id: await this.stage.credential({}), name: 'Demo' };
		const sends = nodes.filter(({ type }) => type === 'messagingGateway');
		const { id } = await this.stage.rest.createWorkflow({
			name: 'Messages',
			active: false,
			settings: {},
			nodes: [
				...(sends.length > 0 ? [START] : []),
				...nodes.map(({ name, type, parameters }, index) => ({
					id: randomUUID(),
					name,
					type: `n8n-nodes-messaging-gateway.${type}`,
					typeVersion: 1,
					position: [240 + 300 * (index % 4), 240 * Math.floor(index / 4)],
					parameters,
					credentials: { messagingGatewayApi },
				})),
			],
			connections:
				sends.length === 0
					? {}
					: {
							Start: { main: [sends.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
						},
		} as unknown as IDataObject);
		await this.page.goto(`${this.stage.n8n.address}/workflow/${id}`);
		await this.page.locator(byTestId('canvas-node')).first().waitFor({ timeout: 60_000 });
		// The canvas moves until all nodes fit into it.
		await this.page.waitForTimeout(1500);
	}

	/** Opens the panel of a node. */
	async openPanel(name: string): Promise<Panel> {
		await this.page.dblclick(`${byTestId('canvas-node')}[data-node-name="${name}"]`);
		const panel = new Panel(this.page);
		await panel.parameters.getByText('Credential', { exact: true }).waitFor();
		return panel;
	}

	/** What the search for nodes finds of this package. */
	async findNode(words: string): Promise<Locator> {
		await this.page.click(byTestId('node-creator-plus-button'));
		await this.page.fill(byTestId('node-creator-search-bar'), words);
		const found = this.page
			.locator('[data-keyboard-nav-id^="n8n-nodes-messaging-gateway."]')
			.first();
		await found.waitFor();
		return found;
	}

	private watch(): void {
		this.page.on('console', (entry) => {
			const { url } = entry.location();
			const text = `${entry.text()} (${url})`;
			// n8n asks other servers about the package as well, which a sandbox may not reach.
			const isOwn = url.startsWith(this.stage.n8n.address) && /messaging-?gateway/i.test(text);
			if (entry.type() === 'error' && isOwn) this.problems.push(text);
		});
		this.page.on('pageerror', ({ message }) => this.problems.push(message));
	}
}

/** The open panel of a node. */
export class Panel {
	readonly parameters: Locator;
	readonly output: Locator;

	constructor(private readonly page: Page) {
		this.parameters = page.locator(byTestId('node-parameters')).first();
		this.output = page.locator(byTestId('output-panel'));
	}

	/** The labels and notices that are to be seen, from top to bottom. */
	async fields(): Promise<string[]> {
		return await this.parameters.evaluate((parameters) =>
			[...parameters.querySelectorAll<HTMLElement>('label.n8n-input-label, .notice')]
				.filter((element) => element.checkVisibility())
				// Below a label stands the choice between a value and an expression.
				.map((element) => element.innerText.trim().split('\n')[0] ?? ''),
		);
	}

	/** Labels and chosen values that do not fit into their place. */
	async truncated(): Promise<string[]> {
		return await this.parameters.evaluate((parameters) =>
			[...parameters.querySelectorAll<HTMLElement>('label.n8n-input-label, label *, input')]
				.filter((element) => element.checkVisibility() && element.clientWidth > 0)
				.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
				.map((element) => (element as HTMLInputElement).value || element.innerText),
		);
	}

	/** Goes back to the canvas. */
	async close(): Promise<void> {
		await this.page.click(byTestId('ndv-close-button'));
		await this.page.locator(byTestId('ndv')).waitFor({ state: 'detached' });
	}
}

const START = {
	id: randomUUID(),
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
	position: [0, 0],
};
