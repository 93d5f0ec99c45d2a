import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { exampleFiles, type ExampleWorkflow } from '../../sandbox/examples';
import { itemsOf, runCount } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { beginAgent, modelCredential } from './agents';
import { hurry } from './campaignExample';
import { SEND } from './campaigns';
import { startChatModel, startTalkingModel, type ChatModel, type ChatRequest } from './chatModel';
import { Example, importExamples } from './exampleWorkflow';
import { linkIn, nextLink, post } from './questions';
import { setUpStage, START } from './stage';
import { asked, askedAgain, REPLIES, reply } from './triggers';
import { chain, node } from './workflows';

const SECONDS_BETWEEN_POLLS = 2;
const DRIVER = '27821111111';

const stage = setUpStage();

/** A sheet as people have it. */
const SHEET = [
	{ name: 'lost its zero', number: 821117030 },
	{ name: 'two in a cell', number: '082 111 7031, +27 82 111 7032' },
	{ name: 'nothing', number: '' },
	{ name: 'words', number: 'on the desk' },
	{ name: 'quotes around it', number: '“+27 82 111 7033”' },
	{ name: 'Pat O’Brien', number: '27821117034.0' },
];
/** Who gets the SMS where the country is known, and where it is not. */
const REACHED_AT_HOME = ['27821117030', '27821117031', '27821117032', '27821117034'];
const REACHED_FROM_ABROAD = ['27821117032', '27821117034'];

/** Each file of examples/. */
const EXAMPLES = Object.fromEntries(
	exampleFiles().map((file) => [file.replace('.json', ''), new Example(stage, file)]),
);
const example = (name: string): Example => EXAMPLES[name] as Example;

/** What has tests: here, in the files of the campaign, in repliesAtOnce.e2e.ts, or in the demo. */
const TRIED = [
	'campaign',
	'campaign-send',
	'delivery-tracking',
	'replies-at-once',
	'send-and-follow',
];

function trial(name: string, tests: (example: Example) => void): void {
	TRIED.push(name);
	describe(name, () => tests(example(name)));
}

/** The model of the examples with an agent, and what it says. */
let model: ChatModel;
let say: (chat: ChatRequest) => string;

beforeAll(async () => {
	model = await startTalkingModel((chat) => say(chat));
	const credential = await modelCredential(stage, model.address);
	const workflows = Object.values(EXAMPLES).map(({ workflow }) => adapted(workflow, credential));
	await importExamples(stage, workflows);
});
afterAll(async () => model?.close());

/** A copy with a model, and seconds where it has minutes. */
function adapted(workflow: ExampleWorkflow, credential: string): ExampleWorkflow {
	const copy = structuredClone(workflow);
	hurry(SECONDS_BETWEEN_POLLS, copy);
	for (const one of copy.nodes) {
		const { parameters, type } = one;
		if (type === '@n8n/n8n-nodes-langchain.lmChatOpenAi') {
			one.credentials = { openAiApi: { id: credential, name: 'Model' } };
		}
		if (type === 'n8n-nodes-base.wait') Object.assign(parameters, { unit: 'seconds' });
	}
	return copy;
}

const texted = async (from: string, text: string): Promise<void> =>
	await reply(stage, { from, text });

const sentTo = async (number: string): Promise<string[]> =>
	(await stage.simulator.messages()).flatMap((message) =>
		message.number === number && message.text !== 'Hello' ? message.text : [],
	);

/** Waits until so many messages have been sent. */
const sent = async (count = 1): Promise<void> =>
	void (await until(async () => (await stage.simulator.messages()).length === count));

const numbersSent = async (): Promise<string[]> =>
	(await stage.simulator.messages()).map(({ number }) => number);

const textsOf = (items: IDataObject[]): unknown[] => items.map(({ text }) => text);

/** The SMS may arrive before n8n has stored that the execution waits. */
const press = async (link: string, fields: Record<string, string>): Promise<void> =>
	void (await until(async () => (await post(link, fields)).ok));

/** Waits for as many polls as that, and for what the last of them started. */
async function polls(count: number, address = REPLIES): Promise<void> {
	await askedAgain(stage, address, count);
	await wait(1000);
}

trial('approval-by-sms', (approval) => {
	it.each([
		['Approved', 'approve', true],
		['Declined', 'disapprove', false],
	])('goes on with the answer: %s', async (end, decision, approved) => {
		const run = await approval.begin();
		const link = await nextLink(stage, run);
		expect(await (await fetch(link)).text()).toContain('Yes, I can');
		await press(link, { decision });
		const { data } = await stage.rest.finished(run);
		expect(itemsOf(data, end)).toMatchObject([{ data: { approved } }]);
	});
});

const QUESTION = 'Can you drive?';

/** Calls Ask by SMS, and gives the ID of the calling execution. */
async function callAsking(values: IDataObject = {}): Promise<string> {
	const workflowInputs = {
		mappingMode: 'defineBelow',
		value: { number: `+${DRIVER}`, question: QUESTION, waitMinutes: 5, ...values },
	};
	const workflowId = { __rl: true, mode: 'id', value: example('ask-by-sms').id };
	const parameters = { workflowId, workflowInputs };
	const call = node('Call', 'n8n-nodes-base.executeWorkflow', parameters, { typeVersion: 1.2 });
	const { id } = await stage.rest.createWorkflow(chain([START, call], { executionOrder: 'v1' }));
	return await stage.rest.run(id, START.name);
}

const openQuestions = async () => await stage.rest.dataTableRows('SMS Questions');

/** What the calling workflow gets. */
async function answerTo(execution: string): Promise<IDataObject[]> {
	const { data, status } = await stage.rest.finished(execution, 110_000);
	expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
	return itemsOf(data, 'Call');
}

trial('ask-by-sms', (ask) => {
	const STRANGER = '27822222222';
	beforeAll(async () => {
		await ask.setUp();
		await stage.rest.activate(ask.id);
	});
	afterAll(async () => stage.rest.deactivate(ask.id));
	afterEach(async () => expect(await openQuestions()).toEqual([]));

	it('leaves opt-outs and texts of people who were not asked alone', async () => {
		const execution = await callAsking();
		await sent();
		await stage.text(STRANGER);
		await texted(STRANGER, 'Who is this?');
		await texted(DRIVER, 'STOP');
		await polls(3);
		expect(textsOf(await ask.outputs('One by One', 1))).toEqual(['Who is this?']);
		expect(await ask.outputs('No Question')).toHaveLength(1);
		expect(await openQuestions()).toHaveLength(1);
		expect((await stage.rest.execution(execution)).status).toBe('waiting');
		await texted(DRIVER, 'Yes');
		expect(textsOf(await answerTo(execution))).toEqual(['Yes']);
	});

	it('answers the question that the gateway names, and each with its own text', async () => {
		const questions = [
			{ question: 'First?' },
			{ question: 'Second?' },
			{ question: 'Third?', number: STRANGER },
		];
		const executions: string[] = [];
		for (const question of questions) {
			executions.push(await callAsking(question));
			await sent(executions.length);
		}
		const [first = '', second = '', third = ''] = executions;
		await texted(STRANGER, 'To the third');
		await texted(DRIVER, 'To the second');
		expect(textsOf(await answerTo(second))).toEqual(['To the second']);
		await texted(DRIVER, 'To the first');
		expect(textsOf(await answerTo(first))).toEqual(['To the first']);
		expect(textsOf(await answerTo(third))).toEqual(['To the third']);
	});

	it('answers no other question with a reply that comes again', async () => {
		const execution = await callAsking();
		await sent();
		const [{ id } = { id: '' }] = await stage.simulator.messages();
		const again = { from: DRIVER, text: 'Yes', sentMessageId: '4711', repeated: true };
		const { data } = await ask.runWith(again);
		expect(itemsOf(data, 'No Question')).toHaveLength(1);
		await ask.runWith({ ...again, sentMessageId: id });
		expect(textsOf(await answerTo(execution))).toEqual(['Yes']);
	});

	it.each([
		['gives the text of the person to the calling workflow', {}],
		['takes an answer that comes before it waits', { delayMs: 10_000 }],
		['waits for an answer to what may have been sent, and sends it once', { drop: 'after' }],
	])('%s', async (_, fault) => {
		await stage.simulator.fault(SEND, fault);
		const execution = await callAsking();
		await sent();
		await texted(DRIVER, 'Yes, at 3 & not before');
		expect(await answerTo(execution)).toEqual([
			{
				answered: true,
				text: 'Yes, at 3 & not before',
				number: DRIVER,
				question: QUESTION,
				receivedAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
				reason: null,
			},
		]);
		expect(await stage.simulator.messages()).toMatchObject([{ text: QUESTION }]);
	});

	it('says why there is no answer', async () => {
		const executions: string[] = [];
		for (const { number } of SHEET) {
			executions.push(await callAsking({ number, waitMinutes: 0.05 }));
		}
		const answers = await Promise.all(executions.map(answerTo));
		expect(answers.flat().map(({ answered, reason }) => [answered, reason])).toEqual([
			[false, expect.stringContaining('not a valid international number')],
			[false, expect.stringContaining("There are 2 recipients, and 'Max Recipients' allows 1")],
			[false, "'Numbers' is empty"],
			[false, 'The number holds "onthedesk", which no number has'],
			[false, expect.stringContaining('which no number has')],
			[false, 'Nobody answered in time'],
		]);
		expect(await numbersSent()).toEqual(['27821117034']);
	});

	it('is a tool of an agent, which gets the answer', async () => {
		const caller = await startChatModel({ number: DRIVER, question: QUESTION, waitMinutes: 5 });
		try {
			const tools = [{ tool: askingTool(ask.id) }];
			const execution = await beginAgent(stage, { url: caller.address, tools });
			await sent();
			await texted(DRIVER, 'Only on Monday');
			await stage.rest.finished(execution, 110_000);
			const told = caller.requests()[1]?.messages.find(({ role }) => role === 'tool')?.content;
			expect(told).toContain('Only on Monday');
		} finally {
			await caller.close();
		}
	});
});

/** Ask by SMS as a tool of an agent. */
function askingTool(workflow: string) {
	const inputs = { number: 'string', question: 'string', waitMinutes: 'number' };
	const values = Object.entries(inputs).map(([name, type]) => [
		name,
		`={{ $fromAI('${name}', '', '${type}') }}`,
	]);
	const schema = Object.entries(inputs).map(([name, type]) => {
		return { id: name, displayName: name, type, display: true };
	});
	const parameters = {
		description: 'Asks a person by SMS',
		workflowId: { __rl: true, mode: 'id', value: workflow },
		workflowInputs: { mappingMode: 'defineBelow', value: Object.fromEntries(values), schema },
	};
	return node('Ask', '@n8n/n8n-nodes-langchain.toolWorkflow', parameters, { typeVersion: 2.2 });
}

trial('sms-assistant', (assistant) => {
	const PERSON = '27825555555';
	const OTHER = '27826666666';
	const receives = async (number: string, count: number) =>
		await until(async () => (await sentTo(number)).length === count);
	const counted = async (number: string) =>
		await stage.rest.countDataTableRows('SMS Assistant Answers', 'number', number);
	beforeAll(async () => assistant.setUp());

	it('answers with what the model says, and remembers what was said', async () => {
		say = ({ messages }) => `I know of ${messages.length} messages`;
		await stage.text(DRIVER);
		await assistant.whileActive(async () => {
			await texted(DRIVER, 'When are you open?');
			await receives(DRIVER, 1);
			await texted(DRIVER, 'And on Sunday?');
			await receives(DRIVER, 2);
		});
		// The first of them are the instructions.
		expect(await sentTo(DRIVER)).toEqual(['I know of 2 messages', 'I know of 4 messages']);
	});

	it('never answers an opt-out', async () => {
		const before = model.requests().length;
		await stage.text('27822222222');
		await assistant.whileActive(async () => {
			await texted('27822222222', 'Stop');
			await polls(2);
		});
		expect(model.requests()).toHaveLength(before);
		expect(await asked(stage, SEND)).toBe(0);
	});

	it('answers a number at most five times an hour', async () => {
		say = () => 'Me too';
		await stage.text('27823333333', '27824444444');
		await assistant.whileActive(async () => {
			for (const count of [1, 2, 3, 4, 5]) {
				await texted('27823333333', 'I am a machine');
				await receives('27823333333', count);
			}
			await texted('27823333333', 'I am a machine');
			await texted('27824444444', 'I am not');
			await receives('27824444444', 1);
			await until(async () => (await assistant.failed()).length === 1);
		});
		const [failed = ''] = await assistant.failed();
		expect((await stage.rest.execution(failed)).data?.resultData.error?.message).toBe(
			'27823333333 got no answer: it had 5 in the last hour. It wrote: I am a machine',
		);
		expect(await sentTo('27823333333')).toHaveLength(5);
	});

	it('lets a colleague answer what the model does not know, and others meanwhile', async () => {
		const COLLEAGUE = '447700900199';
		const long =
			'Where is my refund? See http://evil.example/a, www.evil.example or\nevil.example/b. ';
		const shown = 'Where is my refund? See (link) (link) or (link) '.padEnd(100, 'x');
		say = ({ messages }) => (/refund/.test(messages.at(-1)?.content ?? '') ? 'PERSON.' : 'Yes');
		await stage.text(PERSON, OTHER);
		await assistant.whileActive(async () => {
			await texted(PERSON, long + 'x'.repeat(100));
			await texted(OTHER, 'Are you open?');
			await receives(OTHER, 1);
			await receives(COLLEAGUE, 1);
			const [question] = await sentTo(COLLEAGUE);
			expect(question).toContain(`${PERSON} asks: ${shown}\nWrite the answer here:\nhttp`);
			// A question counts before it is asked.
			expect(await counted(PERSON)).toBe(1);
			await press(linkIn(question), { text: 'On its way' });
			await receives(PERSON, 1);
			await texted(PERSON, 'When does it arrive?');
			await receives(PERSON, 2);
		});
		expect(await sentTo(PERSON)).toEqual(['On its way', 'Yes']);
		const said =
			model
				.requests()
				.at(-1)
				?.messages.map(({ content }) => content) ?? [];
		expect(said[0]).toMatch(/It is now \w+day \d+ \w+ \d{4}, \d\d:\d\d\. /);
		expect(said.slice(2)).toEqual(['PERSON.', 'On its way', 'When does it arrive?']);
	});

	it('answers a text that comes again once', async () => {
		say = () => 'Yes';
		const text = { recordId: 'a text that comes again', from: '27828888888', text: 'Open?' };
		await assistant.runWith(text);
		await receives(text.from, 1);
		const { data } = await assistant.runWith({ ...text, repeated: true });
		expect(runCount(data, 'One Item per Number')).toBe(0);
	});

	it('fails if an answer cannot be sent', async () => {
		say = () => 'x'.repeat(919);
		const failures = (await assistant.failed()).length;
		await stage.text('27827777777');
		await assistant.whileActive(async () => {
			await texted('27827777777', 'Tell me everything');
			await until(async () => (await assistant.failed()).length > failures);
		});
		expect(await sentTo('27827777777')).toEqual([]);
	});
});

trial('auto-reply-by-keyword', (autoReply) => {
	const HELP =
		'We are glad to help. Call us from 9:00 to 17:00, or text HOURS for our opening hours.';
	const HOURS = 'We are open from Monday to Friday, 9:00 to 17:00.';
	const answers = async () =>
		(await stage.simulator.messages())
			.filter(({ text }) => text === HELP || text === HOURS)
			.map(({ number, text }) => [number, text]);

	it('answers keywords once, and nobody else', async () => {
		const replies: Array<[string, string, string?]> = [
			['27821111111', 'help', HELP],
			['27822222222', ' "Hours" please?', HOURS],
			['27823333333', 'HELP! I lost my key & <card>', HELP],
			['27824444444', 'STOP'],
			['27825555555', 'helpful people, thank you'],
			['27826666666', HELP],
		];
		await stage.text(...replies.map(([number]) => number));
		await autoReply.whileActive(async () => {
			for (const [from, text] of replies) await texted(from, text);
			await until(async () => (await answers()).length === 3);
			await polls(2);
		});
		// Keyword by keyword, and not in the order of the replies.
		expect((await answers()).sort()).toEqual(
			replies.flatMap(([number, , text]) => (text ? [[number, text]] : [])),
		);
		const received = await autoReply.outputs('New Reply');
		expect(textsOf(received)).toEqual(replies.map(([, text]) => text));
		for (const { number, reference } of await autoReply.outputs('Answered')) {
			expect(reference).toBe(received.find(({ from }) => from === number)?.recordId);
		}
		expect(await autoReply.outputs('For a Person')).toHaveLength(2);
	});

	it('answers a reply that comes again once', async () => {
		const help = { recordId: 'a reply that comes again', from: '27821111111', text: 'HELP' };
		await autoReply.runWith(help);
		const { data } = await autoReply.runWith({ ...help, repeated: true });
		expect(itemsOf(data, 'Answered')).toMatchObject([{ result: 'ALREADY_SENT' }]);
		expect(await answers()).toHaveLength(1);
	});

	it.each([
		['tries again what certainly was not sent', { status: 404, skipWork: true }, 'Answered'],
		['does not repeat what may have been sent', { drop: 'after' }, 'Not Answered'],
	])('%s', async (_, fault, end) => {
		const before = (await autoReply.outputs(end)).length;
		await stage.text('27821111111');
		await stage.simulator.fault(SEND, fault);
		await autoReply.whileActive(async () => {
			await texted('27821111111', 'HELP');
			await until(async () => (await autoReply.outputs(end)).length > before);
			await polls(4);
		});
		expect(await answers()).toHaveLength(1);
		expect(await autoReply.outputs(end)).toHaveLength(before + 1);
	});
});

trial('replies', (replies) => {
	const rows = async () => await stage.rest.dataTableRows('SMS Replies');

	it('keeps replies that come before the table, and stores them once', async () => {
		await stage.text(DRIVER);
		await replies.whileActive(async () => {
			await texted(DRIVER, 'Too early');
			await until(async () => (await replies.failed()).length > 0);
		});
		await replies.setUp();
		await replies.setUp();
		const [failure = ''] = await replies.failed();
		for (let times = 0; times < 2; times += 1) await stage.rest.retry(failure);
		await until(async () => (await rows()).length > 0);
		expect(await rows()).toMatchObject([{ from: DRIVER, text: 'Too early' }]);
	});

	it('stores every reply as it was written, and what cannot be read as it came', async () => {
		const TEXTS = [
			...['Yes', ' spaces ', '12', 'true', '={{ 1 + 1 }}', 'null', "'; DROP TABLE x; --"],
			...['two\nlines & <b>]]></b> ünïcödé €', 'STOP'],
		];
		const before = (await rows()).length;
		await stage.text(DRIVER);
		await replies.whileActive(async () => {
			for (const text of TEXTS) await texted(DRIVER, text);
			await until(async () => (await rows()).length >= before + TEXTS.length);
			const broken = `<XMLGateway_Replies><Reply><CLI>${DRIVER}</CLI><Message>Y`;
			await stage.simulator.fault(REPLIES, { body: broken });
			await polls(2);
		});
		const stored = (await rows()).slice(before);
		expect(stored.map(({ text, optOut }) => [text, optOut])).toEqual([
			...TEXTS.map((text) => [text, text === 'STOP']),
			[null, null],
		]);
		expect(stored.at(-1)?.raw).toContain(`<CLI>${DRIVER}`);
	});
});

/** Calls a webhook of Verify a Number. */
async function verify(name: string, body: object): Promise<IDataObject> {
	const { id } = example('verify-a-number').node(name);
	const response = await fetch(`${stage.n8n.address}/webhook/${id}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { status: response.status, ...((await response.json()) as IDataObject) };
}

trial('verify-a-number', (verifying) => {
	const begin = async (number: string | number) => await verify('Send a Code', { number });
	const check = async (verification: unknown, code: unknown) =>
		(await verify('Check a Code', { verification, code })).verified;
	const codeSent = async () =>
		(await stage.simulator.messages()).at(-1)?.text.slice(0, 6) as string;
	const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
	const rowOf = async (verification: unknown) =>
		(await stage.rest.dataTableRows('SMS Codes')).find((row) => row.verification === verification);

	beforeAll(async () => {
		await verifying.setUp();
		await verifying.change('Send Code', { defaultCountry: 'ZA' });
		await stage.rest.activate(verifying.id);
	});

	it('takes the code once and no other, and stores a hash alone', async () => {
		const { sent: isSent, verification } = await begin('27824444441');
		const code = await codeSent();
		expect([isSent, code]).toEqual([true, expect.stringMatching(/^\d{6}$/)]);
		const hash = createHash('sha256')
			.update(`${String(verification)}${code}`)
			.digest('hex');
		expect(await rowOf(verification)).toMatchObject({ hash });
		expect(JSON.stringify(await rowOf(verification))).not.toContain(`"${code}"`);
		expect(await check(verification, otherThan(code))).toBe(false);
		expect(await check('another', code)).toBe(false);
		expect(await verify('Check a Code', { verification, code })).toEqual({
			status: 200,
			verified: true,
			number: '27824444441',
		});
		expect(await check(verification, code)).toBe(false);
	});

	it('allows five attempts, also at the same moment', async () => {
		const { verification } = await begin('27824444443');
		const code = await codeSent();
		for (let attempts = 1; attempts <= 5; attempts += 1) await check(verification, otherThan(code));
		expect(await check(verification, code)).toBe(false);

		const { verification: other } = await begin('27824444444');
		await Promise.all(Array.from({ length: 12 }, async () => await check(other, 'wrong')));
		expect((await rowOf(other))?.attempts).toBeLessThanOrEqual(5);
	});

	it('sends a code to one number', async () => {
		const answers: IDataObject[] = [];
		for (const { number } of SHEET) answers.push(await begin(number));
		expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422, 200]);
		expect(await numbersSent()).toEqual(['27821117030', '27821117034']);
	});

	it('sends a number one code a minute', async () => {
		const answers = [
			await begin('0824444442'),
			await begin('0824444442'),
			await begin('0824444442'),
		];
		// The minute may end in between.
		expect((await stage.simulator.messages()).length).toBeLessThanOrEqual(2);
		const refused = answers.filter(({ status }) => status === 422);
		expect(refused).not.toEqual([]);
		// A website that keeps the newest still has that of the code.
		for (const answer of refused) expect(Object.keys(answer)).not.toContain('verification');
	});
});

/** How long On-Call Escalation waits for each. */
async function waitFor(minutes: number): Promise<void> {
	const escalation = example('on-call-escalation');
	const values = { limitType: 'afterTimeInterval', resumeAmount: minutes, resumeUnit: 'minutes' };
	const { options } = escalation.node('Ask').parameters as { options: IDataObject };
	await escalation.change('Ask', { options: { ...options, limitWaitTime: { values } } });
}

/** Presses a button in the question to a number, as soon as it is asked. */
async function pressAt(number: string, decision: string): Promise<void> {
	const question = await until(async () => (await sentTo(number))[0]);
	await press(linkIn(question), { decision });
}

trial('on-call-escalation', (escalation) => {
	it('asks the next when one cannot, and ends with who takes it', async () => {
		const people = escalation.node('On Call').parameters.jsonOutput as string;
		await waitFor(10);
		const alert = 'the till says “0”';
		await escalation.change('On Call', { jsonOutput: JSON.stringify({ alert, people: SHEET }) });
		const run = await escalation.begin();
		await pressAt('27821117032', 'disapprove');
		await pressAt('27821117034', 'approve');
		const { data } = await stage.rest.finished(run);
		expect(itemsOf(data, 'Taken')).toMatchObject([{ takenBy: 'Pat O’Brien' }]);
		expect(await numbersSent()).toEqual(REACHED_FROM_ABROAD);
		const [asked] = await sentTo('27821117034');
		expect(asked).toContain('Pat O\'Brien, the till says "0". Can you take it?');
		await escalation.change('On Call', { jsonOutput: people });
	});

	it('asks everybody in turn when nobody answers, and says so', async () => {
		await waitFor(0.05);
		const run = await escalation.begin();
		// n8n looks once a minute whether a time of waiting is over.
		const { data } = await stage.rest.finished(run, 300_000);
		expect(runCount(data, 'Nobody Took It')).toBe(1);
		expect(await numbersSent()).toEqual(['447700900200', '447700900201', '447700900202']);
	}, 320_000);
});

trial('send-to-sheet-rows', (sheet) => {
	/** Gives parcel, result and IDs of what is written. */
	const run = async (): Promise<unknown[]> => {
		const { data, status } = await sheet.run();
		expect(status).toBe('success');
		const written = itemsOf(data, 'Row to Write');
		return written.map((row) => [row.parcel, row.result, row.messageIds]);
	};

	it('tries each row of its own sheet, and leaves out empty ones and what was sent', async () => {
		expect(await run()).toEqual([
			['P-1041', 'DRY_RUN', ''],
			['P-1042', 'DRY_RUN', ''],
			['P-1043', 'DRY_RUN', ''],
			['P-1044', 'DRY_RUN; DRY_RUN', ''],
			['P-1047', 'DRY_RUN', ''],
			['P-1048', 'BAD_DESTINATION', ''],
		]);
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it('sends to the numbers as people write them, once, also if no result was written', async () => {
		const empty = { result: '', messageIds: '' };
		const rows = SHEET.map((row, index) => ({ ...row, parcel: `A${index}`, ...empty }));
		await sheet.change('Example Sheet', { jsonOutput: JSON.stringify({ rows }) });
		const { options } = sheet.node('Send SMS').parameters as { options: IDataObject };
		await sheet.change('Send SMS', {
			defaultCountry: 'ZA',
			options: { ...options, dryRun: false },
		});
		const written = await run();
		const [a, b, c, d] = (await stage.simulator.messages()).map(({ id }) => id);
		expect(written).toEqual([
			['A0', 'ACCEPTED', a],
			['A1', 'ACCEPTED; ACCEPTED', `${b}; ${c}`],
			['A3', 'BAD_DESTINATION', ''],
			['A4', 'BAD_DESTINATION', ''],
			['A5', 'ACCEPTED', d],
		]);
		expect(await numbersSent()).toEqual(REACHED_AT_HOME);
		expect(await sentTo('27821117034')).toEqual(["Dear Pat O'Brien, your parcel is here."]);
		expect(await run()).toContainEqual(['A1', 'ALREADY_SENT; ALREADY_SENT', '']);
		expect(await numbersSent()).toEqual(REACHED_AT_HOME);
	});

	it('goes by the results of the rows: what may have been sent is done, what was refused is not', async () => {
		const rows = [
			['UNCONFIRMED', ''],
			['REJECTED', ''],
			['ACCEPTED; ALREADY_SENT', '5001'],
			['INSUFFICIENT_CREDITS', ''],
			['ACCEPTED; INSUFFICIENT_CREDITS', '5002'],
		].map(([result, messageIds], index) => {
			return { parcel: `B${index}`, number: `2782111704${index}`, result, messageIds };
		});
		await sheet.change('Example Sheet', { jsonOutput: JSON.stringify({ rows }) });
		const written = await run();
		const [a, b] = (await stage.simulator.messages()).map(({ id }) => id);
		expect(written).toEqual([
			['B3', 'ACCEPTED', a],
			['B4', 'ACCEPTED', `5002; ${b}`],
		]);
		expect(await numbersSent()).toEqual(['27821117043', '27821117044']);
	});
});

it('every example is tried', () => {
	expect(Object.keys(EXAMPLES).sort()).toEqual(TRIED.sort());
});
