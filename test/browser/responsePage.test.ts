import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
	pageHeaders,
	writePage,
	type PageContent,
} from '../../nodes/MessagingGateway/response/page';
import { startServer, type TestServer } from '../support/server';
import { whereChromium } from './chromium';
import { hardToRead } from './contrast';

const NONCE = '5f0c9a52-6f0b-4c7e-9d5c-0a8f6a4b8f11';
const TELEPHONE = { viewport: { width: 360, height: 640 } };

const SINGLE = { type: 'approval', approveLabel: 'Approve', disapproveLabel: null } as const;
const DOUBLE = { ...SINGLE, disapproveLabel: 'Decline' };
const FREE_TEXT = { type: 'freeText' } as const;

const question = (message: string, form: (PageContent & { type: 'question' })['form']) =>
	({ type: 'question', message, form }) as const;

const ARABIC = 'هل يمكنك توصيل الطلب رقم 1042 غدا؟';

const PAGES: Array<[name: string, content: PageContent]> = [
	['one button', question('Can you drive?', SINGLE)],
	['two buttons', question('Can you drive?\n\nOn Monday, at 8.', DOUBLE)],
	['a field', question('When can you drive?', FREE_TEXT)],
	['a form without an answer', { ...question('Can you drive?', DOUBLE), isUnanswered: true }],
	[
		'a text from right to left',
		question(ARABIC, { ...DOUBLE, approveLabel: 'نعم', disapproveLabel: 'لا' }),
	],
	[
		'a very long text',
		question(`${'Word '.repeat(150)}${'x'.repeat(160)}`, {
			...DOUBLE,
			approveLabel: 'y'.repeat(200),
		}),
	],
	['thanks', { type: 'answered' }],
	['a failure', { type: 'unreadable' }],
];

whereChromium('the page of a question', (launch) => {
	let browser: Browser;
	let server: TestServer;
	const problems: string[] = [];
	beforeAll(async () => {
		browser = await launch();
		server = await startServer();
	}, 60_000);
	afterAll(async () => {
		await browser?.close();
		await server?.close();
	});

	async function open(content: PageContent, options?: BrowserContextOptions): Promise<Page> {
		server.answer((_, response) => {
			response.writeHead(200, pageHeaders(NONCE)).end(writePage(content, NONCE));
		});
		const page = await (await browser.newContext({ ...TELEPHONE, ...options })).newPage();
		problems.length = 0;
		page.on('console', (entry) => problems.push(entry.text()));
		await page.goto(server.url);
		return page;
	}

	it.each(
		PAGES.flatMap(([name, content]) => [
			[name, 'light', content] as const,
			[name, 'dark', content] as const,
		]),
	)('fits a small telephone, and can be read: %s, %s', async (_, colorScheme, content) => {
		const page = await open(content, { colorScheme });
		const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
		expect(await page.evaluate(overflow)).toBe(0);
		expect(await hardToRead(page)).toEqual([]);
		for (const button of await page.getByRole('button').all()) {
			expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
		}
		const background = 'getComputedStyle(document.body).backgroundColor';
		expect(await page.evaluate(background)).toBe(
			colorScheme === 'dark' ? 'rgb(20, 23, 27)' : 'rgb(241, 243, 246)',
		);
		// A style or an icon that the policy forbids would be reported.
		expect(problems).toEqual([]);
		await page.context().close();
	});

	it('runs from right to left where its text does', async () => {
		const page = await open(question(ARABIC, DOUBLE));
		const direction = "getComputedStyle(document.querySelector('.message')).direction";
		expect(await page.evaluate(direction)).toBe('rtl');
		await page.context().close();
	});

	it.each([
		['Approve', DOUBLE, 'decision=approve'],
		['Decline', DOUBLE, 'decision=disapprove'],
		['Send', FREE_TEXT, 'text=At+3+%26+not+before%0D%0A%E2%82%AC'],
	])('posts what was pressed to its own address: %s', async (label, form, body) => {
		const page = await open(question('Can you drive?', form));
		await page.goto(`${server.url}/webhook-waiting/17/f3a1?signature=0a0a`);
		if (form.type === 'freeText') await page.getByRole('textbox').fill('At 3 & not before\n€');
		server.requests.length = 0;
		await page.getByRole('button', { name: label }).click();
		await page.waitForLoadState();
		expect(server.requests).toMatchObject([
			{ method: 'POST', path: '/webhook-waiting/17/f3a1', query: { signature: '0a0a' }, body },
		]);
		expect(server.requests[0]?.headers.referer).toBeUndefined();
		await page.context().close();
	});

	it('does not post an empty field', async () => {
		const page = await open(question('Can you drive?', FREE_TEXT));
		await page.getByRole('button', { name: 'Send' }).click();
		expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
		await page.context().close();
	});
});
