import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { failing } from '../support/parameters';
import { openLink, type LinkAnswer, type LinkRequest } from '../support/webhook';

/** By the timers that a test can move. */
jest.mock('../../nodes/MessagingGateway/host/delay', () => ({
	delay: async (milliseconds: number) =>
		await new Promise((resolve) => setTimeout(resolve, milliseconds).unref()),
}));

const DOUBLE = { values: { approvalType: 'double' } };

const get = async (
	parameters: IDataObject = {},
	rest: Partial<LinkRequest> = {},
): Promise<LinkAnswer> =>
	await openLink({
		method: 'GET',
		parameters: { message: 'Can you drive?', ...parameters },
		...rest,
	});

const post = async (body: unknown, parameters: IDataObject = {}): Promise<LinkAnswer> =>
	await openLink({
		method: 'POST',
		body,
		parameters: { message: 'Can you drive?', ...parameters },
	});

const buttons = ({ page }: LinkAnswer) =>
	[...page.matchAll(/<button(.*?)>(.*?)<\/button>/g)].map(([, attributes = '', label]) => [
		/value="(\w+)"/.exec(attributes)?.[1],
		label,
	]);

describe('opening the link', () => {
	it('shows the question and a button, and decides nothing', async () => {
		const answer = await get();
		expect(answer.status).toBe(200);
		expect(answer.items).toBeUndefined();
		expect(answer.page).toContain('>Can you drive?</p>');
		expect(buttons(answer)).toEqual([['approve', 'Approve']]);
	});

	it("offers to decline in an agent's review, unless it is told otherwise", async () => {
		const review = async (parameters: IDataObject) =>
			buttons(await get(parameters, { type: 'messagingGatewayHitlTool' }));
		const both = [
			['approve', 'Approve'],
			['disapprove', 'Decline'],
		];
		expect(await review({})).toEqual(both);
		expect(await review({ approvalOptions: { values: {} } })).toEqual(both);
		const single = { approvalOptions: { values: { approvalType: 'single' } } };
		expect(await review(single)).toEqual([['approve', 'Approve']]);
	});

	it.each([
		[
			DOUBLE,
			[
				['approve', 'Approve'],
				['disapprove', 'Decline'],
			],
		],
		[{ values: { approveLabel: 'I can' } }, [['approve', 'I can']]],
		[
			{ values: { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' } },
			[
				['approve', 'Yes'],
				['disapprove', 'No'],
			],
		],
		[
			{ values: { approvalType: 'double', approveLabel: '', disapproveLabel: '' } },
			[
				['approve', 'Approve'],
				['disapprove', 'Decline'],
			],
		],
	])('shows the buttons of Approval Options: %j', async (approvalOptions, expected) => {
		expect(buttons(await get({ approvalOptions }))).toEqual(expected);
	});

	it('shows a field for a free text', async () => {
		const answer = await get({ responseType: 'freeText' });
		expect(answer.page).toContain('<textarea id="text" name="text"');
		expect(buttons(answer)).toEqual([[undefined, 'Send']]);
	});

	it('shows the form if the question cannot be read any more', async () => {
		const answer = await get({
			message: failing('The data are gone'),
		});
		expect(answer.status).toBe(200);
		expect(answer.page).toContain('Please answer the question in the text message.');
		expect(buttons(answer)).toEqual([['approve', 'Approve']]);
	});

	it('never lets the execution continue because of a failure', async () => {
		const answer = await get({ approvalOptions: { values: { approvalType: 'triple' } } });
		expect(answer.items).toBeUndefined();
		expect(answer.status).toBe(500);
		expect(answer.page).toContain('This page cannot be shown. Please try again later.');
	});
});

describe('the page', () => {
	const EVIL = `</p><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
	const ESCAPED =
		'&#60;/p&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#62;&#60;img src=x onerror=alert(1)&#62;&#38;amp;';

	it('escapes every text of others', async () => {
		const values = { approvalType: 'double', approveLabel: EVIL, disapproveLabel: EVIL };
		const { page } = await get({ message: EVIL, approvalOptions: { values } });
		expect(page.split(ESCAPED)).toHaveLength(4);
		expect(page).not.toContain('<script');
		expect(page).not.toContain('<img');
	});

	it('holds no script, no address and no resource from elsewhere', async () => {
		for (const { page } of [await get(), await get({ responseType: 'freeText' })]) {
			expect(page).not.toMatch(/<script|<iframe|<object|@import|url\(|https?:|\ssrc=|\son\w+=/);
			expect([...page.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual(['data:,']);
			expect(page).toContain('<form method="post">');
		}
	});

	it('forbids scripts and resources to the browser, and is kept nowhere', async () => {
		const { page, headers } = await get();
		const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
		const digest = createHash('sha256').update(style).digest('base64');
		expect(headers).toEqual({
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
	});
});

describe('posting the form', () => {
	const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

	const FREE = { responseType: 'freeText' };
	const LABELLED = { approvalOptions: { values: { approveLabel: 'I can' } } };

	it.each([
		[{ decision: 'approve' }, {}, { approved: true }, 'Approve'],
		[{ decision: 'approve' }, LABELLED, { approved: true }, 'I can'],
		[{ decision: 'approve' }, { approvalOptions: DOUBLE }, { approved: true }, 'Approve'],
		[{ decision: 'disapprove' }, { approvalOptions: DOUBLE }, { approved: false }, 'Decline'],
		[{ text: ' At 3.\r\nOr 4? ' }, FREE, { text: 'At 3.\nOr 4?' }, 'At 3.\nOr 4?'],
		[{ text: '=1 <b>"' }, FREE, { text: '=1 <b>"' }, '=1 &#60;b&#62;&#34;'],
	])('decides, and thanks for the answer: %j', async (body, parameters, data, shown) => {
		const { items, page, status, headers } = await post(body, parameters);
		expect(items).toEqual([
			{ json: { data: { ...data, respondedAt: NOW } }, pairedItem: { item: 0 } },
		]);
		expect(status).toBeUndefined();
		expect(page).toContain('<h1>Thank you</h1>');
		expect(page).toContain('Your answer was received. You can close this page.');
		expect(page).toContain(`<p dir="auto" class="message answer" lang="">${shown}</p>`);
		expect(headers['Cache-Control']).toBe('no-store');
	});

	it.each([
		[{}, {}],
		[{ decision: '' }, {}],
		[{ decision: 'disapprove' }, {}],
		[{ decision: ['approve', 'disapprove'] }, { approvalOptions: DOUBLE }],
		[{ decision: true }, {}],
		[{ approved: 'true' }, {}],
		[{ decision: 'approve' }, { responseType: 'freeText' }],
		[{ text: ' \r\n' }, { responseType: 'freeText' }],
		[{ text: { length: 1 } }, { responseType: 'freeText' }],
		[undefined, {}],
		['decision=approve', {}],
		[null, { responseType: 'freeText' }],
	])(
		'without an answer shows the page again, and decides nothing: %j %j',
		async (body, parameters) => {
			const { items, page, status } = await post(body, parameters);
			expect(items).toBeUndefined();
			expect(status).toBe(400);
			expect(page).toContain('<title>Your answer is missing</title>');
			expect(page).toContain('id="notice" class="notice" role="alert">Your answer is missing</p>');
			expect(page).toContain('Can you drive?');
		},
	);
});

const APPROVE = { decision: 'approve' };

/** A request to the link of one question. */
const request = async (rest: Partial<LinkRequest>): Promise<LinkAnswer> =>
	await openLink({ method: 'GET', parameters: { message: 'Can you drive?' }, ...rest });

describe('a link', () => {
	it.each([
		['of a question that was asked before', { question: '0', open: '1' }],
		['of a question that was to be asked later', { question: '2', open: '1' }],
		['without a question, where one is open', { question: undefined, open: '1' }],
		['without a question, where none was stored', { question: undefined, open: undefined }],
		['where no question was stored', { question: '0', open: undefined }],
	])('%s decides nothing, and says so', async (_, questions) => {
		for (const method of ['GET', 'POST'] as const) {
			const { status, page, items } = await request({ method, body: APPROVE, ...questions });
			expect(items).toBeUndefined();
			expect(status).toBe(410);
			expect(page).toContain('<h1>No longer open</h1>');
			expect(page).toContain('This question cannot be answered any more.');
			expect(page).not.toContain('<form');
		}
	});

	it('of the open question decides', async () => {
		const asked = { question: '1', open: '1' };
		expect((await request(asked)).page).toContain('Can you drive?');
		const { items } = await request({ ...asked, method: 'POST', body: APPROVE });
		expect(items).toHaveLength(1);
	});

	it.each(['Ask', 'Ask "him" }} {{ a.constructor', '質問 1', "O'Hara\\"])(
		'finds its question, whatever the name of the node: %s',
		async (node) => {
			const outputs = [{ data: { respondedAt: '2020-01-02T03:04:05.000Z' } }];
			const asked = { node, open: '1', outputs };
			expect((await request({ ...asked, question: '1' })).status).toBe(200);
			const { page } = await request({ ...asked, question: '0' });
			expect(page).toContain('2020-01-02 03:04');
		},
	);
});

describe('who comes too late learns when it was answered', () => {
	const late = async (respondedAt: unknown, timezone = 'UTC') =>
		await request({
			question: '1',
			open: '2',
			outputs: [{ data: {} }, { data: { approved: true, respondedAt } }],
			timezone,
		});

	beforeEach(() => {
		jest.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), doNotFake: ['nextTick'] });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it.each([
		['2026-11-22T10:14:30.123Z', 'UTC', '10:14'],
		['2026-11-22T10:14:30.123Z', 'Africa/Johannesburg', '12:14'],
		['2026-11-21T23:30:00.000Z', 'Africa/Johannesburg', '01:30'],
		['2026-11-21T10:14:30.123Z', 'UTC', '2026-11-21 10:14'],
	])('%s in %s is %s', async (respondedAt, timezone, shown) => {
		const { page } = await late(respondedAt, timezone);
		expect(page).toContain(`This question was answered at ${shown}. The first answer counts.`);
	});

	it('but not of a question that nobody answered', async () => {
		const { page } = await late(undefined);
		expect(page).toContain('This question cannot be answered any more.');
	});

	it('but not of a run that n8n does not know', async () => {
		const { page } = await request({ question: '7', open: '1' });
		expect(page).toContain('This question cannot be answered any more.');
	});
});

describe('two answers at the same moment', () => {
	const asked = { question: '0', method: 'POST', body: APPROVE } as const;

	it('are one that decides, and one that gets a page', async () => {
		const execution = 'two answers';
		const first = await request({ ...asked, execution });
		const second = await request({ ...asked, execution });
		expect(first.items).toHaveLength(1);
		expect(second.items).toBeUndefined();
		expect(second.status).toBe(410);
		expect(second.page).toMatch(/This question was answered at \d\d:\d\d\./);
	});

	it('do not concern another execution, node or question', async () => {
		const execution = 'one of many';
		const answers = [
			await request({ ...asked, execution }),
			await request({ ...asked, execution: 'another of many' }),
			await request({ ...asked, execution, question: '1' }),
		];
		expect(answers.map(({ items }) => items?.length)).toEqual([1, 1, 1]);
	});

	it('of two processes are one that decides, and one that gets a page instead of JSON', async () => {
		const second = (await request({ ...asked, execution: 'two processes' })).refuse();
		expect(second.status).toBe(409);
		expect(second.page).toContain('Your answer was not taken.');
		expect(second.headers['Content-Type']).toBe('text/html; charset=utf-8');
	});

	it('leave the question open if n8n could not take the first', async () => {
		const execution = 'n8n was busy';
		(await request({ ...asked, execution })).refuse();
		expect((await request({ ...asked, execution })).items).toHaveLength(1);
	});

	it('are at most an hour apart: n8n knows by then', async () => {
		jest.useFakeTimers({ doNotFake: ['nextTick'] });
		const execution = 'a slow one';
		await request({ ...asked, execution });
		await jest.advanceTimersByTimeAsync(3_599_000);
		expect((await request({ ...asked, execution })).items).toBeUndefined();
		await jest.advanceTimersByTimeAsync(2_000);
		expect((await request({ ...asked, execution })).items).toHaveLength(1);
		jest.useRealTimers();
	});
});

describe('in another language', () => {
	const AFRIKAANS = {
		responseFormTitle: 'U antwoord word benodig',
		responseFormDescription: 'U antwoord',
		responseFormButtonLabel: 'Stuur',
		pageReminder: 'U antwoord ontbreek',
		pageThanks: 'Baie dankie',
		pageClosed: 'Nie meer oop nie',
		pageSender: 'Van: Voorbeeld Bpk',
	};
	const inTexts = (values: IDataObject) => ({ options: { texts: { values } } });
	const QUESTION = { message: 'Wanneer kom jy?', responseType: 'freeText' };
	const parameters = { ...QUESTION, ...inTexts(AFRIKAANS) };
	const TEXT = { ...QUESTION, ...inTexts({ ...AFRIKAANS, pageLanguage: 'af' }) };
	const outputs = [{ data: { respondedAt: '2020-01-02T03:04:05.000Z' } }];

	/** All texts of a page, without its style. */
	const texts = ({ page }: LinkAnswer): string[] =>
		page
			.replace(/<style.*?<\/style>/s, '')
			.split(/<[^>]*>/)
			.map((text) => text.trim())
			.filter((text) => text !== '');

	it.each([
		[
			'the question',
			{ method: 'GET' },
			[
				'U antwoord word benodig',
				'Van: Voorbeeld Bpk',
				'U antwoord word benodig',
				'Wanneer kom jy?',
				'U antwoord',
				'Stuur',
			],
		],
		[
			'a form without an answer',
			{ method: 'POST', body: { text: ' ' } },
			[
				'U antwoord ontbreek',
				'Van: Voorbeeld Bpk',
				'U antwoord word benodig',
				'Wanneer kom jy?',
				'U antwoord ontbreek',
				'U antwoord',
				'Stuur',
			],
		],
		[
			'the thanks',
			{ method: 'POST', body: { text: 'Om 3' } },
			['Baie dankie', 'Van: Voorbeeld Bpk', 'Baie dankie', 'Om 3'],
		],
		[
			'a question that was answered',
			{ method: 'GET', question: '0', open: '1', outputs },
			['Nie meer oop nie', 'Van: Voorbeeld Bpk', 'Nie meer oop nie', '2020-01-02 03:04'],
		],
		[
			'a question that is not open',
			{ method: 'GET', question: '2', open: '1', outputs },
			['Nie meer oop nie', 'Van: Voorbeeld Bpk', 'Nie meer oop nie'],
		],
	] as const)('%s has no English on it', async (_, asked, expected) => {
		const answer = await openLink({ ...asked, outputs: [...outputs], parameters });
		expect(texts(answer)).toEqual(expected);
		expect(answer.page).toContain('<html>');
		const named = await openLink({ ...asked, outputs: [...outputs], parameters: TEXT });
		expect(named.page).toContain('<html lang="af">');
		expect(named.page).not.toContain('lang=""');
	});

	it('a page is in English with the texts as they are', async () => {
		expect((await get()).page).toContain('<html lang="en">');
		const usual = { responseFormTitle: 'Your answer is needed', pageSender: 'From: Example Ltd' };
		const { page } = await get(inTexts(usual));
		expect(page).toContain('<html lang="en">');
		expect(page).toContain('<p dir="auto" class="sender" lang="">From: Example Ltd</p>');
	});

	it('every text is escaped', async () => {
		const evil = Object.fromEntries(Object.keys(AFRIKAANS).map((name) => [name, '<b>"']));
		const { page } = await get({
			responseType: 'freeText',
			...inTexts({ ...evil, pageLanguage: '"><b>' }),
		});
		expect(page).not.toContain('<b>');
		expect(page).toContain('<html lang="&#34;&#62;&#60;b&#62;">');
	});

	it('a text that cannot be read is as usual', async () => {
		const broken = failing('The data are gone');
		const { page } = await get(inTexts({ responseFormTitle: broken, pageSender: { a: 1 } }));
		expect(page).toContain('<h1>Your answer is needed</h1>');
		expect(page).not.toContain('sender"');
	});
});
