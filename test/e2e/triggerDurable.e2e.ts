import { setTimeout as wait } from 'node:timers/promises';
import { DURABLE } from './durable';
import { setUpStage } from './stage';
import {
	asked,
	askedAgain,
	REPLIES,
	REPLIES_WITHOUT_SHORT_CODE,
	reply,
	SHORT_CODE_MESSAGES,
	textedNumbers,
	watchesOf,
} from './triggers';

const A_MINUTE = 60_000;

describe("with n8n's durable scheduler switched on", () => {
	const stage = setUpStage(DURABLE);
	const { start } = watchesOf(stage);

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
		expect(polls).toBeLessThan(2);
		expect(harvest.failures()[0]).toContain('did not accept the login name or password');
	});
});
