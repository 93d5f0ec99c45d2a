import type { IDataObject } from 'n8n-workflow';
import { openLink, type LinkAnswer } from '../support/webhook';

const DOUBLE = { values: { approvalType: 'double' } };

const get = async (parameters: IDataObject = {}): Promise<LinkAnswer> =>
	await openLink({ method: 'GET', parameters: { message: 'Can you drive?', ...parameters } });

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
			message: (() => {
				throw new Error('The data are gone');
			}) as unknown as string,
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
		'&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;';

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
		const [, nonce = ''] = /<style nonce="([\w-]{36})">/.exec(page) ?? [];
		expect(headers).toEqual({
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
		expect((await get()).headers['Content-Security-Policy']).not.toContain(nonce);
	});
});

describe('posting the form', () => {
	const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

	it.each([
		[{ decision: 'approve' }, {}, { approved: true }],
		[{ decision: 'approve' }, { approvalOptions: DOUBLE }, { approved: true }],
		[{ decision: 'disapprove' }, { approvalOptions: DOUBLE }, { approved: false }],
		[{ text: ' At 3.\r\nOr 4? ' }, { responseType: 'freeText' }, { text: 'At 3.\nOr 4?' }],
		[{ text: '=1+1 <b>' }, { responseType: 'freeText' }, { text: '=1+1 <b>' }],
	])('decides, and says thank you: %j', async (body, parameters, data) => {
		const { items, page, status, headers } = await post(body, parameters);
		expect(items).toEqual([
			{ json: { data: { ...data, respondedAt: NOW } }, pairedItem: { item: 0 } },
		]);
		expect(status).toBeUndefined();
		expect(page).toContain('Your answer was received. You can close this page.');
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
			expect(page).toMatch(/Nothing was (chosen|written) yet\./);
			expect(page).toContain('Can you drive?');
		},
	);
});
