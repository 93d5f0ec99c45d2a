/// <reference lib="dom" />
import type { IDataObject } from 'n8n-workflow';
import type { Browser, Locator, Page } from 'playwright-core';
import { deviceScaleFactor, photograph, photographNodes } from './photographs';
import { START, type Stage } from './stage';
import {
	chain,
	gatewayNode,
	leadTo,
	node,
	NODE_TYPE,
	serve,
	TRIGGER_TYPE,
	type WorkflowNode,
} from './workflows';

/** A node that is looked at in the editor. */
export interface PanelNode {
	name: string;
	/** NODE_TYPE or TRIGGER_TYPE. */
	type: string;
	parameters: IDataObject;
}

/** High enough for Send with all of its options. */
const VIEWPORT = { width: 1500, height: 2200 };

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** The editor of n8n 2 in a browser, signed in. */
export class Editor {
	/** What went wrong in the page and has to do with this package. */
	readonly problems: string[] = [];

	private constructor(
		private readonly stage: Stage,
		private readonly credential: string,
		readonly page: Page,
	) {}

	/** Signs in as the owner of the stage. */
	static async open(stage: Stage, browser: Browser): Promise<Editor> {
		const credential = await stage.credential({}, 'Messaging Gateway account');
		const page = await browser.newPage({
			viewport: VIEWPORT,
			deviceScaleFactor,
			colorScheme: 'light',
		});
		await page.addInitScript(() => {
			// Otherwise n8n explains pinning in front of the first results.
			localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true');
			localStorage.setItem('N8N_PIN_DATA_DISCOVERY_CANVAS', 'true');
		});
		const editor = new Editor(stage, credential, page);
		editor.watch();
		await page.goto(`${stage.n8n.address}/signin`);
		await page.fill('input[type="email"], input[autocomplete="email"]', 'owner@example.com');
		await page.fill('input[type="password"]', 'Sandbox-Owner-1');
		await page.click(byTestId('form-submit-button'));
		await page.waitForURL('**/home/**');
		return editor;
	}

	/** Stores the nodes in a row that each trigger, or else a manual one, begins; opens the canvas. */
	async openWorkflow(panelNodes: PanelNode[]): Promise<void> {
		const nodes: WorkflowNode[] = panelNodes.map(({ name, type, parameters }, index) =>
			gatewayNode(name, parameters, this.credential, {
				type,
				position: [240 + 300 * (index % 4), 240 * Math.floor(index / 4)],
			}),
		);
		if (nodes[0]?.type !== TRIGGER_TYPE) nodes.unshift(START);
		const { id } = await this.stage.rest.createWorkflow({
			name: 'Messages',
			active: false,
			settings: {},
			nodes,
			connections: Object.fromEntries(
				nodes.slice(1).flatMap(({ name, type }, index) => {
					const before = nodes[index] as WorkflowNode;
					return type === TRIGGER_TYPE ? [] : [[before.name, leadTo(name)]];
				}),
			),
		});
		await this.openStored(id);
	}

	/** Stores a tool of an AI agent, and opens the canvas. */
	async openTool(name: string, parameters: IDataObject): Promise<void> {
		const tool = gatewayNode(name, parameters, this.credential, { type: `${NODE_TYPE}Tool` });
		const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', {}, { position: [240, 0] });
		const { connections, ...workflow } = chain([START, agent]);
		const { id } = await this.stage.rest.createWorkflow({
			...workflow,
			nodes: [START, agent, { ...tool, position: [240, 240] }],
			connections: { ...(connections as IDataObject), [name]: serve('Agent', 'ai_tool') },
		});
		await this.openStored(id);
	}

	/** Imports a file as a person does, with Import from File, and saves it. Gives the ID of the workflow. */
	async importFile(file: string): Promise<string> {
		await this.page.goto(`${this.stage.n8n.address}/workflow/new`);
		// The editor may save by itself, and shows an address before it has.
		const saved = this.page.waitForResponse(
			(response) =>
				response.request().method() === 'POST' &&
				new URL(response.url()).pathname === '/rest/workflows',
		);
		await this.page.locator(byTestId('workflow-import-input')).setInputFiles(file);
		await this.page.locator(byTestId('canvas-node')).first().waitFor({ timeout: 60_000 });
		await this.page.keyboard.press('Control+s');
		const { data } = (await (await saved).json()) as { data: { id: string } };
		return data.id;
	}

	/** Opens the canvas of a stored workflow. */
	async openStored(id: string): Promise<void> {
		await this.page.goto(`${this.stage.n8n.address}/workflow/${id}`);
		await this.page.locator(byTestId('canvas-node')).first().waitFor({ timeout: 60_000 });
		// The canvas moves until all nodes fit into it.
		await this.page.waitForTimeout(1500);
	}

	/** Runs the open workflow to its end. */
	async execute(): Promise<void> {
		await this.page.click(byTestId('execute-workflow-button'));
		const success = this.page.getByRole('alert').filter({ hasText: 'executed successfully' });
		await success.locator('.el-notification__closeBtn').click();
		await success.waitFor({ state: 'detached' });
	}

	/** Opens the panel of a node. */
	async openPanel(name: string): Promise<Panel> {
		await this.page.dblclick(`${byTestId('canvas-node')}[data-node-name="${name}"]`);
		const panel = new Panel(this.page);
		await panel.parameters.getByText('Credential', { exact: true }).waitFor();
		return panel;
	}

	/** Opens the dialog of a new credential. */
	async newCredential(type: string): Promise<CredentialDialog> {
		await this.page.goto(`${this.stage.n8n.address}/home/credentials/create`);
		await this.page
			.locator(`${byTestId('new-credential-type-select')} input`)
			.first()
			.fill(type);
		await this.page.locator('.el-select-dropdown__item:visible').filter({ hasText: type }).click();
		await this.page.click(byTestId('new-credential-type-button'));
		return new CredentialDialog(this.page);
	}

	/** What the search for nodes finds of this package. */
	async findNode(words: string): Promise<Locator> {
		await this.page.click(byTestId('node-creator-plus-button'));
		return await this.searchNodes(words);
	}

	/** The same with the search open. */
	async searchNodes(words: string): Promise<Locator> {
		const found = this.page
			.locator('[data-keyboard-nav-id^="n8n-nodes-messaging-gateway."]')
			.first();
		const search = this.page.locator(byTestId('node-creator-search-bar'));
		// What the words before found goes first.
		await search.fill('');
		await found.waitFor({ state: 'detached' });
		await search.fill(words);
		await found.waitFor();
		return found;
	}

	/** The place of what was found among all nodes that the search lists, from 1 on. */
	async place(): Promise<number> {
		const ids = await this.page
			.locator('[data-keyboard-nav-id]')
			.evaluateAll((nodes) => nodes.map((one) => one.getAttribute('data-keyboard-nav-id')));
		return ids.findIndex((id) => id?.startsWith(`${NODE_TYPE}-`)) + 1;
	}

	/** What the list of nodes under "Human review" has of this package. */
	async findForReview(): Promise<Locator> {
		await this.page.click(byTestId('node-creator-plus-button'));
		await this.page.getByText('Human review', { exact: true }).click();
		const found = this.page
			.locator(byTestId('item-iterator-item'))
			.filter({ hasText: 'Messaging Gateway' });
		await found.waitFor();
		return found;
	}

	/** Takes a picture of all nodes and notes on the canvas. */
	async photographNodes(name: string): Promise<void> {
		await photographNodes(this.page, name, await this.page.locator('.vue-flow__node').all());
	}

	private watch(): void {
		this.page.on('console', (entry) => {
			const { url } = entry.location();
			const text = `${entry.text()} (${url})`;
			// n8n asks other servers about the package as well, which a sandbox may not reach.
			const isOwn = url.startsWith(this.stage.n8n.address) && /messaging-?gateway/i.test(text);
			// What the trigger puts out depends on its events, so that it has no schema to be found.
			const isOptional = url.includes(`/schemas/${TRIGGER_TYPE}/`);
			if (entry.type() === 'error' && isOwn && !isOptional) this.problems.push(text);
		});
		this.page.on('pageerror', ({ message }) => this.problems.push(message));
	}
}

/** The labels and notices that are to be seen in a part of the page, from top to bottom. */
const fieldsIn = async (part: Locator): Promise<string[]> =>
	await part.evaluate((element) =>
		[...element.querySelectorAll<HTMLElement>('label.n8n-input-label, .notice')]
			.filter((field) => field.checkVisibility())
			// Below a label stands the choice between a value and an expression.
			.map((field) => field.innerText.trim().split('\n')[0] ?? ''),
	);

/** The open panel of a node. */
export class Panel {
	readonly parameters: Locator;
	readonly output: Locator;

	/** What stands above the parameters. */
	private readonly tabs: Locator;
	/** The parameters without the empty space below them. */
	private readonly list: Locator;

	constructor(private readonly page: Page) {
		this.parameters = page.locator(byTestId('node-parameters')).first();
		this.tabs = page.locator('.node-settings > *').first();
		this.list = this.parameters.locator('> *').nth(1);
		this.output = page.locator(byTestId('output-panel'));
	}

	/** The labels and notices that are to be seen, from top to bottom. */
	async fields(): Promise<string[]> {
		return await fieldsIn(this.parameters);
	}

	/** The value of a field, e.g. a switch. */
	field(name: string): Locator {
		return this.parameters.locator(byTestId(`parameter-input-${name}`));
	}

	/** Adds all options or filters there are, and gives their names in the order of the list. */
	async addOptions(): Promise<string[]> {
		const add = this.parameters.locator(byTestId('collection-parameter-add'));
		// n8n loads the options when the other fields are there.
		const isOffered = await add.waitFor({ timeout: 2000 }).then(
			() => true,
			() => false,
		);
		if (!isOffered) return [];
		const before = (await this.fields()).length;
		if ((await add.getByRole('combobox').count()) === 0) {
			// A single option is added at once.
			await add.click();
			await add.waitFor({ state: 'hidden' });
			return (await this.fields()).slice(before);
		}
		await add.click();
		const offered = await (await this.offers()).allInnerTexts();
		await this.page.keyboard.press('Escape');
		for (const name of offered) await this.addOption(name);
		return offered;
	}

	/** Adds an option that stands in the list of options. */
	async addOption(name: string): Promise<void> {
		await this.parameters.locator(byTestId('collection-parameter-add')).click();
		await (await this.offers()).getByText(name, { exact: true }).click();
		await this.parameters.getByText(name, { exact: true }).first().waitFor();
	}

	private async offers(): Promise<Locator> {
		const offers = this.page
			.locator(byTestId('collection-parameter-option'))
			.filter({ visible: true });
		await offers.first().waitFor();
		return offers;
	}

	/** The choices of a list. */
	async choices(name: string): Promise<string[]> {
		await this.field(name).click();
		const choices = this.page.locator('.el-select-dropdown__item:visible .option-headline');
		await choices.first().waitFor();
		const names = await choices.allInnerTexts();
		await this.page.keyboard.press('Escape');
		// The next list would be read while this one fades.
		await choices.first().waitFor({ state: 'hidden' });
		return names.map((text) => text.trim());
	}

	/** Chooses in a list. */
	async choose(name: string, choice: string): Promise<void> {
		await this.field(name).click();
		const choices = this.page.locator('.el-select-dropdown__item:visible');
		await choices.filter({ hasText: choice }).first().click();
		await choices.first().waitFor({ state: 'hidden' });
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

	/** Opens the dialog of the credential, which n8n then tests. */
	async openCredential(): Promise<CredentialDialog> {
		await this.page.click(byTestId('credential-edit-button'));
		return new CredentialDialog(this.page);
	}

	/** Takes a picture of the parameters with the output beside them. */
	async photographWithOutput(name: string): Promise<void> {
		const header = this.output.locator('> *').first();
		await photograph(this.page, name, this.tabs, this.list, header);
	}

	/** Runs the node by the button of its panel. */
	async execute(): Promise<void> {
		await this.page.click(byTestId('node-execute-button'));
	}

	/** Goes back to the canvas. */
	async close(): Promise<void> {
		await this.page.click(byTestId('ndv-close-button'));
		await this.page.locator(byTestId('ndv')).waitFor({ state: 'detached' });
	}
}

/** The open dialog of a credential. */
export class CredentialDialog {
	private readonly dialog: Locator;

	constructor(private readonly page: Page) {
		this.dialog = page.locator(byTestId('editCredential-modal'));
	}

	/** Waits until n8n says this. */
	async says(text: string): Promise<void> {
		await this.dialog.getByText(text).first().waitFor();
	}

	/** Presses Save. */
	async save(): Promise<void> {
		await this.page.click(byTestId('credential-save-button'));
	}

	/** Chooses in a list. */
	async choose(field: string, choice: string): Promise<void> {
		await this.fieldOf(field).click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ hasText: choice })
			.click();
	}

	/** The labels, from top to bottom. */
	async fields(): Promise<string[]> {
		return await fieldsIn(this.dialog);
	}

	/** Whether a text that begins like this is to be seen. */
	async shows(beginning: string): Promise<boolean> {
		return await this.dialog.getByText(beginning).isVisible();
	}

	/** Types into an empty or filled field. */
	async enter(field: string, text: string): Promise<void> {
		await this.fieldOf(field).fill(text);
	}

	/** The choices of a list that are left when somebody types this. */
	async choices(field: string, typed: string): Promise<string[]> {
		await this.fieldOf(field).click();
		await this.page.keyboard.type(typed);
		const choices = this.page.locator('.el-select-dropdown__item:visible');
		await choices.filter({ hasNotText: 'GMT' }).first().waitFor();
		const names = await choices.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return names.map((name) => name.trim());
	}

	private fieldOf(name: string): Locator {
		return this.dialog.locator(`${byTestId(`parameter-input-${name}`)} input`);
	}

	/** Takes a picture as far down as this field. */
	async photograph(name: string, lastField: string): Promise<void> {
		const header = this.dialog.locator('header');
		const field = this.dialog.locator(byTestId(`parameter-input-${lastField}`));
		await photograph(this.page, name, header, field);
	}
}
