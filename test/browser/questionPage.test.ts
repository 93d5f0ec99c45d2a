import type { Browser, Page } from 'playwright-core';
import {
	closedPage,
	NOT_TAKEN,
	PAGE_HEADERS,
	questionPage,
	thanksPage,
	UNREADABLE,
	writePage,
	type Page as QuestionPage,
} from '../../nodes/MessagingGateway/question/page';
import { USUAL_TEXTS, type PageTexts } from '../../nodes/MessagingGateway/question/pageTexts';
import { startServer, type TestServer } from '../support/server';
import { violations } from './accessibility';
import { whereChromium } from './chromium';

jest.setTimeout(60_000);

const TELEPHONE = { width: 390, height: 844 };

const SINGLE = { type: 'approval', approveLabel: 'Approve', disapproveLabel: null } as const;
const DOUBLE = { ...SINGLE, disapproveLabel: 'Decline' };
const DISAPPROVING = { ...SINGLE, disapproveLabel: 'Disapprove' };
const FREE_TEXT = { type: 'freeText' } as const;

const ARABIC = 'هل يمكنك توصيل الطلب رقم 1042 غدا؟';

const PAGES: Array<[name: string, content: QuestionPage, texts?: Partial<PageTexts>]> = [
	['one button', questionPage('Can you drive?', SINGLE)],
	['two buttons', questionPage('Can you drive?\n\nOn Monday, at 8.', DOUBLE)],
	['a field', questionPage('When can you drive?', FREE_TEXT)],
	['a form without a choice', questionPage('Can you drive?', DOUBLE, true)],
	['a form without a text', questionPage('When?', FREE_TEXT, true)],
	['a question that cannot be read', questionPage('', DOUBLE)],
	['a sender', questionPage('Can you drive?', DOUBLE), { pageSender: 'From: Example Ltd' }],
	[
		'a text from right to left',
		questionPage(ARABIC, { ...DOUBLE, approveLabel: 'نعم', disapproveLabel: 'لا' }),
		{ pageLanguage: 'ar', responseFormTitle: 'نحتاج إلى ردك', pageSender: 'شركة المثال' },
	],
	[
		'a very long text',
		questionPage(`${'Word '.repeat(150)}${'x'.repeat(160)}`, {
			...DOUBLE,
			approveLabel: 'y'.repeat(200),
		}),
		{ pageLanguage: 'en', responseFormTitle: 'z'.repeat(100), pageSender: 'w'.repeat(100) },
	],
	['thanks', thanksPage('Approve')],
	['thanks for a text', thanksPage('At 3.\n\nNot before.')],
	['too late', closedPage('10:14')],
	['not open', closedPage('')],
	['not taken', NOT_TAKEN],
	['a failure', UNREADABLE],
];

/** Runs in the page: the words that stand on more than one line. */
const BROKEN_WORDS = `(() => {
	const broken = [];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
			const range = document.createRange();
			range.setStart(texts.currentNode, index);
			range.setEnd(texts.currentNode, index + word.length);
			if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
		}
	}
	return broken;
})()`;

/** Widths in pixels: a usual telephone, a small one, and the usual one at 200 %. */
const WIDTHS = [390, 360, 195];

whereChromium('the page of a question', (launch) => {
	let browser: Browser;
	let page: Page;
	let server: TestServer;
	const problems: string[] = [];
	beforeAll(async () => {
		browser = await launch();
		page = await browser.newPage();
		page.on('console', (entry) => problems.push(entry.text()));
		server = await startServer();
	}, 60_000);
	afterAll(async () => {
		await browser?.close();
		await server?.close();
	});

	async function open(content: QuestionPage, texts?: Partial<PageTexts>): Promise<void> {
		const html = writePage(content, { ...USUAL_TEXTS, ...texts });
		server.answer((_, response) => {
			response.writeHead(200, PAGE_HEADERS).end(html);
		});
		problems.length = 0;
		await page.setViewportSize(TELEPHONE);
		await page.goto(server.url);
	}

	it.each(
		PAGES.flatMap(([name, content, texts]) => [
			[name, 'light', content, texts] as const,
			[name, 'dark', content, texts] as const,
		]),
	)('fits a telephone, and can be read: %s, %s', async (_, colorScheme, content, texts) => {
		await page.emulateMedia({ colorScheme });
		await open(content, texts);
		const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 640 });
			expect([width, await page.evaluate(overflow)]).toEqual([width, 0]);
		}
		expect(await violations(page)).toEqual([]);
		await page.setViewportSize(TELEPHONE);
		expect(await violations(page)).toEqual([]);
		expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
		for (const button of await page.getByRole('button').all()) {
			expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
		}
		const background = 'getComputedStyle(document.body).backgroundColor';
		expect(await page.evaluate(background)).toBe(
			colorScheme === 'dark' ? 'rgb(32, 37, 44)' : 'rgb(255, 255, 255)',
		);
		// A style or an icon that the policy forbids would be reported.
		expect(problems).toEqual([]);
	});

	it.each([
		['two buttons', questionPage('Can you take the delivery tomorrow?', DISAPPROVING)],
		['a field', questionPage('When can you take the delivery?', FREE_TEXT)],
		['thanks', thanksPage('Disapprove')],
		['too late', closedPage('10:14')],
	])('breaks no word at 320 pixels with text of twice the size: %s', async (_, content) => {
		await open(content);
		await page.setViewportSize({ width: 320, height: 640 });
		await page.evaluate("document.documentElement.style.fontSize = '200%'");
		expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
	});

	it.each([
		['in the field', 'text', FREE_TEXT, 'TEXTAREA'],
		['on no button', 'choice', DOUBLE, 'BODY'],
	])('has its focus %s after a form without a %s', async (_, _missing, form, focused) => {
		await open(questionPage('When?', form, true));
		expect(await page.title()).toBe('Your answer is missing');
		expect(await page.evaluate('document.activeElement.tagName')).toBe(focused);
	});

	it('runs from right to left where its text does', async () => {
		await open(questionPage(ARABIC, DOUBLE));
		const direction = "getComputedStyle(document.querySelector('.message')).direction";
		expect(await page.evaluate(direction)).toBe('rtl');
	});

	it.each([
		['Approve', DOUBLE, 'decision=approve'],
		['Decline', DOUBLE, 'decision=disapprove'],
		['Send', FREE_TEXT, 'text=At+3+%26+not+before%0D%0A%E2%82%AC'],
	])('posts what was pressed to its own address: %s', async (label, form, body) => {
		await open(questionPage('Can you drive?', form));
		await page.goto(`${server.url}/webhook-waiting/17/f3a1?signature=0a0a`);
		if (form.type === 'freeText') await page.getByRole('textbox').fill('At 3 & not before\n€');
		server.requests.length = 0;
		await page.getByRole('button', { name: label }).click();
		await page.waitForLoadState();
		expect(server.requests).toMatchObject([
			{ method: 'POST', path: '/webhook-waiting/17/f3a1', query: { signature: '0a0a' }, body },
		]);
		expect(server.requests[0]?.headers.referer).toBeUndefined();
	});

	it('does not post an empty field', async () => {
		await open(questionPage('Can you drive?', FREE_TEXT));
		await page.getByRole('button', { name: 'Send' }).click();
		expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});
});
