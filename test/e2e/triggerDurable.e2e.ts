import { setTimeout as wait } from 'node:timers/promises';
import { DURABLE } from './durable';
import { isN8n1 } from './release';
import { setUpStage } from './stage';
import {
	asked,
	askedAgain,
	REPLIES,
	REPLIES_WITHOUT_SHORT_CODE,
	reply,
	setStatus,
	SHORT_CODE_MESSAGES,
	standingMessages,
	STATUSES,
	textedNumbers,
	watchesOf,
} from './triggers';

const A_MINUTE = 60_000;

describe("with n8n's durable scheduler switched on, of which n8n 1 knows nothing", () => {
	const stage = setUpStage(DURABLE);
	const { start } = watchesOf(stage);

	it('status changes come once, and n8n itself keeps what was seen', async () => {
		const [id = ''] = await standingMessages(stage, '27821111111');
		const harvest = await start({
			parameters: { events: ['statusChange'], messageIds: id },
		});
		await setStatus(stage, id, 'SENT', 105);
		await askedAgain(stage, STATUSES, 2);
		await setStatus(stage, id, 'SENT', 100);
		await askedAgain(stage, STATUSES, 2);
		await setStatus(stage, id, 'DELIVERED', 0);
		await harvest.until(3, A_MINUTE);
		expect(harvest.items().map(({ statusCode }) => statusCode)).toEqual([105, 100, 0]);
		expect(harvest.failures()).toEqual([]);
	});

	it('replies keep coming while short-code reads fail', async () => {
		const numbers = await textedNumbers(stage, 3);
		const harvest = await start({ parameters: { events: ['reply', 'shortCodeMessage'] } });
		await stage.simulator.fault(SHORT_CODE_MESSAGES, { status: 500 }, 3);
		for (const from of numbers) {
			await reply(stage, { from, text: 'Yes' });
			await askedAgain(stage, REPLIES_WITHOUT_SHORT_CODE);
		}
		await harvest.untilFailed();
		await harvest.until(3, A_MINUTE);
		expect(harvest.items()).toHaveLength(3);
		// A failure that goes on is reported once an hour.
		expect(harvest.failures()).toHaveLength(1);
		expect(harvest.failures()[0]).toContain('Short code messages were not read');
	});

	it('a login that turns wrong is left alone for a while', async () => {
		const harvest = await start();
		await askedAgain(stage, REPLIES);
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: 'another' }] });
		await harvest.untilFailed();
		const before = await asked(stage, REPLIES);
		await wait(20_000);
		const polls = (await asked(stage, REPLIES)) - before;
		// n8n stops for half an hour when it is told that a person has to mend the login.
		if (isN8n1) expect(polls).toBeGreaterThan(7);
		else expect(polls).toBeLessThan(2);
		expect(harvest.failures()[0]).toContain('did not accept the login name or password');
	});
});
