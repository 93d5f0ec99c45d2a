import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { itemsOf } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { setUpStage } from './stage';
import {
	askedAgain,
	createWatch,
	Harvest,
	inOrder,
	textedNumbers,
	TRIGGER,
	watch,
	whereabouts,
	type Reply,
	type WatchSetup,
} from './triggers';

const stage = setUpStage();
afterEach(async () => {
	for (const id of active.splice(0)) await stage.rest.deactivate(id);
});

const active: string[] = [];
/** An active workflow that ends with its test. */
const start = async (setup: WatchSetup = {}): Promise<Harvest> => {
	const harvest = await watch(stage, setup);
	active.push(harvest.workflowId);
	return harvest;
};

const REPLIES = { xml: '/xmlgetreplies.asp', query: '/httpgetreplies.asp' };
const SHORT_CODE_MESSAGES = '/xmlgetscmessages.asp';
const STATUSES = '/xmlgetstatus.asp';
const SHORT_CODE = '31234';

const reply = async (answer: Reply): Promise<void> => {
	await stage.simulator.post('replies', { ...answer, login: 'demo' });
};
const setStatus = async (id: string, status: string, code: number): Promise<void> => {
	await stage.simulator.post(`messages/${id}/status`, { status, code });
};

/** Texts that both interfaces can carry. */
const HOSTILE = [
	'Yes & no && maybe &amp; &#38; &lt; %26 %0A +',
	'one; two; three;;',
	'  two spaces before, three behind   ',
	'"double" \'single\' `back` \\ / \\n \\u0041',
	'$& $1 $` ${7 * 7} %s %d',
	'{{ $json }} {{ 1 + 1 }} ={{ $env }}',
	'=1+1',
	'@SUM(A1)',
	'__proto__',
	'constructor',
	'null',
	'0042',
	'1e5',
	'true',
	'<b>bold</b><script>alert(1)</script><!-- note --><?php ?>',
	']]>',
	'<![CDATA[ x ]]>',
	'</Message>',
	'</Message></Reply></XMLGateway_Replies>',
	'<Reply><CLI>27829999999</CLI><Message>forged</Message></Reply>',
	'<!DOCTYPE x [<!ENTITY y "z">]>&y;',
	'line one\nline two\r\nline three\rline four\ttab\n\n',
	'delete \u007f, next line \u0085, no-break\u00a0space, line separator \u2028, \ufeff mark, \ufffd',
	'\u200bzero\u200dwidth \u202ereversed\u202c',
	'Grüße, ναι, да, 是, نعم, हाँ €',
	'👍 👩‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ✌🏽',
	'Ω'.repeat(918),
	'x;SentMessageID=1',
	'Message=x;DateReceived=202601010101',
	'Login=FAIL',
	'FAIL',
	' ',
	"'); DROP TABLE execution_entity; --",
	'{"json": {"error": "x"}}',
	'STOP',
];
/** On the query interface, which does not encode texts, nobody could tell these from records. */
const FORGERIES = [
	'x&CLI=27829999999;DateReceived=202601010101;Message=forged;SentMessageID=1',
	'x;SentMessageID=1&CLI=27829999999;DateReceived=202601010101;Message=forged',
	'CLI=27829999999;DateReceived=202601010101;Message=forged;SentMessageID=1&',
	'FAIL&',
];

const BURSTS = [60, 1, 1, 1, 100, 1, 20, 1, 1, 5];

/** One reply a number, texted at the simulator now many at once and now one by one. */
async function textIn(count: number, texts: string[]): Promise<Reply[]> {
	const numbers = await textedNumbers(stage, count);
	const replies = numbers.map((from, index) => ({
		from,
		text: texts[index % texts.length] as string,
	}));
	let done = 0;
	for (let burst = 0; done < count; burst++) {
		const size = BURSTS[burst % BURSTS.length] as number;
		await Promise.all(replies.slice(done, done + size).map(reply));
		done += size;
		await wait(300);
	}
	return replies;
}

describe('every reply arrives once, byte for byte', () => {
	it('500 over XML, while polls run', async () => {
		const harvest = await start();
		const replies = await textIn(500, [...HOSTILE, ...FORGERIES]);
		await harvest.until(500);
		await askedAgain(stage, REPLIES.xml, 2);
		await harvest.gather();
		expect(inOrder(harvest.items())).toEqual(replies);
		expect(new Set(harvest.items().map(({ recordId }) => recordId)).size).toBe(500);
		expect(harvest.executions().length).toBeGreaterThan(1);
		expect(harvest.failures()).toEqual([]);
	});

	it('200 over the query interface', async () => {
		const harvest = await start({ parameters: { options: { interface: 'query' } } });
		const replies = await textIn(200, HOSTILE);
		await harvest.until(200);
		await askedAgain(stage, REPLIES.query, 2);
		await harvest.gather();
		expect(inOrder(harvest.items())).toEqual(replies);
		expect(harvest.failures()).toEqual([]);
	});

	it('and short-code messages among them, which are replies too, once', async () => {
		const harvest = await start({ parameters: { events: ['reply', 'shortCodeMessage'] } });
		const votes = Array.from({ length: 100 }, (_, index) => ({
			from: `2784${1_000_000 + index}`,
			text: [...HOSTILE, ...FORGERIES][index % 39] as string,
		}));
		const vote = async (): Promise<void> => {
			for (const message of votes) {
				await stage.simulator.post('short-code-messages', { shortCode: SHORT_CODE, ...message });
				await wait(20);
			}
		};
		const [replies] = await Promise.all([textIn(100, HOSTILE), vote()]);
		await harvest.until(200);
		await askedAgain(stage, SHORT_CODE_MESSAGES, 2);
		await harvest.gather();
		const of = (event: string) => harvest.items().filter((item) => item.event === event);
		expect(inOrder(of('reply'))).toEqual(replies);
		expect(inOrder(of('shortCodeMessage'))).toEqual(votes);
		expect(harvest.items()).toHaveLength(200);
		expect(of('shortCodeMessage')[0]).toMatchObject({ shortCode: SHORT_CODE });
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
		await reply({ from, text: 'Real' });
		await stage.simulator.post('short-code-messages', { shortCode: SHORT_CODE, from, text: 'A' });
		const id = await createWatch(stage, {
			parameters: { events: ['reply', 'shortCodeMessage'] },
		});
		const before = (await stage.simulator.requests()).length;
		const samples = await fetched(id);
		expect(samples.map(({ event, sample }) => ({ event, sample }))).toEqual([
			{ event: 'reply', sample: true },
			{ event: 'reply', sample: true },
			{ event: 'shortCodeMessage', sample: true },
		]);
		expect(samples.map(({ optOut }) => optOut)).toEqual([false, true, undefined]);
		// Execute Workflow does the same.
		const whole = await stage.rest.finished(await stage.rest.run(id, TRIGGER));
		expect(itemsOf(whole.data, TRIGGER).every(({ sample }) => sample === true)).toBe(true);
		expect(await stage.simulator.requests()).toHaveLength(before);

		await stage.rest.activate(id);
		active.push(id);
		const items = await new Harvest(stage, id).until(2);
		expect(items.map(({ event, text, sample }) => [event, text, sample])).toEqual([
			['reply', 'Real', undefined],
			['shortCodeMessage', 'A', undefined],
		]);
	});

	it('takes records for good where Live Records was chosen, and says so when there are none', async () => {
		const id = await createWatch(stage, { parameters: { options: { testData: 'live' } } });
		const execution = await stage.rest.finished(await stage.rest.fetchTestEvent(id, TRIGGER));
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toBe(
			'No data with the current filter could be found',
		);

		const [from = ''] = await textedNumbers(stage, 1);
		await reply({ from, text: 'Real' });
		const items = await fetched(id);
		expect(items).toMatchObject([{ event: 'reply', from, text: 'Real' }]);
		expect(items[0]).not.toHaveProperty('sample');

		await stage.rest.activate(id);
		active.push(id);
		await askedAgain(stage, REPLIES.xml);
		const harvest = new Harvest(stage, id);
		await harvest.gather();
		expect(harvest.items()).toEqual([]);
	});

	it('reads real statuses, which the active workflow still gets', async () => {
		const ids = await queuedMessages('27821111111');
		await setStatus(ids[0] as string, 'SENT', 105);
		const harvest = await start({
			parameters: { events: ['statusChange'], messageIds: ids[0] },
			secondsBetweenPolls: 5,
		});
		await harvest.until(1);
		await askedAgain(stage, STATUSES);
		await setStatus(ids[0] as string, 'SENT', 100);
		expect(await fetched(harvest.workflowId)).toMatchObject([
			{ event: 'statusChange', messageId: ids[0], statusCode: 100, previousStatusCode: null },
		]);
		await harvest.gather();
		expect(harvest.items()).toHaveLength(1);
		await harvest.until(2);
		expect(harvest.items()[1]).toMatchObject({ statusCode: 100, previousStatusCode: 105 });
	});
});

/** Messages whose statuses stand still until the clock is moved; gives their IDs. */
async function queuedMessages(...numbers: string[]): Promise<string[]> {
	await stage.simulator.post('clock', { speed: 0 });
	await stage.text(...numbers);
	return (await stage.simulator.messages()).map(({ id }) => id);
}

describe('failures', () => {
	const PASSWORD = 'Unm1stakable&Secret%';
	/** As it stands in a URL, in XML and on its own. */
	const FORMS = ['Unm1stakable', encodeURIComponent(PASSWORD), PASSWORD.replace('&', '&amp;')];

	it('replies keep coming while short-code reads fail, and n8n shows the failures', async () => {
		const numbers = await textedNumbers(stage, 5);
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: PASSWORD }] });
		const harvest = await start({
			parameters: { events: ['reply', 'shortCodeMessage'] },
			login: { password: PASSWORD },
		});
		await stage.simulator.fault(SHORT_CODE_MESSAGES, { status: 500, body: 'out of order' }, 5);
		for (const [index, from] of numbers.entries()) {
			await reply({ from, text: `Reply ${index}` });
			await askedAgain(stage, SHORT_CODE_MESSAGES);
		}
		await until(async () => {
			await harvest.gather();
			return harvest.items().length >= 5;
		});
		expect(harvest.items().map(({ text }) => text)).toEqual([
			'Reply 0',
			'Reply 1',
			'Reply 2',
			'Reply 3',
			'Reply 4',
		]);
		// The same failure in a row is shown once an hour.
		expect(harvest.failures()).toEqual([
			'Short code messages were not read. The gateway could not process the request (HTTP 500)',
		]);
		// Nothing of it outlasts the failure.
		await stage.simulator.post('short-code-messages', {
			shortCode: SHORT_CODE,
			from: numbers[0],
			text: 'At last',
		});
		await harvest.until(6);
		expect(await whereabouts(stage, ...FORMS)).toEqual([]);
	});

	it('a wrong login at activation is shown as a failed execution, and keeps the password to itself', async () => {
		const [from = ''] = await textedNumbers(stage, 1);
		const harvest = await start({ login: { password: PASSWORD } });
		await until(async () => {
			await harvest.gather();
			return harvest.failures().length > 0;
		});
		expect(harvest.failures()[0]).toBe(
			'Replies were not read. The gateway did not accept the login name or password',
		);
		// The trigger lives: it reads as soon as the login is right.
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: PASSWORD }] });
		await reply({ from, text: 'Mended' });
		expect(await harvest.until(1)).toMatchObject([{ text: 'Mended' }]);
		expect(await whereabouts(stage, ...FORMS)).toEqual([]);
	});

	it('a login that turns wrong fails the polls, and the replies wait at the gateway', async () => {
		const [from = ''] = await textedNumbers(stage, 1);
		const harvest = await start();
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: PASSWORD }] });
		await reply({ from, text: 'Still there' });
		await until(async () => {
			await harvest.gather();
			return harvest.failures().length >= 1;
		});
		expect(harvest.failures()[0]).toBe(
			'Replies were not read. The gateway did not accept the login name or password',
		);
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', password: 'demo' }] });
		expect(await harvest.until(1)).toMatchObject([{ text: 'Still there' }]);
	});
});

describe('a gateway in trouble while a workflow is published', () => {
	/** n8n 2 tries five times in 15 seconds to start a trigger, and never again. */
	const TROUBLE_MILLISECONDS = 30_000;

	it.each([
		['is down', { drop: 'before' }],
		['answers 503', { status: 503, skipWork: true }],
	])('%s: the polls go on when it is back', async (_, fault) => {
		const [from = ''] = await textedNumbers(stage, 1);
		const edited = await start();
		const other = await createWatch(stage, { parameters: { events: ['shortCodeMessage'] } });
		active.push(other);
		await askedAgain(stage, REPLIES.xml);
		await stage.simulator.post('faults', { times: 1_000, fault });
		await Promise.all([
			stage.rest.changeNode(edited.workflowId, TRIGGER, { options: { testData: 'live' } }),
			stage.rest.activate(other),
			askedAgain(stage, REPLIES.xml, 5),
			askedAgain(stage, SHORT_CODE_MESSAGES, 5),
			wait(TROUBLE_MILLISECONDS),
		]);
		const activated = new Harvest(stage, other);
		await Promise.all([edited.gather(), activated.gather()]);
		// A failure that goes on is reported once an hour.
		expect(edited.failures()).toHaveLength(1);
		expect(activated.failures()).toHaveLength(1);
		await stage.reset();
		await textedNumbers(stage, 1);
		await reply({ from, text: 'At last' });
		await stage.simulator.post('short-code-messages', { shortCode: SHORT_CODE, from, text: 'A' });
		expect(await activated.until(1)).toMatchObject([{ text: 'A' }]);
		// A message to a short code is a reply as well.
		expect(await edited.until(2)).toMatchObject([{ text: 'At last' }, { text: 'A' }]);
	});
});

describe('a gateway that cannot be reached while n8n starts', () => {
	it('is asked again as soon as it can', async () => {
		const [from = ''] = await textedNumbers(stage, 1);
		const harvest = await start();
		await stage.n8n.stop();
		await stage.simulator.post('faults', { times: 1_000, fault: { drop: 'before' } });
		await stage.restart();
		// n8n 2 tries five times in 15 seconds to start a trigger, and never again.
		await wait(20_000);
		await stage.simulator.post('reset', {});
		await textedNumbers(stage, 1);
		await reply({ from, text: 'At last' });
		expect(await harvest.until(1)).toMatchObject([{ text: 'At last' }]);
		expect(harvest.failures()).toContain(
			'Replies were not read. The connection broke before the answer of the gateway was complete',
		);
	});
});

describe('status changes of a list of messages', () => {
	const FINE = '27821111111';
	const FAILS = '27821119101';
	const brief = (item: IDataObject) =>
		`${item.messageId}: ${item.previousStatusCode ?? 'none'} to ${item.statusCode} ${item.status}` +
		(item.repeated === true ? ', repeated' : '');

	it('each comes once, but for the last before a restart, and what has come to its end is not asked about again', async () => {
		const [first, second] = (await queuedMessages(FINE, FAILS)) as [string, string];
		const advance = async (advanceSeconds: number): Promise<void> => {
			await stage.simulator.post('clock', { advanceSeconds });
		};
		const harvest = await start({
			parameters: { events: ['statusChange'], messageIds: `${first}, ${second}; 999999` },
		});
		// Queued, and so NOTFOUND: no change.
		await askedAgain(stage, STATUSES, 2);
		await harvest.gather();
		expect(harvest.items()).toEqual([]);

		await advance(1.5);
		await harvest.until(2);
		await stage.n8n.stop();
		await setStatus(second, 'SENT', 100);
		await stage.restart();
		await harvest.until(4);
		await advance(5);
		await setStatus(second, 'SENDINGFAILED', 101);
		await harvest.until(6);
		await askedAgain(stage, STATUSES, 2);
		await harvest.gather();
		expect(harvest.items().map(brief)).toEqual([
			`${first}: none to 105 SENT`,
			`${second}: none to 105 SENT`,
			// A change from just before n8n ended may not have reached anybody.
			`${first}: none to 105 SENT, repeated`,
			`${second}: 105 to 100 SENT`,
			`${first}: 105 to 0 DELIVERED`,
			`${second}: 100 to 101 SENDINGFAILED`,
		]);
		expect(harvest.failures()).toEqual([]);

		const [last] = (await stage.simulator.requests()).slice(-1);
		expect(JSON.stringify(last?.request)).toContain('999999');
		expect(JSON.stringify(last?.request)).not.toContain(first);
		expect(JSON.stringify(last?.request)).not.toContain(second);
	});
});

describe('polls in flight when their workflows are changed or n8n ends', () => {
	/** The answers are on their way for so long; the gateway has handed the records out by then. */
	const IN_FLIGHT = 3_000;
	const MOMENTS = [
		{
			moment: 'workflow edited',
			interrupt: async (id: string) =>
				stage.rest.changeNode(id, TRIGGER, { options: { testData: 'live' } }),
			resume: async () => undefined,
		},
		{
			moment: 'workflow deactivated',
			interrupt: async (id: string) => stage.rest.deactivate(id),
			resume: async (id: string) => stage.rest.activate(id),
		},
		{
			moment: 'n8n stopped',
			interrupt: async () => stage.n8n.stop(),
			resume: async () => (stage.n8n.process.hasEnded ? stage.restart() : undefined),
		},
	];
	const table = [`${'In flight when'.padEnd(20)} | ${'reply'.padEnd(8)} | status changes`];
	afterAll(() => console.log(table.join('\n')));

	it.each(MOMENTS)('$moment', async ({ moment, interrupt, resume }) => {
		const [from = '', other = ''] = await textedNumbers(stage, 2);
		const [messageId = ''] = await queuedMessages('27821111111');
		const replies = await start();
		const changes = await start({
			parameters: { events: ['statusChange'], messageIds: messageId },
		});
		const both = [replies.workflowId, changes.workflowId];
		await askedAgain(stage, REPLIES.xml);
		await askedAgain(stage, STATUSES);
		for (const path of [REPLIES.xml, STATUSES])
			await stage.simulator.fault(path, { delayMs: IN_FLIGHT });
		await Promise.all([reply({ from, text: 'In flight' }), setStatus(messageId, 'SENT', 100)]);
		await until(
			async () =>
				(await answers(REPLIES.xml)).includes('In flight') &&
				(await answers(STATUSES)).includes('<StatusCode>100'),
		);
		await Promise.all(both.map(interrupt));
		await wait(IN_FLIGHT + 1_000);
		for (const id of both) await resume(id);

		// A change from just before n8n ended comes once more, marked.
		const codes = () =>
			changes
				.items()
				.filter(({ repeated }) => repeated !== true)
				.map(({ statusCode }) => statusCode);
		await changes.until(1);
		await setStatus(messageId, 'DELIVERED', 0);
		await reply({ from: other, text: 'Afterwards' });
		await until(async () => {
			await Promise.all([changes.gather(), replies.gather()]);
			return codes().includes(0) && replies.items().some(({ text }) => text === 'Afterwards');
		});
		await askedAgain(stage, REPLIES.xml, 2);
		await Promise.all([changes.gather(), replies.gather()]);
		const texts = replies.items().map(({ text }) => text);
		const verdict = texts.includes('In flight') ? 'arrives' : 'is lost';
		table.push(`${moment.padEnd(20)} | ${verdict.padEnd(8)} | ${codes().join(' and ')}`);
		expect(texts).toEqual(['In flight', 'Afterwards']);
		expect(codes()).toEqual([100, 0]);
	});

	const answers = async (path: string): Promise<string> =>
		(await stage.simulator.requests())
			.filter((request) => request.path === path)
			.map(({ answer }) => answer?.body ?? '')
			.join('\n');
});
