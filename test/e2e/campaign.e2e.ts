import type { IDataObject } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { cleanUp } from '../../sandbox/cleanup';
import { runCount } from '../../sandbox/execution';
import type { SimulatedMessage } from '../../sandbox/simulator';
import { until } from '../../sandbox/until';
import { whereChromium } from '../browser/chromium';
import {
	EVERY_MINUTE,
	importCampaign,
	NO_HOLIDAYS,
	sendTracked,
	type Campaign,
} from './campaignExample';
import { CampaignForms, csv, EVER } from './campaignForms';
import { SEND } from './campaigns';
import { repeats } from './report';
import { csvOf, shopOf } from './shop';
import { Stage } from './stage';
import { reply } from './triggers';

const SHOP = shopOf(600);
const ROWS_OF_A_TURN = 20;
const DELAY_MILLISECONDS = 2000;
const SECONDS_BETWEEN_TURNS = 3;
const A_DAY = 1_800_000;
const BALANCE = '/credits.asp';
const UNAVAILABLE = { status: 503, body: '<h1>Service Unavailable</h1>' };

const reached = SHOP.flatMap((customer) => customer.reached);
const refused = SHOP.flatMap((customer) => customer.refused);
const problems = SHOP.reduce((sum, customer) => sum + customer.problems, 0);
const OPTED_OUT = refused.slice(0, 5);

const TEXT =
	'Dear {name}, our spring sale begins on Saturday. Reply STOP and we will not write again.';
const textFor = (name: string): string => TEXT.replace('{name}', name);
/** Who gets a small campaign, by the node in which n8n is killed while it is stored. */
const SMALL = { 'Claim the Name': '27839000001', 'Store Rows': '27839000002', Run: '27839000003' };

/** Who replied STOP while their row was open. */
const STOPPED = reached.at(-1) as string;

jest.setTimeout(A_DAY);

/** One week, one test after the other. */
whereChromium('a week of a shop', (launch) => {
	const stage = new Stage();
	let campaign: Campaign;
	let forms: CampaignForms;
	let browser: Browser;
	beforeAll(async () => {
		// Its log then says when a node starts.
		await stage.open({ N8N_LOG_LEVEL: 'debug' });
		await stage.simulator.post('seed', {
			accounts: [{ login: 'demo', credits: 5000 }],
			blacklist: refused.slice(5),
			optOuts: OPTED_OUT.map((number) => ({ login: 'demo', number })),
		});
		campaign = await importCampaign(stage, SECONDS_BETWEEN_TURNS);
		await campaign.sending.change('Next Rows', { limit: ROWS_OF_A_TURN });
		browser = await launch();
		forms = await CampaignForms.open(stage, browser);
	});
	afterAll(async () => {
		await browser?.close();
		await cleanUp();
	});

	const messages = async (text = 'spring sale'): Promise<SimulatedMessage[]> =>
		(await stage.simulator.messages()).filter((one) => one.text.includes(text));
	const writtenTwice = async (): Promise<string[]> =>
		repeats((await stage.simulator.messages()).map(({ number }) => number));
	/** Runs a turn, and gives the message of its failure. */
	const turn = async (): Promise<string | undefined> =>
		(await campaign.sending.run(EVERY_MINUTE)).data.resultData.error?.message;
	const recipients = async () => await stage.rest.dataTableRows('SMS Recipients');

	it('Monday: the form says who gets it and who does not, and starts it', async () => {
		const page = await forms.check(csvOf(SHOP), { campaign: 'spring', text: TEXT, ...EVER });
		const open = reached.length + refused.length - OPTED_OUT.length;
		expect(page).toContain(`${open} messages to ${open} numbers`);
		expect(page).toContain(`Left out: ${problems + OPTED_OUT.length}`);
		expect(page).toContain('Opted out: 5');
		expect(await forms.decide('Start')).toContain('spring is running');
		expect(await campaign.open()).toBe(open);
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it('Tuesday: nothing goes out on a holiday; what cannot be read is told once', async () => {
		const today = new Date().toISOString().slice(0, 10);
		await campaign.permit({ ...NO_HOLIDAYS, holidays: [today] });
		const { data, status } = await campaign.sending.run(EVERY_MINUTE);
		expect([status, runCount(data, 'Get Balance')]).toEqual(['success', 0]);
		await campaign.permit({ ...NO_HOLIDAYS, holidays: ['16.12.2026'] });
		expect(await turn()).toContain('16.12.2026');
		expect(await turn()).toBeUndefined();
		await campaign.permit(NO_HOLIDAYS);
		expect(await stage.simulator.messages()).toEqual([]);
		expect(await turn()).toContain('It is over');
	});

	const begun = async (node: string): Promise<unknown> =>
		await stage.n8n.process.waitForLine(new RegExp(`Running node "${node}" started`), 120_000);
	/** Kills n8n as soon as something has happened, and starts it again. */
	async function killAfter(event: Promise<unknown>): Promise<void> {
		await event;
		await stage.n8n.process.kill();
		await stage.restart();
	}

	it('Wednesday: n8n is killed in every node of a turn, and while the gateway works', async () => {
		const { data } = await campaign.sending.run(EVERY_MINUTE);
		await campaign.sending.whileActive(async () => {
			for (const node of Object.keys(data.resultData.runData)) await killAfter(begun(node));
			const before = (await messages()).length;
			await stage.simulator.fault(SEND, { delayMs: DELAY_MILLISECONDS }, 2);
			await killAfter(until(async () => (await messages()).length > before, 120_000));
		});
		expect(await campaign.open()).toBeGreaterThan(0);
		expect(await writtenTwice()).toEqual([]);
	});

	it('Wednesday evening: small campaigns, in whose storing n8n is killed, are sent once beside the first', async () => {
		const start = async (node: string, number: string): Promise<void> => {
			const file = csv('name;phone', `X;${number}`);
			await forms.check(file, { campaign: node, text: 'Hello {name}', ...EVER });
			await forms.decide('Start');
		};
		for (const [node, number] of Object.entries(SMALL)) {
			start(node, number).catch(() => undefined);
			await killAfter(begun(node));
		}
		const stored = await stage.rest.dataTableRows('SMS Campaigns');
		for (const [node, number] of Object.entries(SMALL)) {
			const state = stored.find((row) => row.campaign === node)?.state;
			if (state === 'being stored') await forms.manage(node, 'Delete');
			if (state !== 'running') await start(node, number);
		}
		await campaign.sending.whileActive(async () => {
			await until(async () => (await messages('Hello X')).length === 3, 120_000);
		});
		expect(await writtenTwice()).toEqual([]);
	});

	it('Thursday: several executions at the same moment send nothing twice', async () => {
		await stage.simulator.fault(SEND, { delayMs: DELAY_MILLISECONDS }, 2);
		const before = await campaign.open();
		await Promise.all([1, 2, 3].map(() => campaign.sending.run(EVERY_MINUTE)));
		expect(await campaign.open()).toBeLessThan(before);
		expect(await writtenTwice()).toEqual([]);
	});

	it('Friday: an outage and a lack of credits burn nobody, are told once, and once when they are over', async () => {
		while ((await turn()) !== undefined) continue;
		const before = await campaign.open();
		await stage.simulator.fault(BALANCE, UNAVAILABLE);
		// A broken connection is tried once more.
		await stage.simulator.fault(BALANCE, { drop: 'before' });
		await stage.simulator.fault(BALANCE, UNAVAILABLE, 2);
		const told = [await turn(), await turn(), await turn()];
		expect(told).toEqual([expect.stringContaining('Nothing is sent'), undefined, undefined]);
		expect(await campaign.open()).toBe(before);
		expect(await turn()).toContain('It is over');
		expect(await campaign.open()).toBe(before - ROWS_OF_A_TURN);

		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 5 }] });
		expect([await turn(), await turn()]).toEqual([expect.stringContaining('credits'), undefined]);
		expect(await campaign.open()).toBeGreaterThan(before - 2 * ROWS_OF_A_TURN);
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
		expect(await turn()).toContain('It is over');
	});

	it.each([
		['a cut', { drop: 'before' as const }],
		// The node waits for a minute.
		['a gateway that hangs', { delayMs: 120_000, skipWork: true }],
	])(
		'Friday evening: %s in the middle of a turn leaves its people in doubt, who then get theirs',
		async (_, fault) => {
			const sent = (await messages()).length;
			await stage.simulator.fault(SEND, fault);
			expect(await turn()).toContain(`${ROWS_OF_A_TURN} people of spring may have the SMS or not`);
			expect((await messages()).length).toBe(sent);
			expect(await forms.manage('spring')).toMatch(/In doubt [1-9]/);
			await forms.manage('spring', 'Send again to those in doubt');
			await turn();
			expect((await messages()).length).toBeGreaterThan(sent);
		},
	);

	it('Saturday: replies with commas, quotes and nothing in them are stored once, also if n8n is killed, and STOP closes what is open', async () => {
		const [answered] = await messages();
		const from = String(answered?.number);
		const texts = ['Yes, please', 'I said "no", thanks', "it's {{ 1 }}", ' ', 'Stop'];
		await stage.text(STOPPED);
		const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
		await sendTracked(stage, [{ number: `+${STOPPED}` }], { scheduledAt });
		const waiting = (await stage.simulator.messages()).at(-1) as SimulatedMessage;
		await stage.rest.activate(campaign.replies.id);
		for (const text of texts) {
			await reply(stage, { from: text === 'Stop' ? STOPPED : from, text });
		}
		const begun = async () => (await stage.rest.executions(campaign.replies.id)).length > 0;
		await until(begun, 60_000);
		await stage.n8n.process.kill();
		await stage.restart();
		for (const { id, status } of await stage.rest.executions(campaign.replies.id)) {
			if (status === 'crashed') await stage.rest.retry(id);
		}
		const stored = async () =>
			(await stage.rest.dataTableRows('SMS Replies')).map(({ text }) => text);
		await until(async () => (await stored()).length >= texts.length, 60_000);
		await until(async () => {
			const rows = await stage.rest.dataTableRows('SMS Messages');
			return rows.some((row) => row.messageId === waiting.id && row.status === 'DELETED');
		}, 60_000);
		await stage.rest.deactivate(campaign.replies.id);
		expect((await stored()).sort()).toEqual([...texts].sort());
		expect((await recipients()).filter(({ number }) => number === STOPPED)).toMatchObject([
			{ result: 'OPTED_OUT', description: 'Opted out by a reply' },
		]);
	});

	it('Sunday: everybody has got it once, and each row says what happened', async () => {
		await campaign.sending.whileActive(async () => {
			await until(async () => (await campaign.open()) === 0, A_DAY / 2);
		});
		await stage.simulator.post('clock', { advanceSeconds: 3600 });
		const track = async () => (await campaign.tracking.run('Every Five Minutes')).data;
		expect(runCount(await track(), 'Store Status')).toBe(1);
		expect(runCount(await track(), 'Store Status')).toBe(0);

		const sent = await messages();
		expect(repeats(sent.map(({ number }) => number))).toEqual([]);
		expect(new Set(sent.map(({ number }) => number))).toEqual(
			new Set(reached.filter((number) => number !== STOPPED)),
		);
		const names = new Map(
			SHOP.flatMap(({ name, reached }) => reached.map((number) => [number, name])),
		);
		for (const { number, text } of sent) expect(text).toBe(textFor(names.get(number) as string));

		const ledger = new Map(sent.map((message) => [message.number, message]));
		const results = new Map(
			(await stage.rest.dataTableRows('SMS Messages')).map((row) => [
				`${String(row.reference)} ${String(row.number)}`,
				row,
			]),
		);
		const rows = (await recipients()).filter((row) => row.campaign === 'spring');
		expect(rows).toHaveLength(reached.length + refused.length + problems);
		for (const row of rows) {
			const result = results.get(
				`${String(row.campaign)}${String(row.again)} ${String(row.number)}`,
			);
			expectTrue(row, result, ledger.get(String(row.number)));
		}
		const overview = await forms.manage('spring');
		expect(overview).toContain('Not sent yet 0');
		await forms.photograph('example-campaign-overview');
	});

	/** A row, and its result if there is one, say what the gateway knows of that number. */
	function expectTrue(row: IDataObject, result?: IDataObject, message?: SimulatedMessage): void {
		const { number } = row;
		switch (row.result) {
			case 'ACCEPTED':
				expect(result).toMatchObject({ accepted: true, messageId: message?.id, name: row.name });
				if (result?.final === true) expect(result.status).toBe(message?.status);
				break;
			case 'ALREADY_SENT':
			case 'UNCONFIRMED':
				// In doubt: who did not get it would have been refused.
				if (!message) expect(refused).toContain(number);
				break;
			case 'OPTED_OUT':
				expect([...OPTED_OUT, STOPPED]).toContain(number);
				break;
			case 'DUPLICATE':
				expect(reached).toContain(number);
				break;
			default:
				expect([row.result, message]).toEqual([
					expect.stringMatching(/^BAD_DEST|^NO_NUMBER|DNC$/),
					undefined,
				]);
				if (number) expect(refused).toContain(number);
		}
	}
});
