import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf, runCount } from '../../sandbox/execution';
import type { SimulatedMessage } from '../../sandbox/simulator';
import { until } from '../../sandbox/until';
import {
	ALWAYS,
	EVERY_MINUTE,
	importCampaign,
	sendTracked,
	type Campaign,
} from './campaignExample';
import { SEND } from './campaigns';
import { repeats } from './report';
import { shopOf } from './shop';
import { Stage } from './stage';
import { reply } from './triggers';

const SHOP = shopOf(3000);
const ROWS_OF_A_TURN = 100;
const KILLS = 3;
const DELAY_MILLISECONDS = 2000;
const SECONDS_BETWEEN_TURNS = 3;
const A_DAY = 600_000;

const reached = SHOP.flatMap((customer) => customer.reached);
const refused = SHOP.flatMap((customer) => customer.refused);
const problems = SHOP.reduce((sum, customer) => sum + customer.problems, 0);

/** What the example's text is for a name, and what it is billed as. */
const textFor = (name: string): string =>
	`Dear ${name}, our spring sale begins on Saturday. Reply STOP and we will not write again.`;
const partsFor = (name: string): number => (textFor(name).length > 160 ? 2 : 1);

/** Who replied STOP while their row was open. */
const STOPPED = reached.at(-1) as string;

/** Who replied STOP after their scheduled message had left. */
const GONE = '27831999999';

/** One week, one test after the other. */
const stage = new Stage();
let campaign: Campaign;
beforeAll(async () => {
	await stage.open();
	await stage.simulator.post('seed', {
		accounts: [{ login: 'demo', credits: 2000 }],
		blacklist: refused.slice(5),
		optOuts: refused.slice(0, 5).map((number) => ({ login: 'demo', number })),
	});
	campaign = await importCampaign(stage, SHOP, SECONDS_BETWEEN_TURNS);
}, A_DAY);
afterAll(cleanUp);

it('Monday: is prepared once, sends nothing, and says what it costs', async () => {
	const { data, status } = await campaign.prepare.run();
	expect(status).toBe('success');
	const creditsNeeded = SHOP.flatMap(({ name, reached, refused }) =>
		[...reached, ...refused].map(() => partsFor(name)),
	).reduce((sum, parts) => sum + parts, 0);
	expect(itemsOf(data, 'Cost')).toEqual([
		{
			campaign: 'spring-2027',
			messages: reached.length + refused.length,
			problems,
			creditsNeeded,
			creditsThere: 2000,
			enough: false,
		},
	]);
	const again = await campaign.prepare.run();
	expect(again.data.resultData.error?.message).toContain('is in the table SMS Campaign already');
	const rows = await stage.rest.dataTableRows('SMS Campaign');
	expect(rows).toHaveLength(reached.length + refused.length + problems);
	expect(await campaign.open()).toBe(reached.length + refused.length);
	expect(await stage.simulator.messages()).toEqual([]);
});

it('Tuesday: nothing goes out on a holiday, on a day without hours, before they open and when they close', async () => {
	const now = new Date();
	const today = now.toLocaleDateString('en-CA', { timeZone: ALWAYS.timeZone });
	const weekday = now.toLocaleDateString('en', { timeZone: ALWAYS.timeZone, weekday: 'long' });
	const closed = [
		{ ...ALWAYS, holidays: ['2026-01-01', today] },
		{ ...ALWAYS, open: { ...ALWAYS.open, [weekday]: undefined } },
		{ ...ALWAYS, open: { ...ALWAYS.open, [weekday]: { from: '24:00', until: '24:00' } } },
		{ ...ALWAYS, open: { ...ALWAYS.open, [weekday]: { from: '00:00', until: '00:00' } } },
	];
	for (const hours of closed) {
		await campaign.permit(hours);
		const { data, status } = await campaign.sending.run(EVERY_MINUTE);
		expect([status, runCount(data, 'Next Rows')]).toEqual(['success', 0]);
	}
	await campaign.permit({ ...ALWAYS, holidays: ['16.12.2026'] });
	await refusedWith('16.12.2026');
	await campaign.permit(ALWAYS);
	expect(await stage.simulator.messages()).toEqual([]);
});

it(
	'Wednesday: n8n is killed three times while it sends',
	async () => {
		// It leaves at the next minute.
		const scheduledAt = new Date(Date.now() + 1000).toISOString();
		await sendTracked(stage, [{ number: `+${GONE}` }], { scheduledAt });
		await campaign.sending.whileActive(async () => {
			for (let kill = 0; kill < KILLS; kill += 1) {
				const before = (await stage.simulator.messages()).length;
				await stage.simulator.fault(SEND, { delayMs: DELAY_MILLISECONDS }, 2);
				await until(async () => (await stage.simulator.messages()).length > before, 120_000);
				// In the request, at its end, and soon after it.
				await wait(kill * DELAY_MILLISECONDS * 0.6);
				await stage.n8n.process.kill();
				await stage.restart();
			}
			const before = await campaign.open();
			await until(async () => (await campaign.open()) < before, 120_000);
		});
	},
	A_DAY,
);

it(
	'Thursday: several executions at the same moment send nothing twice',
	async () => {
		await stage.simulator.fault(SEND, { delayMs: DELAY_MILLISECONDS }, 2);
		const before = await campaign.open();
		await Promise.all([1, 2, 3].map(() => campaign.sending.run(EVERY_MINUTE)));
		expect(await campaign.open()).toBeLessThan(before);
		expect(await writtenTwice()).toEqual([]);
	},
	A_DAY,
);

it(
	'Friday: without credits, and without a gateway, what was not taken stays open',
	async () => {
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 20 }] });
		const before = await campaign.open();
		// Those of the executions at the same moment.
		const storedTwice = await refusalsStoredTwice();
		await refusedWith('not enough credits');
		const sent = before - (await campaign.open());
		expect(sent).toBeLessThan(ROWS_OF_A_TURN);
		await refusedWith('not enough credits');
		expect(before - (await campaign.open())).toBe(sent);
		expect(await refusalsStoredTwice()).toEqual(storedTwice);

		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
		await stage.simulator.fault(SEND, { status: 404, skipWork: true });
		await refusedWith('404');
		expect(before - (await campaign.open())).toBe(sent);

		await stage.simulator.fault(SEND, { drop: 'after' });
		await campaign.sending.run(EVERY_MINUTE);
		expect(before - (await campaign.open())).toBe(sent + ROWS_OF_A_TURN);
	},
	A_DAY,
);

it('Saturday: STOP closes what is open, and takes back what waits', async () => {
	await campaign.replies.setUp();
	await campaign.replies.whileActive(async () => {
		await reply(stage, { from: GONE, text: 'Stop' });
		await until(async () => (await campaign.replies.outputs('STOP')).length > 0);
	});
	expect(await campaign.replies.failed()).toEqual([]);
	await stage.text(STOPPED);
	const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
	await sendTracked(stage, [{ number: `+${STOPPED}` }], { scheduledAt });
	const waiting = (await stage.simulator.messages()).at(-1) as SimulatedMessage;
	const happy = await answered();
	await campaign.replies.whileActive(async () => {
		await reply(stage, { from: STOPPED, text: 'Stop' });
		await reply(stage, { from: happy.number, text: 'I shall be there' });
		await until(async () => (await storedAs(happy))?.reply === 'I shall be there');
		await until(async () => (await storedAs(waiting))?.status === 'DELETED');
	});
	const rows = await stage.rest.dataTableRows('SMS Campaign');
	expect(rows.filter(({ number }) => number === STOPPED)).toMatchObject([
		{ done: true, problem: 'Opted out by a reply' },
	]);
	expect(await stage.simulator.messages()).toContainEqual(
		expect.objectContaining({ id: waiting.id, deleted: true }),
	);
});

it(
	'Sunday: everybody has got it once, and each row says what happened',
	async () => {
		await campaign.sending.whileActive(async () => {
			await until(async () => (await campaign.open()) === 0, A_DAY / 2);
		});
		await stage.simulator.post('clock', { advanceSeconds: 3600 });
		const tracked = await campaign.tracking.run('Every Five Minutes');
		expect(tracked.status).toBe('success');
		for (let turn = 0; turn < 3; turn += 1) await campaign.tracking.run('Every Five Minutes');

		const sent = await ofTheCampaign();
		expect(await writtenTwice()).toEqual([]);
		expect(new Set(sent.map(({ number }) => number))).toEqual(
			new Set(reached.filter((number) => number !== STOPPED)),
		);
		const names = new Map(
			SHOP.flatMap(({ name, reached }) => reached.map((number) => [number, name])),
		);
		for (const { number, text } of sent) expect(text).toBe(textFor(names.get(number) as string));

		const ledger = new Map(sent.map((message) => [message.number, message]));
		const stored = (await stage.rest.dataTableRows('SMS Messages')).filter(
			({ reference }) => reference === 'spring-2027',
		);
		for (const row of stored) expectTrue(row, ledger.get(String(row.number)));
		const known = new Set(stored.map(({ number }) => number));
		const unknown = [...reached, ...refused].filter((number) => !known.has(number));
		// A turn that was killed before its results were stored.
		expect(unknown.length).toBeLessThanOrEqual(KILLS * ROWS_OF_A_TURN);
		const withoutReport = stored.filter(
			({ result, final }) => result === 'ACCEPTED' && final !== true,
		);
		expect(withoutReport.filter(({ number }) => !String(number).endsWith('9100'))).toEqual([]);
	},
	A_DAY,
);

/** A row of the results is what the gateway knows of that number. */
function expectTrue(row: IDataObject, message: SimulatedMessage | undefined): void {
	switch (row.result) {
		case 'ACCEPTED':
			expect(row).toMatchObject({ accepted: true, messageId: message?.id });
			if (row.final === true) expect(row.status).toBe(message?.status);
			break;
		case 'UNCONFIRMED':
			expect(row.messageId).toBeNull();
			break;
		default:
			expect([row.result, message]).toEqual([
				expect.stringMatching(/^(OPTED_OUT|BAD_DEST)/),
				undefined,
			]);
			expect(refused).toContain(row.number);
	}
}

const ofTheCampaign = async (): Promise<SimulatedMessage[]> =>
	(await stage.simulator.messages()).filter(({ text }) => text.includes('spring sale'));

const writtenTwice = async (): Promise<string[]> =>
	repeats((await ofTheCampaign()).map(({ number }) => number));

const refusalsStoredTwice = async (): Promise<string[]> =>
	repeats(
		(await stage.rest.dataTableRows('SMS Messages')).flatMap(({ accepted, number }) =>
			accepted === false ? String(number) : [],
		),
	);

/** Runs a turn that ends in an error with this reason. */
async function refusedWith(reason: string): Promise<void> {
	const { data, status } = await campaign.sending.run(EVERY_MINUTE);
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toContain(reason);
}

/** A message of the campaign whose ID is stored. */
async function answered(): Promise<SimulatedMessage> {
	const sent = await ofTheCampaign();
	const [row] = (await stage.rest.dataTableRows('SMS Messages')).filter(
		({ messageId, reference }) => messageId !== null && reference === 'spring-2027',
	);
	return sent.find(({ id }) => id === row?.messageId) as SimulatedMessage;
}

const storedAs = async ({ id }: SimulatedMessage): Promise<IDataObject | undefined> =>
	(await stage.rest.dataTableRows('SMS Messages')).find(({ messageId }) => messageId === id);
