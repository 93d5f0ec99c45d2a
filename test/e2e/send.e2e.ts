import type { IDataObject } from 'n8n-workflow';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { itemsOf } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { startServer, type TestServer } from '../support/server';
import { SEND } from './campaigns';
import { PASSWORD, whereIsPassword } from './password';
import { setUpStage } from './stage';

const stage = setUpStage();

const send = (options: IDataObject = {}): IDataObject => ({
	resource: 'message',
	operation: 'send',
	numbers: '={{ $json.number }}',
	text: '={{ $json.text }}',
	options: { reference: '={{ $json.reference }}', ...options },
});

const people = (...numbers: string[]): IDataObject[] =>
	numbers.map((number, index) => ({
		number,
		text: `Text ${index + 1}`,
		reference: `r${index + 1}`,
	}));

const FINE = ['27821111111', '27822222222', '27823333333'];

const sentTexts = async () =>
	(await stage.simulator.messages()).map(({ number, text }) => `${number}: ${text}`);

it('takes 10,000 items of different texts in 10 requests, in order', async () => {
	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 10_000 }] });
	const rows = people(...Array.from({ length: 10_000 }, (_, index) => `2783${1000000 + index}`));
	const { data, status } = await stage.run({ rows, parameters: send() });
	expect(status).toBe('success');
	const results = itemsOf(data, 'Gateway');
	expect(results.map(({ reference }) => reference)).toEqual(rows.map((row) => row.reference));
	const texts = new Map((await stage.simulator.messages()).map(({ id, text }) => [id, text]));
	expect(results.map(({ messageId }) => texts.get(messageId as string))).toEqual(
		rows.map(({ text }) => text),
	);
	expect(await stage.simulator.requests()).toHaveLength(10);
});

it.each([
	// New York leaves summer time on 7 November 2027.
	['America/New_York', '2027-11-05T09:00:00', '2027-11-05T13:00:00Z'],
	['America/New_York', '2027-11-08T09:00:00', '2027-11-08T14:00:00Z'],
	['Africa/Johannesburg', '2027-11-08T09:00:30', '2027-11-08T07:01:00Z'],
])("schedules in the workflow's zone: %s, %s", async (timezone, scheduledAt, gmt) => {
	const execution = await stage.run({
		rows: people(FINE[0] as string),
		parameters: send({ scheduledAt }),
		workflow: { timezone },
	});
	expect(itemsOf(execution.data, 'Gateway')).toMatchObject([{ scheduledAt: gmt }]);
	const [message] = await stage.simulator.messages();
	expect(message).toMatchObject({ scheduledAt: gmt.replace('Z', '.000Z'), code: -1 });
});

it.each([
	['Dry Run', (dryRun: string) => ({ dryRun })],
	['Max Messages per Text', (maxParts: string) => ({ maxParts })],
	['Interface', (via: string) => ({ interface: via })],
	[
		'Send Between: Days',
		(days: string) => ({ sendBetween: { values: { from: '00:00', until: '23:59', days } } }),
	],
])('an option whose expression gives nothing sends nothing: %s', async (label, option) => {
	for (const value of ['={{ $json.nothing }}', '={{ null }}']) {
		const { status, data } = await stage.run({
			rows: people(...FINE),
			parameters: send(option(value)),
		});
		const { message, description } = data.resultData.error ?? {};
		expect([status, `${message} ${description}`]).toEqual([
			'error',
			expect.stringContaining(`'${label}' has no value`),
		]);
	}
	expect(await stage.simulator.requests()).toEqual([]);
});

it('keeps n8n from sending again by itself on HTTP 401', async () => {
	await stage.simulator.fault(SEND, { status: 401 });
	const execution = await stage.run({ rows: people(...FINE), parameters: send() });
	expect(await stage.simulator.requests()).toHaveLength(1);
	expect(await sentTexts()).toHaveLength(3);
	const accepted = itemsOf(execution.data, 'Gateway').map((item) => item.accepted);
	expect(accepted).toEqual([true, true, true]);
});

it('sends nothing further once it is cancelled, and leaves the accepted IDs in the log', async () => {
	await stage.simulator.fault('/batchmessage.asp', { delayMs: 3000 }, 3);
	const rows = people(...FINE);
	const execution = await stage.begin({ rows, parameters: send({ interface: 'query' }) });
	await until(async () => (await stage.simulator.messages()).length === 1, 20_000);
	await stage.rest.cancel(execution);
	const logged = () =>
		stage.n8n.process.output.find((line) => line.includes('Sending was cancelled'));
	await until(async () => logged() !== undefined, 20_000);
	const [message] = await stage.simulator.messages();
	expect(logged()).toContain(`UNCONFIRMED: 27821111111 ${message?.id}`);
	expect(await sentTexts()).toEqual(['27821111111: Text 1']);
});

describe('a failure is shown, and n8n stores nothing of the password', () => {
	/** Repeats the request, or does not answer. */
	let page: TestServer;
	beforeAll(async () => {
		page = await startServer();
		page.answer(({ path: asked, query, body }, response) => {
			if (asked.includes('hang')) return;
			const title = `Not here: ${new URLSearchParams(query).toString()}`;
			response.end(`<html><title>${title}</title><p>${body}</p></html>`);
		});
	});
	afterAll(async () => await page.close());

	it.each([
		['wrong login', undefined, 'The gateway did not accept the login name or password'],
		['no answer', '/hang', 'The gateway did not answer within 60 seconds'],
		['a page with the request', '', 'The answer is not one a messaging gateway gives: "'],
	])('%s', async (_, address, sentence) => {
		const at = address === undefined ? {} : { baseUrl: page.url + address };
		const credential = await stage.credential({ password: PASSWORD, ...at });
		for (const via of address === '/hang' ? ['query'] : ['query', 'xml']) {
			const { status, data } = await stage.run({
				rows: people(FINE[0] as string),
				parameters: send({ interface: via }),
				credential,
			});
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toContain(sentence);
		}
		expect(await readdir(path.join(stage.sandbox.userFolder, '.n8n'))).toContain('database.sqlite');
		expect(await whereIsPassword(stage)).toEqual([]);
	});
});
