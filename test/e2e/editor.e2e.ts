import type { IDataObject, INode } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { notATime } from '../../nodes/MessagingGateway/fields/sentences';
import { exampleFiles, examplePath, readExample } from '../../sandbox/examples';
import { whereChromium } from '../browser/chromium';
import { PAGES, readPage } from '../docs/pages';
import { Editor, type PanelNode } from './editor';
import { setUpStage } from './stage';
import { NODE_TYPE, TRIGGER_TYPE } from './workflows';

/** What people type into the search, and find the node first. */
const FOUND_FIRST =
	'send sms | send text | mass sms | bulk text | broadcast | appointment | marketing | wait for response | inbound | text messages | texting | sms gateway | bulk sms | receive sms | incoming | inbox | reply | opt out | opt-out | unsubscribe | short code | delivery report | cellphone | notify | reminder | credits | balance | winsms | ask | human in the loop | verification code | one-time password';
/** Where others stand before it, as n8n adds to their scores how often people use them: its place. */
const FOUND_LATER: Array<[words: string, place: number]> = [
	['sms', 5],
	['campaign', 2],
	['alert', 2],
	['schedule', 2],
	['approve', 2],
	['approval', 10],
	['otp', 2],
	['2fa', 2],
];

/** What n8n adds to the lists of each node with a credential. */
const N8N_CALL = 'Custom API Call';

/** What is filled in for each operation, by resource and operation. */
const OPERATIONS: Record<string, IDataObject> = {
	'account checkLogin': {},
	'account getBalance': {},
	'account transferCredits': { fromAccountId: '1001', toAccountId: '1002', quantity: 10 },
	'message deleteScheduled': { messageIds: '1000001, 1000002' },
	'message getStatus': { messageIds: '1000001, 1000002' },
	'message preview': { text: 'Dear Thandi, your order is ready' },
	'message send': { numbers: '+27 82 111 1111', text: 'Dear Thandi, your order is ready' },
	'message sendAndWait': { numbers: '+27 82 111 1111', message: 'Can you deliver at 14:00?' },
	'optOut check': { numbers: '+27 82 111 1111' },
	'optOut getAll': {},
	'reply getNew': {},
	'shortCodeMessage getNew': {},
};

/** What is filled in for choices of events. */
const TRIGGERS: Record<string, IDataObject> = {
	reply: { events: ['reply'] },
	'short-code-message': { events: ['shortCodeMessage'] },
	'status-change': { events: ['statusChange'], messageIds: '1000001, 1000002' },
	all: { events: ['reply', 'shortCodeMessage', 'statusChange'], messageIds: '1000001' },
};

const names = (list = ''): string[] => list.split(' | ').filter((name) => name !== '');

const nodeOf = (name: string, parameters: IDataObject = {}): PanelNode => {
	const [resource, operation] = name.split(' ');
	return { name, type: NODE_TYPE, parameters: { resource, operation, ...parameters } };
};

const triggerOf = (name: string, parameters: IDataObject): PanelNode => ({
	name,
	type: TRIGGER_TYPE,
	parameters,
});

const sendTo = (numbers: string): PanelNode => ({
	name: 'Send',
	type: NODE_TYPE,
	parameters: { numbers, text: 'Dear Thandi, your order is ready' },
});

/** The times that pages, fields and messages show as examples. */
function writtenTimes(): string[] {
	const texts = [
		...PAGES.map(readPage),
		JSON.stringify(new MessagingGateway().description.properties),
		notATime('Scheduled At', 'soon'),
	];
	const times = texts.flatMap(
		(text) => text.match(/\b20\d\d-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g) ?? [],
	);
	return [...new Set(times)];
}

/** The types of the nodes of a workflow, by their names. */
const typesOf = ({ nodes }: IDataObject): Record<string, string> =>
	Object.fromEntries((nodes as INode[]).map(({ name, type }) => [name, type]));

whereChromium('the editor of n8n 2', (launch) => {
	const stage = setUpStage();
	let browser: Browser;
	let editor: Editor;
	beforeAll(async () => {
		browser = await launch();
		editor = await Editor.open(stage, browser);
	});
	afterAll(async () => browser?.close());
	afterEach(() => {
		expect(editor.problems.splice(0)).toEqual([]);
	});

	test.each([
		['light', 'messagingGateway.svg'],
		['dark', 'messagingGateway.dark.svg'],
	] as const)('finds both nodes with their icons in the %s theme', async (colorScheme, icon) => {
		await editor.page.emulateMedia({ colorScheme });
		for (const words of ['sms', 'messaging gateway']) {
			await editor.openWorkflow([sendTo('+27 82 111 1111')]);
			const found = await editor.findNode(words);
			// The editor shows a node and its trigger as one, with the actions of both.
			expect(await found.innerText()).toContain('Messaging Gateway');
			const picture = found.locator('img').first();
			expect(await picture.getAttribute('src')).toContain(icon);
			expect(
				await picture.evaluate((element) => (element as HTMLImageElement).naturalWidth),
			).toBeGreaterThan(0);
			await found.click();
			await editor.page.getByText(/^Actions \(12\)$/).waitFor();
			await editor.page.getByText(/^Triggers \(\d+\)$/).waitFor();
		}
		await editor.page.emulateMedia({ colorScheme: 'light' });
	});

	test('finds the node by the words people type', async () => {
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		await editor.findNode('sms');
		const expected = [...names(FOUND_FIRST).map((words) => [words, 1] as const), ...FOUND_LATER];
		const found: Array<[string, number]> = [];
		for (const [words] of expected) {
			await editor.searchNodes(words);
			found.push([words, await editor.place()]);
		}
		expect(found).toEqual(expected);
	});

	test('lists the node under "Human review", with its question only', async () => {
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		await (await editor.findForReview()).click();
		await editor.page.getByText('Actions (1)', { exact: true }).waitFor();
		await editor.page.getByText('Send an SMS and wait for the response').waitFor();
	});

	test.each([
		['operation', OPERATIONS, nodeOf, 31],
		['choice of events', TRIGGERS, triggerOf, 8],
	])(
		'shows the panel of each %s with all that it offers, in full',
		async (_, panels, nodeFor, count) => {
			await editor.openWorkflow(
				Object.entries(panels).map(([name, parameters]) => nodeFor(name, parameters)),
			);
			let offered = 0;
			for (const name of Object.keys(panels)) {
				const panel = await editor.openPanel(name);
				const options = await panel.addOptions();
				offered += options.length;
				expect([name, await panel.fields()]).toEqual([name, expect.arrayContaining(options)]);
				expect([name, await panel.truncated()]).toEqual([name, []]);
				await panel.close();
			}
			expect(offered).toBe(count);
		},
		300_000,
	);

	test('describes a tool to the AI, and keeps from it what moves money or takes records away', async () => {
		await editor.openTool('Send', { numbers: '+27 82 111 1111', text: 'Your table is ready' });
		const panel = await editor.openPanel('Send');
		expect(await panel.fields()).toEqual(
			names(
				'Credential | Resource | Operation | Tool Description | Numbers | Default Country | Text | Options',
			),
		);
		expect(await panel.choices('resource')).toEqual(
			names(`Account | Message | Opt-Out | ${N8N_CALL}`),
		);
		expect(await panel.choices('operation')).toEqual(names(`Get Status | Send | ${N8N_CALL}`));
		await panel.choose('resource', 'Account');
		await panel.parameters.getByText('Numbers', { exact: true }).waitFor({ state: 'detached' });
		expect(await panel.choices('operation')).toEqual(names(`Get Balance | ${N8N_CALL}`));
	});

	test('asks for the service of a new credential, and for nothing that a known one needs not', async () => {
		const dialog = await editor.newCredential('Messaging Gateway API');
		// The last is n8n's own.
		expect(await dialog.fields()).toEqual(names('Service * | Allowed HTTP Request Domains'));
		await dialog.save();
		await editor.page.getByText('The field "service" is mandatory').waitFor();
		await dialog.choose('service', 'WinSMS, South Africa');
		expect(await dialog.fields()).toEqual(
			names(
				'Service * | Base URL https://api.winsms.co.za/api, Element Prefix WinSMS, clock Africa/Johannesburg | Login Name * | Password * | Ignore SSL Issues (Insecure) | Allowed HTTP Request Domains',
			),
		);
		await dialog.enter('user', 'demo');
		await dialog.enter('password', 'demo');
		await dialog.save();
		await dialog.says('Couldn’t connect with these settings');
	});

	test('keeps Scheduled At in each form that is written down, and refuses it empty', async () => {
		await stage.reset();
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		const panel = await editor.openPanel('Send');
		await panel.addOption('Scheduled At');
		const field = panel.field('scheduledAt').locator('input');
		const kept = async (typed: string): Promise<string> => {
			await field.fill(typed);
			await field.press('Enter');
			await panel.close();
			await editor.openPanel('Send');
			return await field.inputValue();
		};
		// What the field cannot read it clears.
		expect(await kept('2026-12-24 10:00')).toBe('');
		await panel.execute();
		await editor.page.getByText("'Scheduled At' is empty. Write a time as").first().waitFor();
		await panel.photographWithOutput('scheduled-at-empty');
		expect(await stage.simulator.messages()).toEqual([]);
		const forms = writtenTimes();
		expect(forms).not.toEqual([]);
		for (const form of forms) expect(await kept(form)).toBe(form);
	});

	test('shows the clock of the hours, and what a dry run would send', async () => {
		await stage.reset();
		await editor.openWorkflow([
			{
				name: 'Send',
				type: NODE_TYPE,
				parameters: {
					numbers: '+27 82 111 1111, 12',
					text: '=Dear {{ $json.nmae }}, your \u201corder\u201d is ready',
					options: {
						dryRun: true,
						sendBetween: { values: { from: '00:00', until: '24:00', days: [1, 2, 3, 4, 5, 6, 7] } },
					},
				},
			},
		]);
		await editor.page.getByText('send: message, dry run').waitFor();
		await editor.execute();
		const panel = await editor.openPanel('Send');
		await panel.output.getByText('Dear , your "order" is ready').first().waitFor();
		for (const hint of [
			'2 messages: 1 not accepted',
			'{{ $json.nmae }} gives nothing for 1 of 1 items.',
			"the workflow's time zone, by which the hours go",
			'so they were replaced',
		]) {
			await panel.output.getByText(hint).first().waitFor();
		}
		await panel.photographWithOutput('dry-run');
		expect(await stage.simulator.messages()).toEqual([]);
	});

	test('keeps the end of a wait as it is typed', async () => {
		await editor.openWorkflow([nodeOf('message sendAndWait')]);
		const panel = await editor.openPanel('message sendAndWait');
		await panel.addOption('Limit Wait Time');
		await panel.choose('limitType', 'At Specified Time');
		const field = panel.field('maxDateAndTime').locator('input');
		await field.fill('2026-12-24 10:00:00');
		await field.press('Enter');
		await panel.close();
		await editor.openPanel('message sendAndWait');
		expect(await field.inputValue()).toBe('2026-12-24 10:00:00');
	});

	test('tests the credential in its dialog, finds a time zone by typing, and warns of http: to another host', async () => {
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		const dialog = await (await editor.openPanel('Send')).openCredential();
		await dialog.says('Connection tested successfully');
		// The last is n8n's own.
		expect(await dialog.fields()).toEqual(
			names(
				'Service * | Base URL * | Login Name * | Password * | Element Prefix * | Gateway Time Zone | Ignore SSL Issues (Insecure) | Allowed HTTP Request Domains',
			),
		);
		await dialog.photograph('editor-credential', 'brand');
		expect(await dialog.choices('timezone', 'johan')).toEqual(['Africa/Johannesburg']);
		expect(await dialog.choices('timezone', 'new york')).toEqual(['America/New York']);
		expect(await dialog.shows('With http: instead of https:')).toBe(false);
		await dialog.enter('baseUrl', 'http://gateway.example.com');
		expect(await dialog.shows('With http: instead of https:')).toBe(true);
	});

	test.each(exampleFiles())('imports the example %s, and shows every node', async (file) => {
		const example = readExample(file);
		const imported = await stage.rest.workflow(await editor.importFile(examplePath(file)));
		expect(typesOf(imported)).toEqual(typesOf(example));
		expect(imported.connections).toEqual(example.connections);
		await editor.openStored(imported.id);
		const shown = await editor.page.locator('[data-test-id="canvas-node"]').count();
		expect(shown).toBe(example.nodes.filter(({ type }) => !type.endsWith('stickyNote')).length);
		if (file === 'campaign-send.json') await editor.photographNodes('example-campaign-send');
	});

	test('sends by the button of the editor, and shows the results as a table', async () => {
		await stage.reset();
		// Wide enough for the first columns.
		await editor.page.setViewportSize({ width: 2000, height: 1100 });
		await editor.openWorkflow([sendTo('+27 82 111 1111, +27 83 222 2222, 12')]);
		await editor.execute();
		const panel = await editor.openPanel('Send');
		await panel.output.getByText('ACCEPTED', { exact: true }).first().waitFor();
		expect(await panel.output.locator('th').allInnerTexts()).toEqual(
			expect.arrayContaining(['recipient', 'accepted', 'messageId', 'result']),
		);
		await panel.photographWithOutput('editor-send');
		expect(await stage.simulator.messages()).toHaveLength(2);
	});

	test('sends nothing once Dry Run was added', async () => {
		await stage.reset();
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		const panel = await editor.openPanel('Send');
		await panel.addOption('Dry Run');
		await panel.close();
		await editor.execute();
		const { output } = await editor.openPanel('Send');
		await output.getByText('DRY_RUN', { exact: true }).first().waitFor();
		expect(await stage.simulator.messages()).toEqual([]);
	});

	test('fetches two samples for the trigger, and asks the gateway for nothing', async () => {
		await stage.reset();
		await editor.openWorkflow([triggerOf('Messaging Gateway Trigger', {})]);
		const panel = await editor.openPanel('Messaging Gateway Trigger');
		await editor.page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await panel.output.getByText('2 items').waitFor();
		await panel.output.getByText('Yes, see you then').waitFor();
		await panel.photographWithOutput('editor-trigger');
		expect(await stage.simulator.requests()).toEqual([]);
	});
});
