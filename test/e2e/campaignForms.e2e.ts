import type { Browser } from 'playwright-core';
import { whereChromium } from '../browser/chromium';
import { EVERY_MINUTE, importCampaign, type Campaign } from './campaignExample';
import { CampaignForms, csv, EVER, SHEET_OF_EXCEL, type ChosenFile } from './campaignForms';
import { setUpStage } from './stage';

const TEXT = 'Dear {name}, we open in {town} on Saturday. Reply STOP and we will not write again.';
const HEADS = 'Name;Mobile;Town';

whereChromium('the forms of the campaign', (launch) => {
	const stage = setUpStage();
	let browser: Browser;
	let forms: CampaignForms;
	let campaign: Campaign;
	beforeAll(async () => {
		campaign = await importCampaign(stage, 60, 'GB');
		browser = await launch();
		forms = await CampaignForms.open(stage, browser);
	});
	afterAll(async () => browser?.close());

	it('want a sign-in, those that wait too', async () => {
		for (const form of ['new', 'manage']) {
			const answer = await fetch(`${stage.n8n.address}/form/sms-campaign-${form}`, {
				redirect: 'manual',
			});
			expect([form, answer.status]).toEqual([form, 302]);
			expect(answer.headers.get('location')).toMatch(/oauth|signin/);
		}
		await forms.check(csv(HEADS, 'Thandi;07700 900122;Durban'), { campaign: 'waits', text: TEXT });
		const waiting = await fetch(forms.page.url(), { redirect: 'manual' });
		expect([waiting.status, waiting.headers.get('location')]).toEqual([
			302,
			expect.stringContaining('signin'),
		]);
	});

	it('show what a dry run has found in a CSV file, and store nothing before Start', async () => {
		const wrong = Array.from({ length: 11 }, (_, index) => `Wrong ${index};12;Leeds`);
		const file = csv(
			HEADS,
			'"Zoë; $& <b>Müller</b>";07700 900121;Köln',
			'Thandi;+44 7700 900122;Durban',
			'José;07700 900123, 07700 900124;"São ""Paulo"""',
			'Thandi again;00447700900122;Durban',
			'Stopped;447700900125;Paris',
			...wrong,
		);
		await stage.simulator.post('seed', {
			accounts: [{ login: 'demo', credits: 3 }],
			optOuts: [{ login: 'demo', number: '447700900125' }],
		});
		const page = await forms.check(file, { campaign: 'opening', text: TEXT });
		for (const part of [
			'4 messages to 4 numbers. They need 4 credits if a part costs one. You have 3 credits. 1 are missing.',
			'Zoë; $& <b>Müller</b> +447700900121 (1 credit) Dear Zoe; $& <b>Müller</b>, we open in Köln',
			'we open in Sao "Paulo" on Saturday',
			'Left out: 13',
			'The number stands in the file twice: 1 Thandi again',
			'Opted out: 1 Stopped',
			'Not a telephone number: 11 Wrong 0',
			'and 1 more',
		]) {
			expect(page).toContain(part);
		}
		await forms.photograph('example-campaign-check');
		expect(await forms.decide('Discard')).toContain('Nothing is sent');
		expect(await stage.rest.dataTableRows('SMS Recipients')).toEqual([]);
		expect(await stage.rest.dataTableRows('SMS Campaigns')).toEqual([]);
		expect(await stage.simulator.messages()).toEqual([]);
	});

	it.each<[string, ChosenFile]>([
		[
			'a picture',
			{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a0000', 'hex') },
		],
		['an empty file', csv('')],
		['a file without numbers', csv('Name;Town', 'Thandi;Durban')],
	])('say what to correct in %s', async (_, file) => {
		const page = await forms.check(file, { campaign: 'opening', text: TEXT });
		expect(page).toContain('No column of the file is called number, phone, mobile or cell');
	});

	it('say that the balance could not be read', async () => {
		// Several ask for it, and each again.
		await stage.simulator.fault('/credits.asp', { status: 503, body: 'Unavailable' }, 20);
		const page = await forms.check(csv(HEADS, 'Thandi;07700 900122;Durban'), {
			campaign: 'x',
			text: TEXT,
		});
		expect(page).toContain('How many credits you have could not be read');
	});

	it('start a campaign from a sheet of Excel, once for a name, and show, pause, end and delete it', async () => {
		const opening = { campaign: 'opening', text: TEXT, ...EVER };
		await forms.check(SHEET_OF_EXCEL, opening);
		const other = await CampaignForms.open(stage, browser);
		await other.check(SHEET_OF_EXCEL, opening);
		expect(await forms.decide('Start')).toContain('opening is running');
		expect(await other.decide('Start')).toContain('Meanwhile somebody has started a campaign');
		expect(await forms.check(SHEET_OF_EXCEL, opening)).toContain(
			'There is a campaign opening already',
		);
		expect(await campaign.forms.failed()).toEqual([]);

		expect(await forms.manage('opening', 'Pause')).toContain('opening: paused');
		await campaign.sending.run(EVERY_MINUTE);
		expect(await stage.simulator.messages()).toEqual([]);
		expect(await forms.manage('opening', 'Go on')).toContain('opening: running');
		await campaign.sending.run(EVERY_MINUTE);
		expect((await stage.simulator.messages()).map(({ number, text }) => [number, text])).toEqual(
			[
				['447700900121', 'Zoe', 'Köln'],
				['447700900122', 'Thandi', 'Durban'],
				['447700900123', 'José', ''],
				['447700900124', 'José', ''],
			].map(([number, name, town]) => [
				number,
				TEXT.replace('{name}', name as string).replace('{town}', town as string),
			]),
		);
		expect(await forms.manage('opening')).toContain(
			'Sent 4 delivered 0 failed on the way 0 no report yet 4',
		);
		expect(await forms.manage('opening', 'End')).toContain('opening: ended');
		expect(await forms.manage('opening', 'Delete')).toContain('opening is deleted');
		expect(await stage.rest.dataTableRows('SMS Recipients')).toEqual([]);
	});
});
