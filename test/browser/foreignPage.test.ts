import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Request } from 'playwright-core';
import { DEMO, message, multiMessage, Service } from '../simulator/service';
import { whereChromium } from './chromium';

jest.setTimeout(60_000);

const SCRIPT = '<script>fetch("/control/faults",{method:"DELETE"})</script>';
const ECHO = `/batchmessage.asp?${DEMO}&message=Hi&numbers=${encodeURIComponent(SCRIPT)}`;
const SEND = `/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`;
const XML = multiMessage(message('Hi', '27821110001'));

/** A form whose body is a text of the page's choice: what is before and after a `=` in it. */
const form = (action: string, [name, value]: [string, string]) =>
	`<form method="post" enctype="text/plain" action="${action}">` +
	`<input name='${name}' value='${value}'></form><script>document.forms[0].submit()</script>`;

const post = (address: string, body: string) =>
	`<script>fetch('${address}', { method: 'POST', mode: 'no-cors', body: '${body}' })</script>`;

/** What a page tries, given the simulator's address. */
const attempts: [string, (simulator: string) => string][] = [
	['an image that sends', (simulator) => `<img src="${simulator}${SEND}">`],
	['a script that reads', (simulator) => `<script src="${simulator}/control/messages"></script>`],
	['a frame with a script', (simulator) => `<iframe src="${simulator}${ECHO}"></iframe>`],
	[
		'a link to a script',
		(simulator) => `<a href="${simulator}${ECHO}"></a><script>document.links[0].click()</script>`,
	],
	['fetch that sends', (simulator) => post(`${simulator}/xmlsendsmsmulti.asp`, XML)],
	['fetch that resets', (simulator) => post(`${simulator}/control/reset`, '')],
	[
		'fetch that scripts a fault',
		(simulator) => post(`${simulator}/control/faults`, '{"fault":{"status":500}}'),
	],
	[
		'a form that sends',
		(simulator) => form(`${simulator}/xmlsendsmsmulti.asp`, ['<!-- ', ` -->${XML}`]),
	],
	[
		'a form that scripts a fault',
		(simulator) => form(`${simulator}/control/faults`, ['{"fault":{"body":"', '"}}']),
	],
];

whereChromium('a page of another website', (launch) => {
	let browser: Browser;
	let page: Page;
	let website: Server;
	let content: string;
	let service: Service;
	let simulator: string;
	beforeAll(async () => {
		browser = await launch();
		website = createServer((_request, answer) => {
			answer.setHeader('content-type', 'text/html').end(content);
		}).listen(0, '127.0.0.1');
	});
	beforeEach(async () => {
		page = await (await browser.newContext()).newPage();
		service = new Service();
		simulator = await service.address;
		await service.control('POST', '/faults', { match: { path: '/mark' }, fault: {} });
	});
	afterEach(() => page.context().close());
	afterAll(async () => {
		await browser?.close();
		website.close();
	});

	/** No message, no request, and the one fault that was there. */
	async function expectUntouched(): Promise<void> {
		expect(await service.messages()).toEqual([]);
		expect(await service.control('GET', '/requests')).toEqual([]);
		expect(await service.control('GET', '/faults')).toHaveLength(1);
	}

	/**
	 * Opens the website on this host; resolves with the status that the simulator answers it, or with
	 * why Chromium keeps the answer from it.
	 */
	async function outcomeFor(host: string): Promise<unknown> {
		const asked = (request: Request) => request.url().startsWith(simulator);
		const outcome = Promise.race([
			page.waitForResponse((answer) => asked(answer.request())).then((answer) => answer.status()),
			page.waitForEvent('requestfailed', asked).then((request) => request.failure()?.errorText),
		]);
		await page.goto(`http://${host}:${(website.address() as AddressInfo).port}`);
		return outcome;
	}

	describe.each(['evil.example', 'localhost', '127.0.0.1'])('of %s', (host) => {
		test.each(attempts)('gets nowhere with %s', async (_name, attempt) => {
			content = attempt(simulator);
			expect([403, 'net::ERR_BLOCKED_BY_ORB']).toContain(await outcomeFor(host));
			await expectUntouched();
		});

		test('may link to the page of the simulator', async () => {
			content = `<a href="${simulator}"></a><script>document.links[0].click()</script>`;
			expect(await outcomeFor(host)).toBe(200);
			await page.getByText('Live', { exact: true }).waitFor();
		});
	});

	test('whose name points to this machine is not answered', async () => {
		const rebound = simulator.replace('127.0.0.1', 'evil.example');
		for (const path of ['/', ECHO, SEND, '/control/messages']) {
			expect((await page.goto(rebound + path))?.status()).toBe(403);
		}
		await expectUntouched();
	});

	describe('an answer that somebody opens', () => {
		const blocked = () =>
			page.waitForEvent('console', (entry) => entry.text().includes('Blocked script execution'));

		test('runs no script that the request held, nor one of a fault', async () => {
			const [, answer] = await Promise.all([blocked(), page.goto(simulator + ECHO)]);
			expect(await answer?.text()).toBe(`${SCRIPT}=BADDEST&`);
			await service.fault({ body: `<html><body>${SCRIPT}</body></html>` });
			await Promise.all([blocked(), page.goto(`${simulator}/auth.asp?${DEMO}`)]);
			expect(await service.control('GET', '/faults')).toHaveLength(1);
		});
	});
});
