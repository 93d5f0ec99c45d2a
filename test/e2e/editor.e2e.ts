import type { IDataObject } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { cleanUp } from '../../sandbox/cleanup';
import { whereChromium } from '../browser/chromium';
import { Editor, type PanelNode } from './editor';
import { Stage } from './stage';

const TRANSFER_NOTICE =
	'Needs the login of the main account. Each input item is a transfer of its own, and none is ever repeated.';
const GET_NEW_NOTICE =
	'The gateway hands out each record once only. What this operation reads, with Execute Step too, no other workflow, trigger or run will get.';
const TRIGGER_NOTICE =
	'The gateway hands out each reply and short code message once only. Use one active trigger for each account: two of them, or a trigger and a Get New operation, share the records between them.';
const LIVE_NOTICE =
	'A test takes the records it shows: the active workflow will not get them. Choose Samples to leave them at the gateway.';

/** Resource, operation, and the fields below Operation. */
const OPERATIONS: Array<[string, string, string[]]> = [
	['account', 'checkLogin', []],
	['account', 'getBalance', []],
	['account', 'transferCredits', [TRANSFER_NOTICE, 'From Account ID', 'To Account ID', 'Quantity']],
	['message', 'deleteScheduled', ['Message IDs', 'Options']],
	['message', 'getStatus', ['Message IDs', 'Options']],
	['message', 'preview', ['Text']],
	['message', 'send', ['Numbers', 'Text', 'Options']],
	['optOut', 'check', ['Numbers', 'Options']],
	['optOut', 'getAll', ['Return All', 'Limit', 'Filters']],
	['reply', 'getNew', [GET_NEW_NOTICE, 'Exclude Short Code', 'Options']],
	['shortCodeMessage', 'getNew', [GET_NEW_NOTICE, 'Options']],
];

const TEST_RETURNS = 'Fetch Test Event Returns';
/** Name, parameters, and the fields between Trigger On and Options. */
const TRIGGERS: Array<[string, IDataObject, string[]]> = [
	['reply', { events: ['reply'] }, [TRIGGER_NOTICE, 'Exclude Short Code', TEST_RETURNS]],
	['shortCodeMessage', { events: ['shortCodeMessage'] }, [TRIGGER_NOTICE, TEST_RETURNS]],
	['statusChange', { events: ['statusChange'] }, ['Message IDs']],
	[
		'all',
		{ events: ['reply', 'shortCodeMessage', 'statusChange'] },
		[TRIGGER_NOTICE, 'Message IDs', TEST_RETURNS],
	],
	[
		'live',
		{ events: ['reply'], testData: 'live' },
		[TRIGGER_NOTICE, 'Exclude Short Code', TEST_RETURNS, LIVE_NOTICE],
	],
];

const nodeOf = (resource: string, operation: string): PanelNode => ({
	name: `${resource} ${operation}`,
	type: 'messagingGateway',
	parameters: { resource, operation },
});

const triggerOf = (name: string, parameters: IDataObject): PanelNode => ({
	name,
	type: 'messagingGatewayTrigger',
	parameters,
});

whereChromium('the editor of n8n 2', (launch) => {
	let stage: Stage;
	let browser: Browser;
	let editor: Editor;
	beforeAll(async () => {
		stage = await Stage.open();
		browser = await launch();
		editor = await Editor.open(stage, browser);
	}, 900_000);
	afterAll(async () => {
		await browser?.close();
		await cleanUp();
	});
	afterEach(() => {
		expect(editor.problems.splice(0)).toEqual([]);
	});

	test.each([
		['light', 'messagingGateway.svg'],
		['dark', 'messagingGateway.dark.svg'],
	] as const)('finds both nodes with their icons in the %s theme', async (colorScheme, icon) => {
		await editor.page.emulateMedia({ colorScheme });
		for (const words of ['sms', 'messaging gateway']) {
			await editor.openWorkflow([nodeOf('message', 'send')]);
			const found = await editor.findNode(words);
			// The editor shows a node and its trigger as one, with the actions of both.
			expect(await found.innerText()).toContain('Messaging Gateway');
			const picture = found.locator('img').first();
			expect(await picture.getAttribute('src')).toContain(icon);
			expect(
				await picture.evaluate((element) => (element as HTMLImageElement).naturalWidth),
			).toBeGreaterThan(0);
			await found.click();
			await editor.page.getByText(/^Actions \(11\)$/).waitFor();
			await editor.page.getByText(/^Triggers \(\d+\)$/).waitFor();
		}
		await editor.page.emulateMedia({ colorScheme: 'light' });
	});

	test('shows the fields of each operation, in order and in full', async () => {
		await editor.openWorkflow(
			OPERATIONS.map(([resource, operation]) => nodeOf(resource, operation)),
		);
		const seen: unknown[] = [];
		for (const [resource, operation] of OPERATIONS) {
			const panel = await editor.openPanel(`${resource} ${operation}`);
			const fields = await panel.fields();
			seen.push([resource, operation, fields, await panel.truncated()]);
			await panel.close();
		}
		expect(seen).toEqual(
			OPERATIONS.map(([resource, operation, fields]) => [
				resource,
				operation,
				['Credential', 'Resource', 'Operation', ...fields],
				[],
			]),
		);
	});

	test('shows the fields of the trigger for each choice of events', async () => {
		await editor.openWorkflow(TRIGGERS.map(([name, parameters]) => triggerOf(name, parameters)));
		const seen: unknown[] = [];
		for (const [name] of TRIGGERS) {
			const panel = await editor.openPanel(name);
			const fields = await panel.fields();
			seen.push([name, fields, await panel.truncated()]);
			await panel.close();
		}
		expect(seen).toEqual(
			TRIGGERS.map(([name, , fields]) => [
				name,
				['Credential', 'Poll Times', 'Mode', 'Trigger On', ...fields, 'Options'],
				[],
			]),
		);
	});

	test('sends by the button of the editor, and shows the results as a table', async () => {
		await stage.reset();
		const parameters = { numbers: '+27 82 111 1111', text: 'Dear Thandi, your order is ready' };
		await editor.openWorkflow([{ name: 'Send', type: 'messagingGateway', parameters }]);
		await editor.page.click('[data-test-id="execute-workflow-button"]');
		await editor.page.getByText('Workflow executed successfully').first().waitFor();
		const panel = await editor.openPanel('Send');
		await panel.output.getByText('ACCEPTED', { exact: true }).waitFor();
		expect(await panel.output.locator('th').allInnerTexts()).toEqual(
			expect.arrayContaining(['recipient', 'accepted', 'messageId', 'result']),
		);
		expect(await stage.simulator.messages()).toHaveLength(1);
	});

	test('fetches two samples for the trigger, and asks the gateway for nothing', async () => {
		await stage.reset();
		await editor.openWorkflow([triggerOf('Messaging Gateway Trigger', {})]);
		const panel = await editor.openPanel('Messaging Gateway Trigger');
		await editor.page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await panel.output.getByText('2 items').waitFor();
		await panel.output.getByText('Yes, see you then').waitFor();
		expect(await stage.simulator.requests()).toEqual([]);
	});
});
