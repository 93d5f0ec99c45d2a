import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { itemsOf } from '../../sandbox/execution';
import { PASSWORD, whereIsPassword } from './password';
import { setUpStage } from './stage';
import {
	askedAgain,
	createWatch,
	inOrder,
	REPLIES,
	reply,
	setStatus,
	SHORT_CODE_MESSAGES,
	STATUSES,
	textedNumbers,
	TRIGGER,
	watchesOf,
	type Reply,
} from './triggers';

const stage = setUpStage();
const { activate, start } = watchesOf(stage);

/** n8n 2 tries five times in 15 seconds to start a trigger, and never again. */
const TROUBLE_MILLISECONDS = 20_000;
const BOTH = { events: ['reply', 'shortCodeMessage'] };

const vote = async ({ from, text }: Reply): Promise<void> =>
	await stage.simulator.post('short-code-messages', { shortCode: '31234', from, text });

/** Messages whose statuses stand still until they are set or the clock is moved; gives their IDs. */
async function standingMessages(...numbers: string[]): Promise<string[]> {
	await stage.simulator.post('clock', { speed: 0 });
	await stage.text(...numbers);
	return (await stage.simulator.messages()).map(({ id }) => id);
}

/** Texts that n8n has to store as they are. */
const HOSTILE = [
	'Yes & no && maybe &amp; &#38; &lt; %26 %0A +',
	'one; two; three;;',
	'  two spaces before, three behind   ',
	'"double" \'single\' `back` \\ / \\n \\u0041',
	'$& $1 $` ${7 * 7} %s %d {{ $json }} ={{ $env }}',
	'=1+1',
	'__proto__',
	'null',
	'0042',
	'<b>bold</b><script>alert(1)</script><!-- note --><?php ?>',
	']]></Message></Reply></XMLGateway_Replies><![CDATA[ x ]]>',
	'<Reply><CLI>27829999999</CLI><Message>forged</Message></Reply>',
	'line one\nline two\r\nline three\rline four\ttab\n\n',
	'delete \u007f, next line \u0085, line separator \u2028, \ufeff mark, \ufffd',
	'Grüße, ναι, да, 是, نعم, हाँ € 👍 👩‍👩‍👧 \u202ereversed\u202c',
	'Ω'.repeat(918),
	' ',
	"'); DROP TABLE execution_entity; --",
	'{"json": {"error": "x"}}',
	'STOP',
];

/** One reply for each of so many numbers. */
const hostileReplies = async (count: number): Promise<Reply[]> =>
	(await textedNumbers(stage, count)).map((from, index) => ({
		from,
		text: HOSTILE[index % HOSTILE.length] as string,
	}));

/** Lets people reply, now many at once and now one by one. */
async function textIn(replies: Reply[]): Promise<void> {
	for (let done = 0, size = 1; done < replies.length; done += size, size = (size * 3) % 100) {
		await Promise.all(replies.slice(done, done + size).map((one) => reply(stage, one)));
		await wait(100);
	}
}

describe('every record arrives once, byte for byte', () => {
	it('500 replies, while polls run', async () => {
		const harvest = await start();
		const replies = await hostileReplies(500);
		await textIn(replies.slice(0, 250));
		await harvest.until(1);
		await textIn(replies.slice(250));
		await harvest.until(500);
		await askedAgain(stage, REPLIES, 2);
		await harvest.gather();
		expect(inOrder(harvest.items())).toEqual(replies);
		expect(new Set(harvest.items().map(({ recordId }) => recordId)).size).toBe(500);
		expect(harvest.executions().length).toBeGreaterThan(1);
		expect(harvest.failures()).toEqual([]);
	});

	it('replies over the query interface, and short-code messages, which are replies too', async () => {
		const harvest = await start({ parameters: BOTH });
		const votes = HOSTILE.map((text, index) => ({ from: `2784${1_000_000 + index}`, text }));
		for (const one of votes) await vote(one);
		const replies = await hostileReplies(100);
		await textIn(replies);
		await harvest.until(100 + votes.length);
		await askedAgain(stage, SHORT_CODE_MESSAGES, 2);
		await harvest.gather();
		const of = (event: string) => harvest.items().filter((item) => item.event === event);
		expect(inOrder(of('reply'))).toEqual(replies);
		expect(inOrder(of('shortCodeMessage'))).toEqual(votes);
		expect(harvest.items()).toHaveLength(100 + votes.length);
		expect(harvest.failures()).toEqual([]);
	});
});

describe('Fetch Test Event', () => {
	const fetched = async (id: string): Promise<IDataObject[]> => {
		const execution = await stage.rest.fetchTestEvent(id, TRIGGER);
		return itemsOf((await stage.rest.finished(execution)).data, TRIGGER);
	};

	it('shows samples, and takes nothing from the gateway', async () => {
		const [from = ''] = await textedNumbers(stage, 1);
		await reply(stage, { from, text: 'Real' });
		await vote({ from, text: 'A' });
		const id = await createWatch(stage, { parameters: BOTH });
		const before = (await stage.simulator.requests()).length;
		expect((await fetched(id)).map(({ event, sample, optOut }) => [event, sample, optOut])).toEqual(
			[
				['reply', true, false],
				['reply', true, true],
				['shortCodeMessage', true, undefined],
			],
		);
		// Execute Workflow does the same.
		const whole = await stage.rest.finished(await stage.rest.run(id, TRIGGER));
		expect(itemsOf(whole.data, TRIGGER).every(({ sample }) => sample === true)).toBe(true);
		expect(await stage.simulator.requests()).toHaveLength(before);

		const items = await (await activate(id)).until(2);
		expect(items.map(({ event, text, sample }) => [event, text, sample])).toEqual([
			['reply', 'Real', undefined],
			['shortCodeMessage', 'A', undefined],
		]);
	});

	it('takes records for good where Live Records was chosen, and says so when there are none', async () => {
		const id = await createWatch(stage, { parameters: { options: { testData: 'live' } } });
		const { data } = await stage.rest.finished(await stage.rest.fetchTestEvent(id, TRIGGER));
		expect(data.resultData.error?.message).toBe('No data with the current filter could be found');

		const [from = ''] = await textedNumbers(stage, 1);
		await reply(stage, { from, text: 'Real' });
		const items = await fetched(id);
		expect(items).toMatchObject([{ event: 'reply', from, text: 'Real' }]);
		expect(items[0]).not.toHaveProperty('sample');
		const harvest = await activate(id);
		await askedAgain(stage, REPLIES);
		await harvest.gather();
		expect(harvest.items()).toEqual([]);
	});

	it('reads real statuses, which the active workflow still gets', async () => {
		const [messageIds = ''] = await standingMessages('27821111111');
		await setStatus(stage, messageIds, 'SENT', 105);
		const parameters = { events: ['statusChange'], messageIds };
		const harvest = await start({ parameters, secondsBetweenPolls: 5 });
		await harvest.until(1);
		await askedAgain(stage, STATUSES);
		await setStatus(stage, messageIds, 'SENT', 100);
		expect(await fetched(harvest.workflowId)).toMatchObject([
			{ messageId: messageIds, statusCode: 100, previousStatusCode: null },
		]);
		await harvest.gather();
		expect(harvest.items()).toHaveLength(1);
		await harvest.until(2);
		expect(harvest.items()[1]).toMatchObject({ statusCode: 100, previousStatusCode: 105 });
	});
});

describe('failures', () => {
	const changePassword = async () =>
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: PASSWORD }] });

	it('replies keep coming while short-code reads fail, and n8n shows the failures', async () => {
		const numbers = await textedNumbers(stage, 5);
		await changePassword();
		const harvest = await start({ parameters: BOTH, login: { password: PASSWORD } });
		await stage.simulator.fault(SHORT_CODE_MESSAGES, { status: 500, body: 'out of order' }, 5);
		for (const from of numbers) {
			await reply(stage, { from, text: `Reply of ${from}` });
			await askedAgain(stage, SHORT_CODE_MESSAGES);
		}
		const items = await harvest.until(5);
		expect(items.map(({ text }) => text)).toEqual(numbers.map((from) => `Reply of ${from}`));
		// The same failure in a row is shown once an hour.
		expect(harvest.failures()).toEqual([
			'Short code messages were not read. The gateway could not process the request (HTTP 500)',
		]);
		await vote({ from: numbers[0] as string, text: 'At last' });
		await harvest.until(6);
		expect(await whereIsPassword(stage)).toEqual([]);
	});

	it('a wrong login at activation is a failed execution, and the trigger lives', async () => {
		const [from = ''] = await textedNumbers(stage, 1);
		const harvest = await start({ login: { password: PASSWORD } });
		expect((await harvest.untilFailed())[0]).toBe(
			'Replies were not read. The gateway did not accept the login name or password',
		);
		await changePassword();
		await reply(stage, { from, text: 'Mended' });
		expect(await harvest.until(1)).toMatchObject([{ text: 'Mended' }]);
		expect(await whereIsPassword(stage)).toEqual([]);
	});
});

describe('a gateway that cannot be reached', () => {
	const isAway = async () =>
		await stage.simulator.post('faults', { times: 1_000, fault: { drop: 'before' } });
	const isBack = async (): Promise<void> => {
		await stage.reset();
		const [from = ''] = await textedNumbers(stage, 1);
		await reply(stage, { from, text: 'At last' });
	};

	it('while workflows are published is asked again when it is back', async () => {
		const edited = await start();
		await askedAgain(stage, REPLIES);
		await isAway();
		const [activated] = await Promise.all([
			start({ parameters: { events: ['shortCodeMessage'] } }),
			stage.rest.changeNode(edited.workflowId, TRIGGER, { options: { testData: 'live' } }),
			wait(TROUBLE_MILLISECONDS),
		]);
		await Promise.all([edited.gather(), activated.gather()]);
		// A failure that goes on is reported once an hour, and at an activation.
		expect(edited.failures().length).toBeLessThanOrEqual(2);
		expect(activated.failures()).toHaveLength(1);
		await isBack();
		expect(await edited.until(1)).toMatchObject([{ text: 'At last' }]);
		await vote({ from: '27821111111', text: 'A' });
		expect(await activated.until(1)).toMatchObject([{ text: 'A' }]);
	});

	it('while n8n starts is asked again when it is back', async () => {
		const harvest = await start();
		await stage.n8n.stop();
		await isAway();
		await stage.restart();
		await wait(TROUBLE_MILLISECONDS);
		await isBack();
		expect(await harvest.until(1)).toMatchObject([{ text: 'At last' }]);
		expect(harvest.failures()).toContain(
			'Replies were not read. The connection broke before the answer of the gateway was complete',
		);
	});
});

it('each status change comes once, over a restart too, and a final one is not asked about again', async () => {
	const [first = '', second = ''] = await standingMessages('27821111111', '27821119101');
	const brief = (item: IDataObject) =>
		`${item.messageId}: ${item.previousStatusCode ?? 'none'} to ${item.statusCode} ${item.status}`;
	const messageIds = `${first}, ${second}; 999999`;
	const harvest = await start({ parameters: { events: ['statusChange'], messageIds } });
	// Queued, and so NOTFOUND: no change.
	await askedAgain(stage, STATUSES, 2);
	await harvest.gather();
	expect(harvest.items()).toEqual([]);

	await stage.simulator.post('clock', { advanceSeconds: 1.5 });
	await harvest.until(2);
	await stage.n8n.stop();
	await setStatus(stage, second, 'SENT', 100);
	await stage.restart();
	await harvest.until(3);
	await stage.simulator.post('clock', { advanceSeconds: 5 });
	await setStatus(stage, second, 'SENDINGFAILED', 101);
	await harvest.until(5);
	await askedAgain(stage, STATUSES, 2);
	await harvest.gather();
	expect(harvest.items().map(brief)).toEqual([
		`${first}: none to 105 SENT`,
		`${second}: none to 105 SENT`,
		`${second}: 105 to 100 SENT`,
		`${first}: 105 to 0 DELIVERED`,
		`${second}: 100 to 101 SENDINGFAILED`,
	]);
	expect(harvest.failures()).toEqual([]);

	const last = JSON.stringify((await stage.simulator.requests()).at(-1)?.request);
	expect(last).toContain('999999');
	expect(last).not.toContain(first);
	expect(last).not.toContain(second);
});
