import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { deviceScaleFactor, photograph } from './photographs';
import type { Stage } from './stage';

/** A file that somebody chooses. */
export type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

export const csv = (...lines: string[]): ChosenFile => ({
	name: 'people.csv',
	mimeType: 'text/csv',
	buffer: Buffer.from(lines.join('\n')),
});

/** A sheet of Excel with a number as a number, letters beyond ASCII, and two numbers in a cell. */
export const SHEET_OF_EXCEL = path.join(__dirname, 'people.xlsx');

/** What is filled in beside the file, by the names of the fields. */
export interface NewCampaign {
	campaign: string;
	text: string;
	weekdays?: string;
	saturday?: string;
	sunday?: string;
}

/** Hours that are always open. */
export const EVER = { weekdays: '00:00-24:00', saturday: '00:00-24:00', sunday: '00:00-24:00' };

/** The fields of the form, in its order. */
const FIELDS: Array<keyof NewCampaign> = ['campaign', 'text', 'weekdays', 'saturday', 'sunday'];

const SUBMIT = '#submit-btn';
const LONGEST_CHECK_MILLISECONDS = 60_000;

/** The two forms of the campaign in a browser, used by somebody who is signed in. */
export class CampaignForms {
	private constructor(
		private readonly stage: Stage,
		readonly page: Page,
	) {}

	/** Opens a form, which leads to the sign-in, and signs in as the owner. */
	static async open(stage: Stage, browser: Browser): Promise<CampaignForms> {
		const viewport = { width: 760, height: 900 };
		const page = await browser.newPage({ viewport, deviceScaleFactor });
		const forms = new CampaignForms(stage, page);
		await page.goto(forms.address('new'));
		await page.fill('input[type="email"], input[autocomplete="email"]', 'owner@example.com');
		await page.fill('input[type="password"]', 'Sandbox-Owner-1');
		await page.click('[data-test-id="form-submit-button"]');
		await forms.allowed();
		return forms;
	}

	private address(form: 'new' | 'manage'): string {
		return `${this.stage.n8n.address.replace('127.0.0.1', 'localhost')}/form/sms-campaign-${form}`;
	}

	/** n8n asks once for each workflow whether it may act for the person. */
	private async allowed(): Promise<void> {
		const submit = this.page.locator(SUBMIT);
		const allow = this.page.getByRole('button', { name: 'Allow access' });
		await submit.or(allow).first().waitFor();
		if (await allow.isVisible()) await allow.click();
		await submit.waitFor();
	}

	/** Fills in the first form, and gives the text of the page that follows. */
	async check(file: ChosenFile, campaign: NewCampaign): Promise<string> {
		await this.page.goto(this.address('new'));
		await this.allowed();
		await this.page.setInputFiles('input[type=file]', file);
		for (const [index, name] of FIELDS.entries()) {
			const value = campaign[name];
			if (value !== undefined) await this.page.fill(`#field-${index + 1}`, value);
		}
		return await this.next(/What the check has found|Please go back/);
	}

	/** Chooses Start or Discard, and gives the text of the last page. */
	async decide(choice: 'Start' | 'Discard'): Promise<string> {
		await this.page.getByText(choice, { exact: true }).click();
		return await this.next(/is running|Nothing was stored/);
	}

	/** Does something with a campaign, or else nothing, and gives the text of the overview. */
	async manage(campaign: string, choice?: string): Promise<string> {
		await this.page.goto(this.address('manage'));
		await this.allowed();
		await this.page.click(SUBMIT);
		const choices = this.page.getByText('What to do');
		await choices.waitFor();
		await this.page.selectOption('select', campaign);
		if (choice) await this.page.getByText(choice, { exact: true }).click();
		return await this.next(/Not sent yet|is deleted/);
	}

	async photograph(name: string): Promise<void> {
		await photograph(this.page, name);
	}

	private async next(expected: RegExp): Promise<string> {
		await this.page.click(SUBMIT);
		await this.page.getByText(expected).first().waitFor({ timeout: LONGEST_CHECK_MILLISECONDS });
		return (await this.page.innerText('body')).replace(/\s+/g, ' ');
	}
}
