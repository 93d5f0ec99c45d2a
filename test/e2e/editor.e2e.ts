import type { IDataObject } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { exampleFiles, readExample } from '../../sandbox/examples';
import { whereChromium } from '../browser/chromium';
import { Editor, type PanelNode } from './editor';
import { setUpStage } from './stage';
import { NODE_TYPE, TRIGGER_TYPE } from './workflows';

const TRANSFER_NOTICE =
	'Needs the login of the main account. Each input item is a transfer of its own, and none is ever repeated.';
const LINK_NOTICE =
	'The link makes most questions two messages, and telephones can open it only if n8n has a public address (N8N_WEBHOOK_URL).';
const GET_NEW_NOTICE =
	'The gateway returns each record only once. No other workflow, trigger or run gets what this operation has read, in Execute Step too.';
const TRIGGER_NOTICE =
	'The gateway returns each reply and short code message once only. Use one active trigger for each account: two of them, or a trigger and a Get New operation, share the records between them.';
const BOTH_EVENTS_NOTICE = `${TRIGGER_NOTICE} With 'New Reply' and 'New Short Code Message' together, replies are read over the query interface, which leaves short code messages out of them, but where a text can pass for a reply of another number. With 'Interface' set to XML that cannot happen, but a short code message may come as either or both events.`;

/** What people type into the search, and find the node first. */
const FOUND_FIRST =
	'send sms | send text | text messages | texting | sms gateway | bulk sms | receive sms | incoming | inbox | reply | opt out | opt-out | unsubscribe | short code | delivery report | cellphone | notify | reminder | credits | balance | winsms | ask | human in the loop | verification code | one-time password';
/** Where n8n's own nodes, or those of others, stand before it: its place. */
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

/** A panel, with the names in it separated by bars. */
interface ShownPanel {
	parameters: IDataObject;
	/** The fields, without those that every panel begins with. */
	fields: string;
	/** What the list below the last field offers. */
	options: string;
	/** The fields of an option, by its name. */
	inside?: Record<string, string>;
}

/** The panels of all operations, by resource and operation; what is not filled in has its defaults. */
const OPERATIONS: Record<string, ShownPanel> = {
	'account checkLogin': { parameters: {}, fields: '', options: '' },
	'account getBalance': { parameters: {}, fields: '', options: '' },
	'account transferCredits': {
		parameters: { fromAccountId: '1001', toAccountId: '1002', quantity: 10 },
		fields: `${TRANSFER_NOTICE} | From Account ID | To Account ID | Quantity`,
		options: '',
	},
	'message deleteScheduled': {
		parameters: { messageIds: '1000001, 1000002' },
		fields: 'Message IDs | Options',
		options: 'Interface | Reference',
	},
	'message getStatus': {
		parameters: { messageIds: '1000001, 1000002' },
		fields: 'Message IDs | Options',
		options: 'Interface | Reference | Include Input Fields',
	},
	'message preview': {
		parameters: { text: 'Dear Thandi, your order is ready' },
		fields: 'Text | Include Link',
		options: '',
	},
	'message send': {
		parameters: { numbers: '+27 82 111 1111', text: 'Dear Thandi, your order is ready' },
		fields: 'Numbers | Default Country | Text | Options',
		options:
			'Dry Run | Scheduled At | Send Between | Closed Dates | Messages per Minute | Emoji and Special Characters | Max Messages per Text | Max Recipients | Skip Duplicates | Reference | Send Once per Reference | Stop With an Error When | Include Input Fields | Interface | Requests in Parallel',
		inside: { 'Send Between': 'Window | From | Until | Days' },
	},
	'message sendAndWait': {
		parameters: { numbers: '+27 82 111 1111', message: 'Can you take the delivery at 14:00?' },
		fields: `Numbers | Default Country | Message | ${LINK_NOTICE} | Response Type | Approval Options | Options`,
		options:
			'Limit Wait Time | Link Label | Page Sender | Page Title | Page Reminder | Page Thanks | Page Closed Title | Page Language | Emoji and Special Characters | Max Messages per Text | Interface',
		inside: { 'Limit Wait Time': 'Limit Type | Amount | Unit' },
	},
	'optOut check': {
		parameters: { numbers: '+27 82 111 1111' },
		fields: 'Numbers | Default Country',
		options: '',
	},
	'optOut getAll': {
		parameters: {},
		fields: 'Return All | Limit | Filters',
		options: 'Received After | Source',
	},
	'reply getNew': {
		parameters: {},
		fields: `${GET_NEW_NOTICE} | Options`,
		options: 'Exclude Short Code | Interface',
	},
	'shortCodeMessage getNew': {
		parameters: {},
		fields: `${GET_NEW_NOTICE} | Options`,
		options: 'Interface',
	},
};

const messageIds = '1000001, 1000002';

/** The panels of the trigger. */
const TRIGGERS: Record<string, ShownPanel> = {
	reply: {
		parameters: { events: ['reply'] },
		fields: `${TRIGGER_NOTICE} | Options`,
		options: 'Exclude Short Code | Fetch Test Event Returns | Interface',
	},
	'reply-live': {
		parameters: { events: ['reply'], options: { testData: 'live' } },
		fields: `${TRIGGER_NOTICE} | Options | Fetch Test Event Returns`,
		options: 'Exclude Short Code | Interface',
	},
	'short-code-message': {
		parameters: { events: ['shortCodeMessage'] },
		fields: `${BOTH_EVENTS_NOTICE} | Options`,
		options: 'Fetch Test Event Returns | Interface',
	},
	'status-change': {
		// What a test returns may be left from when another event was chosen.
		parameters: { events: ['statusChange'], messageIds, options: { testData: 'live' } },
		fields: 'Message IDs | Options',
		options: 'Interface',
	},
	all: {
		parameters: { events: ['reply', 'shortCodeMessage', 'statusChange'], messageIds },
		fields: `${BOTH_EVENTS_NOTICE} | Message IDs | Options`,
		options: 'Fetch Test Event Returns | Interface',
	},
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

const sendTo = (numbers: string, options: IDataObject = {}): PanelNode => ({
	name: 'Send',
	type: NODE_TYPE,
	parameters: { numbers, text: 'Dear Thandi, your order is ready', options },
});

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

	/** What each panel shows and offers, and what it shows with all that it offers. */
	const look = async (panels: Record<string, ShownPanel>) => {
		const seen: Record<string, unknown> = {};
		for (const name of Object.keys(panels)) {
			const panel = await editor.openPanel(name);
			const fields = await panel.fields();
			const options = await panel.addOptions();
			seen[name] = {
				fields,
				options,
				all: await panel.fields(),
				truncated: await panel.truncated(),
			};
			if (name === 'message send') await panel.photograph('panel-message-send');
			await panel.close();
		}
		return seen;
	};

	/** The same as it should be. */
	const expected = (panels: Record<string, ShownPanel>, beginning: string) =>
		Object.fromEntries(
			Object.entries(panels).map(([name, { fields: shown, options: offered, inside = {} }]) => {
				const fields = [...names(beginning), ...names(shown)];
				const options = names(offered);
				const all = [...fields, ...options.flatMap((one) => [one, ...names(inside[one])])];
				return [name, { fields, options, all, truncated: [] }];
			}),
		);

	test('shows the fields of each operation and all it offers, in order and in full', async () => {
		await editor.openWorkflow(
			Object.entries(OPERATIONS).map(([name, { parameters }]) => nodeOf(name, parameters)),
		);
		expect(await look(OPERATIONS)).toEqual(
			expected(OPERATIONS, 'Credential | Resource | Operation'),
		);
	});

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
		// By Send and Wait n8n makes a human review of the node.
		expect(await panel.choices('operation')).toEqual(
			names(`Get Status | Preview | Send | Send and Wait for Response | ${N8N_CALL}`),
		);
		await panel.choose('resource', 'Account');
		await panel.parameters.getByText('Numbers', { exact: true }).waitFor({ state: 'detached' });
		expect(await panel.choices('operation')).toEqual(
			names(`Check Login | Get Balance | ${N8N_CALL}`),
		);
	});

	test('adds what protects somebody in the position On', async () => {
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		const panel = await editor.openPanel('Send');
		await panel.addOptions();
		const switches = ['dryRun', 'skipDuplicates', 'sendOnce'];
		expect(await Promise.all(switches.map((name) => panel.isOn(name)))).toEqual([true, true, true]);
	});

	test('shows the fields of the trigger for each choice of events', async () => {
		await editor.openWorkflow(
			Object.entries(TRIGGERS).map(([name, { parameters }]) => triggerOf(name, parameters)),
		);
		expect(await look(TRIGGERS)).toEqual(
			expected(TRIGGERS, 'Credential | Poll Times | Mode | Trigger On'),
		);
	});

	test('tests the credential in its dialog', async () => {
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		const dialog = await (await editor.openPanel('Send')).openCredential();
		await dialog.says('Connection tested successfully');
		// The last is n8n's own.
		expect(await dialog.fields()).toEqual(
			names(
				'Service | Base URL * | Login Name * | Password * | Element Prefix * | Gateway Time Zone | Ignore SSL Issues (Insecure) | Allowed HTTP Request Domains',
			),
		);
		await dialog.photograph('editor-credential', 'brand');
	});

	test('finds a time zone by typing, and warns of http: to another host', async () => {
		await editor.openWorkflow([sendTo('+27 82 111 1111')]);
		const dialog = await (await editor.openPanel('Send')).openCredential();
		expect(await dialog.choices('timezone', 'johan')).toEqual(['Africa/Johannesburg']);
		expect(await dialog.choices('timezone', 'new york')).toEqual(['America/New York']);
		expect(await dialog.shows('With http: instead of https:')).toBe(false);
		await dialog.enter('baseUrl', 'http://gateway.example.com');
		expect(await dialog.shows('With http: instead of https:')).toBe(true);
	});

	test('shows a workflow on the canvas', async () => {
		const answer = sendTo('={{ $json.from }}');
		await editor.openWorkflow([triggerOf('Messaging Gateway Trigger', {}), answer]);
		expect(await editor.page.getByText('send: message').isVisible()).toBe(true);
	});

	test.each(exampleFiles())('shows the example %s', async (file) => {
		const { name, nodes, connections } = readExample(file);
		await editor.openExample({ name, active: false, settings: {}, nodes, connections });
		const shown = await editor.page.locator('[data-test-id="canvas-node"]').count();
		expect(shown).toBe(nodes.filter(({ type }) => !type.endsWith('stickyNote')).length);
		await editor.photographNodes(`example-${file.replace('.json', '')}`);
	});

	test('sends by the button of the editor, and shows the results as a table', async () => {
		await stage.reset();
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
