import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../sandbox/until';
import { DURABLE } from './durable';
import { isN8n1 } from './release';
import { setUpStage } from './stage';
import {
	asked,
	askedAgain,
	inOrder,
	textedNumbers,
	watch,
	type Harvest,
	type Reply,
	type WatchSetup,
} from './triggers';

const REPLIES = '/xmlgetreplies.asp';
const REPLIES_WITHOUT_SHORT_CODE = '/httpgetreplies.asp';
const SHORT_CODE_MESSAGES = '/xmlgetscmessages.asp';
const STATUSES = '/xmlgetstatus.asp';
const A_MINUTE = 60_000;

describe("with n8n's durable scheduler switched on, of which n8n 1 knows nothing", () => {
	const stage = setUpStage(DURABLE);
	const active: string[] = [];
	afterEach(async () => {
		for (const id of active.splice(0)) await stage.rest.deactivate(id);
	});
	const start = async (setup: WatchSetup = {}): Promise<Harvest> => {
		const harvest = await watch(stage, setup);
		active.push(harvest.workflowId);
		return harvest;
	};
	const reply = async (answer: Reply): Promise<void> => {
		await stage.simulator.post('replies', { ...answer, login: 'demo' });
	};

	it('replies come once', async () => {
		const harvest = await start();
		const numbers = await textedNumbers(stage, 100);
		const replies = numbers.map((from, index) => ({ from, text: `Reply ${index} & more` }));
		for (const [index, answer] of replies.entries()) {
			await reply(answer);
			if (index % 25 === 0) await askedAgain(stage, REPLIES);
		}
		await harvest.until(100, A_MINUTE);
		await askedAgain(stage, REPLIES, 2);
		await harvest.gather();
		expect(inOrder(harvest.items())).toEqual(replies);
		expect(harvest.failures()).toEqual([]);
	});

	it('status changes come once, and n8n itself keeps what was seen', async () => {
		await stage.simulator.post('clock', { speed: 0 });
		await stage.text('27821111111');
		const [id = ''] = (await stage.simulator.messages()).map((message) => message.id);
		const harvest = await start({
			parameters: { events: ['statusChange'], messageIds: id },
		});
		const set = async (status: string, code: number): Promise<void> => {
			await stage.simulator.post(`messages/${id}/status`, { status, code });
		};
		await set('SENT', 105);
		await askedAgain(stage, STATUSES, 2);
		await set('SENT', 100);
		await askedAgain(stage, STATUSES, 2);
		await set('DELIVERED', 0);
		await harvest.until(3, A_MINUTE);
		expect(harvest.items().map(({ statusCode }) => statusCode)).toEqual([105, 100, 0]);
		expect(harvest.failures()).toEqual([]);
	});

	it('replies keep coming while short-code reads fail', async () => {
		const numbers = await textedNumbers(stage, 3);
		const harvest = await start({ parameters: { events: ['reply', 'shortCodeMessage'] } });
		await stage.simulator.post('faults', {
			match: { path: SHORT_CODE_MESSAGES },
			times: 3,
			fault: { status: 500 },
		});
		for (const from of numbers) {
			await reply({ from, text: 'Yes' });
			await askedAgain(stage, REPLIES_WITHOUT_SHORT_CODE);
		}
		await until(async () => {
			await harvest.gather();
			return harvest.items().length >= 3 && harvest.failures().length > 0;
		}, A_MINUTE);
		expect(harvest.items()).toHaveLength(3);
		// A failure that goes on is reported once an hour.
		expect(harvest.failures()).toHaveLength(1);
		expect(harvest.failures()[0]).toContain('Short code messages were not read');
	});

	it('a login that turns wrong is left alone for a while', async () => {
		const harvest = await start();
		await askedAgain(stage, REPLIES);
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: 'another' }] });
		await until(async () => {
			await harvest.gather();
			return harvest.failures().length > 0;
		}, A_MINUTE);
		const before = await asked(stage, REPLIES);
		await wait(20_000);
		const polls = (await asked(stage, REPLIES)) - before;
		// n8n stops for half an hour when it is told that a person has to mend the login.
		if (isN8n1) expect(polls).toBeGreaterThan(7);
		else expect(polls).toBeLessThan(2);
		expect(harvest.failures()[0]).toContain('did not accept the login name or password');
	});
});
