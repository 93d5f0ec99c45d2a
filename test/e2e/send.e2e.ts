import type { IDataObject, INode } from 'n8n-workflow';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { itemsOf } from '../../sandbox/execution';
import type { Execution } from '../../sandbox/rest';
import { until } from '../../sandbox/until';
import { setUpStage } from './stage';
import { whereabouts } from './triggers';

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
/** Numbers of the simulator's seed. */
const OPTED_OUT = '27820000001';
const BLACKLISTED = '27820000003';

const sentTexts = async () =>
	(await stage.simulator.messages()).map(({ number, text }) => `${number}: ${text}`);

describe('sending in a real n8n', () => {
	it('takes 10,000 items of different texts in 10 requests, in order, each paired to its item', async () => {
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 10_000 }] });
		const rows = Array.from({ length: 10_000 }, (_, index) => ({
			number: `2783${1000000 + index}`,
			text: `Dear customer ${index}`,
			reference: `r${index}`,
		}));
		const execution = await stage.run({ rows, parameters: send() });
		expect(execution.status).toBe('success');
		const results = itemsOf(execution.data, 'Gateway');
		expect(results.map(({ reference }) => reference)).toEqual(rows.map((row) => row.reference));
		expect(results.every(({ accepted }) => accepted === true)).toBe(true);
		const messages = await stage.simulator.messages();
		const byId = new Map(messages.map((message) => [message.id, message]));
		expect(results.map(({ messageId }) => byId.get(messageId as string)?.text)).toEqual(
			rows.map(({ text }) => text),
		);
		expect(pairedItems(execution)).toEqual(rows.map((_, index) => index));
		expect(await stage.simulator.requests()).toHaveLength(10);
	});

	it('gives the same items over both interfaces, gatewayResult apart', async () => {
		const rows = people(FINE[0] as string, OPTED_OUT, BLACKLISTED, '12', '');
		const overXml = await stage.run({ rows, parameters: send({ interface: 'xml' }) });
		await stage.reset();
		const overQuery = await stage.run({ rows, parameters: send({ interface: 'query' }) });
		const comparable = (execution: Execution) =>
			itemsOf(execution.data, 'Gateway').map((item) => ({
				...item,
				gatewayResult: 0,
				submittedAt: 0,
			}));
		expect(comparable(overQuery)).toEqual(comparable(overXml));
		expect(itemsOf(overXml.data, 'Gateway').map(({ result }) => result)).toEqual([
			'ACCEPTED',
			'OPTED_OUT',
			'BAD_DESTINATION',
			'BAD_DESTINATION',
			'NO_NUMBER',
		]);
	});

	it.each(['xml', 'query'])(
		'brings every GSM-7 character and all line breaks unchanged over %s',
		async (via) => {
			const alphabet =
				'@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€';
			const text = `${alphabet} &amp; %26 + a\r\nb\rc\nd`;
			const rows = [{ number: FINE[0], text, reference: 'r1' }];
			await stage.run({ rows, parameters: send({ interface: via }) });
			expect(await sentTexts()).toEqual([`27821111111: ${alphabet} &amp; %26 + a\nb\nc\nd`]);
		},
	);

	it.each([
		// New York leaves summer time on 7 November 2027 and enters it on 14 March 2027.
		['America/New_York', '2027-03-13T09:00:00', '2027-03-13T14:00:00Z'],
		['America/New_York', '2027-03-15T09:00:00', '2027-03-15T13:00:00Z'],
		['America/New_York', '2027-11-08T09:00:00', '2027-11-08T14:00:00Z'],
		['Africa/Johannesburg', '2027-03-15T09:00:00', '2027-03-15T07:00:00Z'],
		['Africa/Johannesburg', '2027-11-08T09:00:30', '2027-11-08T07:01:00Z'],
	])('schedules in %s for %s at %s', async (timezone, scheduledAt, gmt) => {
		for (const via of ['xml', 'query']) {
			await stage.reset();
			const execution = await stage.run({
				rows: people(FINE[0] as string),
				parameters: send({ interface: via, scheduledAt }),
				workflow: { timezone },
			});
			expect(itemsOf(execution.data, 'Gateway')[0]).toMatchObject({
				accepted: true,
				scheduledAt: gmt,
			});
			const [message] = await stage.simulator.messages();
			expect(message).toMatchObject({ scheduledAt: gmt.replace('Z', '.000Z'), code: -1 });
		}
	});
});

describe('an option whose expression gives nothing', () => {
	const NOTHING = ['={{ $json.nothing }}', '={{ null }}'];
	const OPTIONS: Array<[label: string, option: (value: string) => IDataObject]> = [
		['Dry Run', (dryRun) => ({ dryRun })],
		['Send Once per Reference', (sendOnce) => ({ sendOnce })],
		['Skip Duplicates', (skipDuplicates) => ({ skipDuplicates })],
		['Max Messages per Text', (maxParts) => ({ maxParts })],
		['Emoji and Special Characters', (policy) => ({ onUnsupportedCharacters: policy })],
		['Stop With an Error When', (failWhen) => ({ failWhen })],
		['Interface', (via) => ({ interface: via })],
		['Requests in Parallel', (requestsInParallel) => ({ requestsInParallel })],
		[
			'Send Between: Days',
			(days) => ({ sendBetween: { values: { from: '00:00', until: '23:59', days } } }),
		],
	];

	it.each(OPTIONS)('sends nothing, and names it: %s', async (label, option) => {
		for (const value of NOTHING) {
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
});

describe('a number with the code of its country', () => {
	it("goes to itself where 'Default Country' is its country", async () => {
		await stage.run({
			rows: people('4915127926055', '015127926055'),
			parameters: { ...send(), defaultCountry: 'DE' },
		});
		expect(await sentTexts()).toEqual(['4915127926055: Text 1', '4915127926055: Text 2']);
	});
});

describe('nothing is sent twice', () => {
	const node = (onError: INode['onError'], retryOnFail: boolean): Partial<INode> => ({
		onError: onError as NonNullable<INode['onError']>,
		...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1 }),
	});
	const settings: Array<[NonNullable<INode['onError']>, boolean]> = [
		['stopWorkflow', false],
		['stopWorkflow', true],
		['continueRegularOutput', false],
		['continueRegularOutput', true],
		['continueErrorOutput', false],
		['continueErrorOutput', true],
	];
	const label = (item: IDataObject): unknown =>
		item.result ?? (item.error as IDataObject | undefined)?.result ?? item.error;

	it.each(settings)(
		'%s, Retry On Fail %s: an answer lost after acceptance',
		async (onError, retry) => {
			await stage.simulator.fault('/xmlsendsmsmulti.asp', { drop: 'after' });
			const execution = await stage.run({
				rows: people(...FINE),
				parameters: send(),
				settings: node(onError, retry),
			});
			expect(await sentTexts()).toEqual([
				'27821111111: Text 1',
				'27822222222: Text 2',
				'27823333333: Text 3',
			]);
			const success = itemsOf(execution.data, 'Gateway');
			const failed = itemsOf(execution.data, 'Gateway', { output: 1 });
			if (onError === 'stopWorkflow' && !retry) {
				expect(execution.status).toBe('error');
				expect(execution.data.resultData.error?.message).toBe(
					'The connection broke before the answer of the gateway was complete',
				);
			} else if (onError === 'continueErrorOutput') {
				expect(success).toEqual([]);
				expect(failed).toHaveLength(3);
				// n8n 1.110 leaves the result of the first beside its input item.
				expect(failed.map((item) => item.error ?? item)).toMatchObject([
					{ recipient: '27821111111', reference: 'r1', result: 'UNCONFIRMED' },
					{ recipient: '27822222222', reference: 'r2', result: 'UNCONFIRMED' },
					{ recipient: '27823333333', reference: 'r3', result: 'UNCONFIRMED' },
				]);
				// n8n joins the input item to what goes to the error branch, save for an item error.
				expect(failed[2]).toMatchObject({ number: '27823333333', text: 'Text 3' });
			} else {
				expect(success.map(label)).toEqual(['UNCONFIRMED', 'UNCONFIRMED', 'UNCONFIRMED']);
				expect(success.every(({ accepted }) => accepted === null)).toBe(true);
			}
		},
	);

	it.each(settings)('%s, Retry On Fail %s: a refused recipient first', async (onError, retry) => {
		const execution = await stage.run({
			rows: people(OPTED_OUT, ...FINE),
			parameters: send({ failWhen: 'anyNotAccepted' }),
			settings: node(onError, retry),
		});
		expect(await sentTexts()).toEqual([
			'27821111111: Text 2',
			'27822222222: Text 3',
			'27823333333: Text 4',
		]);
		const success = itemsOf(execution.data, 'Gateway');
		if (onError === 'stopWorkflow' && !retry) {
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toBe(
				'4 messages: 1 not accepted, 3 accepted',
			);
			expect(success).toEqual([]);
		} else if (onError === 'continueErrorOutput') {
			expect(success.map(({ reference }) => reference)).toEqual(['r2', 'r3', 'r4']);
			const failed = itemsOf(execution.data, 'Gateway', { output: 1 });
			expect(failed).toMatchObject([
				{
					reference: 'r1',
					text: 'Text 1',
					error: { result: 'OPTED_OUT', recipient: OPTED_OUT, reference: 'r1' },
				},
			]);
		} else {
			expect(success.map(label)).toEqual(['OPTED_OUT', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
		}
	});

	it.each(settings)('%s, Retry On Fail %s: nothing accepted', async (onError, retry) => {
		const execution = await stage.run({
			rows: people(OPTED_OUT, BLACKLISTED),
			parameters: send(),
			settings: node(onError, retry),
		});
		expect(await sentTexts()).toEqual([]);
		const success = itemsOf(execution.data, 'Gateway');
		const failed = itemsOf(execution.data, 'Gateway', { output: 1 });
		if (onError === 'stopWorkflow') {
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toBe('2 messages: 2 not accepted');
		} else if (onError === 'continueErrorOutput') {
			expect(success).toEqual([]);
			expect(failed.map(label)).toEqual(['OPTED_OUT', 'BAD_DESTINATION']);
		} else {
			expect(success.map(label)).toEqual(['OPTED_OUT', 'BAD_DESTINATION']);
		}
		// A repetition is harmless here, and n8n makes it only where it sees a failure.
		const repeats = retry && onError !== 'continueRegularOutput';
		expect(await stage.simulator.requests()).toHaveLength(repeats ? 3 : 1);
	});

	it('keeps n8n from sending again by itself on HTTP 401', async () => {
		await stage.simulator.fault('/xmlsendsmsmulti.asp', { status: 401 });
		const execution = await stage.run({ rows: people(...FINE), parameters: send() });
		expect(await stage.simulator.requests()).toHaveLength(1);
		expect(await sentTexts()).toHaveLength(3);
		expect(itemsOf(execution.data, 'Gateway').map(({ accepted }) => accepted)).toEqual([
			true,
			true,
			true,
		]);
	});
});

describe('a cancelled execution', () => {
	it('sends nothing further, and leaves the IDs of what was accepted in the log', async () => {
		await stage.simulator.post('faults', {
			match: { path: '/batchmessage.asp' },
			times: 3,
			fault: { delayMs: 3000 },
		});
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
});

describe('a failure is one sentence a person can act on, and keeps the password', () => {
	const PASSWORD = 'Unm1stakable&Secret%';
	const FORMS = [
		PASSWORD,
		encodeURIComponent(PASSWORD),
		PASSWORD.replace('&', '&amp;'),
		'Unm1stakable',
	];
	let page: Server;
	beforeAll(async () => {
		page = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				if (request.url?.includes('hang') === true) return;
				const body = Buffer.concat(chunks).toString();
				response.end(`<html><title>Not here: ${request.url}</title><p>${body}</p></html>`);
			});
		});
		await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		page.closeAllConnections();
		page.close();
	});
	const pageUrl = () => `http://127.0.0.1:${(page.address() as AddressInfo).port}`;

	const cases: Array<[string, () => IDataObject, string]> = [
		['wrong login', () => ({}), 'The gateway did not accept the login name or password'],
		['locked account', () => ({ user: 'locked' }), 'The gateway account is locked'],
		[
			'gateway down',
			() => ({ baseUrl: 'http://127.0.0.1:9' }),
			'The gateway refused the connection',
		],
		[
			'gateway hanging',
			() => ({ baseUrl: `${pageUrl()}/hang` }),
			'The gateway did not answer within 60 seconds',
		],
		[
			'HTML page that repeats the request',
			() => ({ baseUrl: pageUrl() }),
			'The answer is not one a messaging gateway gives: "',
		],
	];

	it.each(cases)('%s', async (_, data, sentence) => {
		await stage.simulator.post('seed', { accounts: [{ login: 'locked', password: PASSWORD }] });
		const credential = await stage.credential({ password: PASSWORD, ...data() });
		for (const via of sentence.includes('60 seconds') ? ['query'] : ['query', 'xml']) {
			const execution = await stage.run({
				rows: people(FINE[0] as string),
				parameters: send({ interface: via }),
				credential,
			});
			expect(execution.status).toBe('error');
			const { error } = execution.data.resultData as unknown as {
				error: { message: string; description: string };
			};
			expect(error.message.startsWith(sentence)).toBe(true);
			expect(error.description).toBeTruthy();
		}
		expect(await readdir(path.join(stage.sandbox.userFolder, '.n8n'))).toContain('database.sqlite');
		expect(await whereabouts(stage, ...FORMS)).toEqual([]);
	});
});

function pairedItems(execution: Execution): unknown[] {
	const items = execution.data.resultData.runData.Gateway?.[0]?.data?.main?.[0] ?? [];
	return items.map((item) => (item as unknown as { pairedItem: { item: number } }).pairedItem.item);
}
