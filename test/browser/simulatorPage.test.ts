import type { Page } from 'playwright-core';
import { OUTCOME_BY_ENDING } from '../../simulator/delivery';
import { queryOperations } from '../../simulator/query/queryInterface';
import { xmlOperations } from '../../simulator/xml/xmlInterface';
import { DEMO, message, multiMessage, NUMBER, Service } from '../simulator/service';
import { violations } from './accessibility';
import { inChromium } from './chromium';

jest.setTimeout(60_000);

let service: Service;
beforeEach(() => {
	service = new Service();
});

const send = (numbers = NUMBER, text = 'Hello') =>
	service.get(`/batchmessage.asp?${DEMO}&message=${encodeURIComponent(text)}&numbers=${numbers}`);

const outbox = (page: Page) => page.getByRole('region', { name: /^Outbox/ });
const messages = (page: Page) => outbox(page).getByRole('listitem');
const phone = (page: Page) => page.getByRole('region', { name: 'Phone', exact: true });
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });

async function text(page: Page, words: string): Promise<void> {
	await phone(page).getByRole('textbox', { name: 'Text' }).fill(words);
	await phone(page).getByRole('button', { name: 'Send' }).click();
}

inChromium('the page of the simulator', (open) => {
	const openPage = async (options?: Parameters<typeof open>[1]) =>
		open(await service.address, options);

	describe('the outbox', () => {
		test('fills live, without a reload, and follows a message when the clock is moved', async () => {
			const page = await openPage();
			await outbox(page).getByText('Nothing was sent yet').waitFor();
			await send();
			await messages(page).filter({ hasText: 'Hello' }).getByText('Queued').waitFor();
			await page.getByRole('listitem').filter({ hasText: 'demo' }).getByText('999').waitFor();
			await page.getByRole('button', { name: '+1 minute' }).click();
			await messages(page).getByText('DELIVERED 0').waitFor();
			await page.getByText('08:01:00').first().waitFor();
			await send(NUMBER, 'Again');
			await page.getByText('2 messages').waitFor();
			expect(await messages(page).first().innerText()).toContain('Again');
		});

		test.each([
			['Deliver', 'DELIVERED', 0],
			['Fail', 'SENDINGFAILED', 107],
		])('has a button: %s', async (button, status, code) => {
			const page = await openPage();
			await send();
			await page.getByLabel('Fail with').selectOption('107');
			await page.getByRole('button', { name: `${button} message 1000001 to ${NUMBER}` }).click();
			await messages(page).getByText(`${status} ${code}`).waitFor();
			expect(await service.messages()).toMatchObject([{ status, code }]);
		});

		test('starts over when the simulator is reset', async () => {
			const page = await openPage();
			await send();
			await page.getByText('1 message', { exact: true }).waitFor();
			await service.reset();
			// The first ID now belongs to another message.
			await send('27821110002', 'After the reset');
			await messages(page).getByText('After the reset').waitFor();
			await conversation(page).getByText('After the reset').waitFor();
			expect(await messages(page).innerText()).toContain('1000001');
			expect(await messages(page).innerText()).toContain('27821110002');
		});

		test('shows 10,000 messages with few rows, and finds any of them', async () => {
			await service.seed({ accounts: [{ login: 'demo', credits: 10_000 }] });
			const numbers = Array.from({ length: 10_000 }, (_, index) => String(27831000000 + index));
			await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', ...numbers)));
			const page = await openPage();
			await page.getByText('10,000 messages').waitFor();
			expect(await messages(page).count()).toBeLessThan(200);
			expect(await messages(page).first().innerText()).toContain('27831009999');
			await messages(page).last().scrollIntoViewIfNeeded();
			await page.mouse.wheel(0, 3000);
			await messages(page).nth(80).waitFor();
			await page.getByLabel('Find').fill('27831000000');
			await page.getByText('1 of 10,000 messages').waitFor();
			expect(await messages(page).innerText()).toContain('1000001');
		});
	});

	describe('the phone', () => {
		test('sends a reply, and says whether the account has fetched it', async () => {
			await send();
			const page = await openPage();
			await text(page, 'Yes & <no>');
			await conversation(page).getByText('not fetched').waitFor();
			expect(await service.replies()).toContain('Message=Yes & <no>;SentMessageID=1000001');
			await conversation(page).getByText('· fetched').waitFor();
		});

		test('shows an opt-out, and the message that confirms it', async () => {
			await send();
			const page = await openPage();
			await text(page, 'STOP');
			await phone(page).getByText('Opted out of demo').waitFor();
			await page.getByRole('button', { name: '+1 minute' }).click();
			const texts = conversation(page).getByRole('listitem');
			const confirmation = texts.filter({ hasText: 'You have opted out' });
			await confirmation.getByText('demo · 08:00:06').waitFor();
		});

		test('texts a short code, from a number that nothing was sent to', async () => {
			const page = await openPage();
			await phone(page).getByLabel('Phone number').fill('27829990000');
			await phone(page).getByRole('button', { name: 'Show' }).click();
			await phone(page).getByLabel('To').selectOption('31234 (short code of demo)');
			await text(page, 'VOTE 1');
			await conversation(page).getByText('to short code 31234').waitFor();
			expect(await service.shortCodeMessages()).toContain('SC=31234;CLI=27829990000;');
		});

		test('is found by a number as people write it', async () => {
			await send('27831234567', 'The first');
			await send();
			const page = await openPage();
			const number = phone(page).getByLabel('Phone number');
			for (const written of ['+27 83 123 4567', '(27) 83-123-4567', '0027 83 123 4567']) {
				await page.getByRole('button', { name: `Show phone ${NUMBER}` }).click();
				await conversation(page).getByText('Hello').waitFor();
				await number.fill(written);
				await phone(page).getByRole('button', { name: 'Show' }).click();
				await conversation(page).getByText('The first').waitFor();
				expect(await number.inputValue()).toBe('27831234567');
			}
		});

		test('keeps its number, and says why, when what was typed is none or has no country code', async () => {
			await send();
			const page = await openPage();
			await conversation(page).getByText('Hello').waitFor();
			const number = phone(page).getByLabel('Phone number');
			for (const typed of ['Amina', '+', '27 83 x', '0821110001', '(082) 111 0001']) {
				await number.fill(typed);
				await phone(page).getByRole('button', { name: 'Show' }).click();
				await page
					.getByText(`"${typed}" is no number with its country code, such as 27821110001.`)
					.waitFor();
				expect(await number.inputValue()).toBe(NUMBER);
			}
		});

		test('answers the account that was chosen, after STOP too', async () => {
			await service.send(NUMBER, '', 'sub');
			await send();
			const page = await openPage();
			const to = phone(page).getByLabel('To');
			await to.selectOption('sub (reply)');
			await phone(page).getByRole('button', { name: 'STOP' }).click();
			await phone(page).getByText('Opted out of sub').waitFor();
			await conversation(page).getByText('You have opted out').waitFor();
			expect(await to.locator('option:checked').innerText()).toBe('sub (reply)');
		});

		test('follows the newest message until another is chosen', async () => {
			await send();
			const page = await openPage();
			const number = phone(page).getByLabel('Phone number');
			await send('27821110002', 'Second');
			await conversation(page).getByText('Second').waitFor();
			expect(await number.inputValue()).toBe('27821110002');
			await page.getByRole('button', { name: `Show phone ${NUMBER}` }).click();
			await conversation(page).getByText('Hello').waitFor();
			await send('27821110003', 'Third');
			await page.getByText('3 messages').waitFor();
			expect(await number.inputValue()).toBe(NUMBER);
			await phone(page).getByLabel('Follow the newest message').check();
			await conversation(page).getByText('Third').waitFor();
		});

		test('shows no scheduled message before its time, and what did not arrive as such', async () => {
			await service.send(NUMBER, '202611200900');
			await send('27821119103');
			const page = await openPage();
			await page.getByRole('button', { name: '+1 minute' }).click();
			await conversation(page).getByText('did not arrive: could not be delivered').waitFor();
			await page.getByRole('button', { name: `Show phone ${NUMBER}` }).click();
			await phone(page).getByText('This phone has received nothing.').waitFor();
			await page.getByRole('button', { name: '+1 hour' }).click();
			await conversation(page).getByText('Hi', { exact: true }).waitFor();
		});
	});

	test('each account is shown with the login and password that a credential needs', async () => {
		const page = await openPage();
		const sub = page.getByRole('heading', { name: 'sub', exact: true });
		const card = page.getByRole('listitem').filter({ has: sub });
		await card.getByText('Password sub').waitFor();
		await service.seed({ accounts: [{ login: 'sub', password: 'another' }] });
		await card.getByText('Password another').waitFor();
	});

	test('an account is locked and unlocked', async () => {
		const page = await openPage();
		for (const [pressed, next, locked] of [
			['Lock', 'Unlock', true],
			['Unlock', 'Lock', false],
		] as const) {
			await page.getByRole('button', { name: `${pressed} account demo` }).click();
			await page.getByRole('button', { name: `${next} account demo` }).waitFor();
			const [demo] = await service.control<object[]>('GET', '/accounts');
			expect(demo).toMatchObject({ login: 'demo', locked });
		}
	});

	test('the next answer of the chosen operation is broken, once', async () => {
		const page = await openPage();
		await page.getByLabel('Break the next answer').selectOption('HTTP 500, work done');
		await page.getByLabel('of the operation').selectOption('Credit balance');
		await page.getByRole('button', { name: 'Break It' }).click();
		const pending = page.getByText('HTTP 500, work done · Credit balance · 1×');
		await pending.waitFor();
		const status = async (path: string) => (await service.request(`${path}?${DEMO}`)).status;
		expect(await status('/auth.asp')).toBe(200);
		expect(await status('/credits.asp')).toBe(500);
		expect(await status('/credits.asp')).toBe(200);
		await pending.waitFor({ state: 'hidden' });
	});

	test('every operation can be broken, and a message failed with every code', async () => {
		const page = await openPage();
		const values = async (label: string) => {
			const options = await page.getByLabel(label).locator('option').all();
			return Promise.all(options.map((option) => option.getAttribute('value')));
		};
		await page
			.getByLabel('of the operation')
			.getByText('Credit balance')
			.waitFor({ state: 'attached' });
		const paths = [...queryOperations, ...xmlOperations].map(({ path }) => path);
		expect(await values('of the operation')).toEqual(['', ...paths]);
		const failed = Object.values(OUTCOME_BY_ENDING).filter(
			({ status }) => status === 'SENDINGFAILED',
		);
		expect(await values('Fail with')).toEqual(failed.map(({ code }) => String(code)).sort());
	});

	test('the clock is made to run, and stopped', async () => {
		const page = await openPage();
		await page.getByLabel('Speed').selectOption('60 times');
		await page.getByText(/^08:0[1-9]:/).waitFor();
		await page.getByLabel('Speed').selectOption('stopped');
		await page.getByText('The clock is set to stopped.').waitFor();
		expect(await service.control('GET', '/clock')).toEqual(expect.objectContaining({ speed: 0 }));
	});

	test('the Base URL has its path, and times are on the clock of the zone', async () => {
		service = new Service({ path: '/api', timeZone: 'Africa/Johannesburg' });
		const page = await openPage();
		await page.getByText(`${await service.address}/api`, { exact: true }).waitFor();
		await page.getByText('10:00:00').first().waitFor();
		await page.getByText('20 Nov 2026 Africa/Johannesburg').waitFor();
		const scheduled = `&message=Hi&numbers=${NUMBER}&scheduled=202611201130`;
		await service.get(`/api/batchmessage.asp?${DEMO}${scheduled}`);
		await messages(page).getByText('for 20 Nov 11:30', { exact: true }).waitFor();
	});

	test('an address is notified of replies', async () => {
		const page = await openPage();
		const field = page.getByLabel('Notify of replies');
		await field.fill('http://127.0.0.1:5678/webhook/a');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('The address is saved.').waitFor();
		expect(await service.control('GET', '/webhooks')).toEqual({
			replies: 'http://127.0.0.1:5678/webhook/a',
		});
	});

	test('a reply is sent with the keyboard alone', async () => {
		await send();
		const page = await openPage();
		await conversation(page).getByText('Hello').waitFor();
		await page.keyboard.press('Tab');
		expect(await page.locator(':focus').innerText()).toBe('Skip to the phone');
		await page.keyboard.press('Enter');
		// The number, Show, Follow, the conversation, To, and then the text.
		for (let stop = 0; stop < 6; stop += 1) await page.keyboard.press('Tab');
		await page.keyboard.type('By keyboard');
		await page.keyboard.press('Enter');
		await conversation(page).getByText('By keyboard').waitFor();
		expect(await service.replies()).toContain('Message=By keyboard;');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await phone(page).getByText('Opted out of demo').waitFor();
	});

	test('what somebody else wrote is text, and never markup', async () => {
		const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
		await service.seed({
			accounts: [{ id: 7, login: hostile, password: 'x', shortCodes: [hostile] }],
		});
		await send(NUMBER, hostile);
		await service.reply(hostile);
		await service.control('POST', '/faults', {
			match: { path: hostile },
			fault: { body: hostile },
		});
		const page = await openPage();
		expect(await conversation(page).getByText(hostile).count()).toBe(2);
		expect(await messages(page).getByText(hostile).count()).toBe(1);
		expect(await page.locator('main img, main script').count()).toBe(0);
	});

	describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
		test.each([1400, 800, 390])(
			'every text is easy to read, and none is cut off at the side of %i pixels',
			async (width) => {
				await send(`${NUMBER};27821119103;27821119100`, 'W'.repeat(300));
				await service.wait(60);
				await send();
				await service.reply('STOP');
				await service.fault({ status: 500 });
				const page = await openPage({ colorScheme, viewport: { width, height: 900 } });
				await conversation(page).getByText('STOP').waitFor();
				expect(await violations(page)).toEqual([]);
				expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
			},
		);
	});
});
