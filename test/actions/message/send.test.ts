import type { IDataObject } from 'n8n-workflow';
import {
	execute,
	hintsOf,
	resultsOf,
	run as runNode,
	type Run,
	type Setup,
} from '../../support/context';
import { failing } from '../../support/parameters';
import { answering, answerTo, manyNumbers, numbersIn } from '../../support/sending';
import { drop, testServer } from '../../support/server';
import { ProcessedStore } from '../../support/store';
import { TOOL } from '../../support/tool';
import { accepted } from '../../support/xmlAnswers';

const server = testServer();

const send = async (
	parameters: IDataObject | IDataObject[],
	rest: Partial<Setup> = {},
): Promise<Run> => await execute(server.url, 'message', 'send', parameters, rest);

describe('a row for each recipient', () => {
	it('says what became of the message', async () => {
		server.answer(accepted(['27821111111', '101']));
		const { items, json } = await send({
			numbers: '+27 82 111 1111',
			text: 'Hello',
			options: { reference: 'order-1' },
		});
		expect(items?.[0]?.pairedItem).toEqual({ item: 0 });
		expect(json).toEqual([
			{
				recipient: '+27 82 111 1111',
				number: '27821111111',
				accepted: true,
				messageId: '101',
				result: 'ACCEPTED',
				description: 'Accepted for sending',
				gatewayResult: '101',
				reference: 'order-1',
				parts: 1,
				scheduledAt: null,
				submittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
			},
		]);
	});

	it('keeps its reference where its numbers cannot be read', async () => {
		server.answer(accepted(['27821111111', '101']));
		const { json } = await send([
			{ numbers: '27821111111', text: 'A' },
			{ numbers: failing(), text: 'B', options: { reference: 'order-7' } },
		]);
		expect(json).toMatchObject([
			{ result: 'ACCEPTED' },
			{ result: 'NOT_SENT', recipient: '', reference: 'order-7' },
		]);
	});

	describe('with the fields of its input item', () => {
		const numbers = '27821111111, 27822222222';
		const items = [{ json: { id: 7, name: 'Anna', result: 'old', error: 'of another node' } }];
		const parameters = { numbers, text: 'A', options: { includeInputFields: true } };
		const answer = accepted(['27821111111', '101'], ['27822222222', 'FAIL:OPTEDOUT']);

		it('keeps its own where both have one, and no error that would repeat the node', async () => {
			server.answer(answer);
			const { json } = await send(parameters, { items, node: { retryOnFail: true } });
			expect(json).toMatchObject([
				{ id: 7, name: 'Anna', number: '27821111111', result: 'ACCEPTED' },
				{ id: 7, name: 'Anna', number: '27822222222', result: 'OPTED_OUT' },
			]);
			expect(json.filter((row) => 'error' in row)).toEqual([]);
		});

		it('leaves the rows of the error output alone, which n8n fills itself', async () => {
			server.answer(answer);
			const { json } = await send(parameters, { items, node: { onError: 'continueErrorOutput' } });
			expect(Object.keys(json[1] ?? {})).toEqual(['error']);
		});
	});

	it('comes in the order of input, paired to its item, from one request for all items', async () => {
		server.answer(
			accepted(['27821111111', '101'], ['27822222222', 'FAIL:OPTEDOUT'], ['27823333333', '103']),
		);
		const { items, json } = await send([
			{ numbers: '27821111111', text: 'A' },
			{ numbers: '27822222222', text: 'B' },
			{ numbers: '27823333333', text: 'C' },
		]);
		expect(server.requests).toHaveLength(1);
		expect(items?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(json.map(({ messageId, result }) => [messageId, result])).toEqual([
			['101', 'ACCEPTED'],
			[null, 'OPTED_OUT'],
			['103', 'ACCEPTED'],
		]);
	});

	it.each([
		[{ numbers: '27821111111', text: ' \n' }, 'NO_MESSAGE'],
		[{ numbers: '27821111111', text: { a: 1 } }, 'NO_MESSAGE'],
		[{ text: 'Hi' }, 'NO_NUMBER'],
		[{ numbers: '12', text: 'Hi' }, 'BAD_DESTINATION'],
		[{ numbers: '27821111111', text: 'a'.repeat(161), options: { maxParts: 1 } }, 'TOO_LONG'],
		[{ numbers: '27821111111', text: 'Hi', options: { scheduledAt: undefined } }, 'INVALID_TIME'],
		[
			{ numbers: '27821111111', text: 'Hi', options: { scheduledAt: '2020-01-01T00:00:00Z' } },
			'INVALID_TIME',
		],
		[{ numbers: failing(), text: 'Hi' }, 'NOT_SENT'],
	])(
		'tells of a fault in one row before any request, and sends the rest: %#',
		async (own, result) => {
			server.answer(accepted(['27829999999', '109']));
			const { json } = await send([
				own as unknown as IDataObject,
				{ numbers: '27829999999', text: 'Fine' },
			]);
			expect(json).toHaveLength(2);
			expect(json[0]).toMatchObject({
				result,
				accepted: false,
				messageId: null,
				submittedAt: null,
			});
			expect(json[1]).toMatchObject({ result: 'ACCEPTED', messageId: '109' });
			expect(server.requests[0]?.body).not.toContain('27821111111');
		},
	);
});

describe('what goes on the wire', () => {
	it('goes out twice if a list has a number twice, and a hint says so', async () => {
		server.answer('27821111111=101&27822222222=102&', '27821111111=103&');
		const numbers = '27821111111, 27821111111, 27822222222';
		const run = await send({ numbers, text: 'Hi', options: { interface: 'query' } });
		expect(run.json.map(({ messageId }) => messageId)).toEqual(['101', '103', '102']);
		expect(hintsOf(run)).toEqual([
			"1 message goes to a number that gets the same text already. Turn on 'Skip Duplicates' to send one only.",
		]);
	});

	it('shows four hints, and of several dangers first who else could get it', async () => {
		const { hints } = await send({
			numbers: '447911123456',
			text: 'môre',
			defaultCountry: 'DE',
			options: { dryRun: true, scheduledAt: '2099-11-20', sendOnce: true, reference: '1' },
		});
		expect(hints.map(({ message }) => message.slice(0, 34))).toEqual([
			'Dry run: nothing was sent. 1 messa',
			"Read as numbers of the 'Default Co",
			'SMS cannot carry some characters, ',
			'Scheduled for 2099-11-20 00:00 UTC',
		]);
	});
});

describe('the country of a number', () => {
	const bad = (description: string) => ({ result: 'BAD_DESTINATION', description });

	it('is that of a known service', async () => {
		const credentials = { service: 'winSmsSouthAfrica' };
		const { error } = await send({ numbers: '082 12', text: 'Hi' }, { credentials });
		expect(error?.message).toBe('The number is too short for one of South Africa');
	});

	it('is none by itself: of a list that shows to be national only marked numbers are sent', async () => {
		server.answer(accepted(['27831234567', '101']));
		// What lost its zero in a sheet is a number of North America.
		const { json } = await send([
			{ numbers: '15127926055', text: 'Hi' },
			{ numbers: '0151 27926055, +27831234567', text: 'Hi' },
		]);
		expect(json).toMatchObject([
			bad(
				"The numbers of this run seem to be national ones: some are not valid without their country. Set 'Default Country', or write all with '+' and the country code",
			),
			bad(
				"The number is not a valid international number; write it with '+' and its country code, or set 'Default Country'",
			),
			{ result: 'ACCEPTED' },
		]);
	});

	it('is asked for as a tool', async () => {
		server.answer(accepted(['27831234567', '101']));
		const numbers = '203-662-5893, 27821234567, +27 83 123 4567';
		const { json } = await send({ numbers, text: 'Hi' }, { node: TOOL });
		const ask = bad(
			"Write '+' and the country code before the number. Ask for the country; do not guess it",
		);
		expect(json.slice(0, 3)).toMatchObject([ask, ask, { result: 'ACCEPTED' }]);
	});
});

describe('Max Recipients', () => {
	const three = { numbers: '27821111111,27822222222,27823333333', text: 'Hi' };

	it('refuses the whole run before anything is sent', async () => {
		server.answer('');
		const { error } = await send({ ...three, options: { maxRecipients: 2 } });
		expect(error?.message).toBe("There are 3 recipients, and 'Max Recipients' allows 2");
		expect(error?.description).toBe('Nothing was sent. Check the input, or change that option');
		expect(server.requests).toHaveLength(0);
	});

	it('allows as many as it says', async () => {
		server.answer(answering());
		const run = await send({ ...three, options: { maxRecipients: 3 } });
		expect(resultsOf(run)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
	});

	it('gives rows that were not sent when the run is to go on', async () => {
		server.answer('');
		const outcome = await send(
			{ ...three, options: { maxRecipients: 2 } },
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(resultsOf(outcome)).toEqual(['NOT_SENT', 'NOT_SENT', 'NOT_SENT']);
		expect(server.requests).toHaveLength(0);
	});
});

describe('Requests in Parallel', () => {
	it.each([
		[{}, 1],
		[{ requestsInParallel: '4' }, 4],
	])('with %j so many are under way at once: %d', async (options, atOnce) => {
		let underWay = 0;
		let most = 0;
		server.answer((request, response) => {
			underWay += 1;
			most = Math.max(most, underWay);
			setTimeout(() => {
				underWay -= 1;
				response.end(answerTo(request));
			}, 20);
		});
		const rows = manyNumbers(9).map((numbers, index) => ({
			numbers,
			text: 'Hi',
			options: { ...options, scheduledAt: `2099-01-01T00:${10 + index}:00Z` },
		}));
		expect(resultsOf(await send(rows))).toEqual(Array(9).fill('ACCEPTED'));
		expect(server.requests).toHaveLength(9);
		expect(most).toBe(atOnce);
	});
});

describe('when messages leave', () => {
	/** A time in Johannesburg. 2026-11-20 is a Friday. */
	const isNow = (time: string) =>
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`${time}+02:00`));
	const timezone = 'Africa/Johannesburg';
	const DAY = { from: '08:00', until: '20:00' };

	/** The requests: when, and to how many. */
	const requested = (): Array<[string | undefined, number]> =>
		server.requests.map((request) => [
			/<Scheduled>(\d+)</.exec(request.body)?.[1],
			numbersIn(request).length,
		]);
	const planned = ({ json }: Run) => json.map(({ result, scheduledAt }) => [result, scheduledAt]);

	beforeEach(() => server.answer(answering()));
	afterEach(() => jest.restoreAllMocks());

	it('is the next opening of Send Between, and a hint says why', async () => {
		isNow('2026-11-20T20:00:00');
		const options = { scheduledAt: '', sendBetween: { values: DAY } };
		const run = await send({ numbers: '27821111111', text: 'Hi', options }, { timezone });
		expect(planned(run)).toEqual([['ACCEPTED', '2026-11-21T06:00:00Z']]);
		expect(requested()).toEqual([['202611210600', 1]]);
		expect(hintsOf(run)).toEqual([
			"Scheduled for 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		]);
	});

	it('is not at once if Scheduled At was emptied in the panel', async () => {
		const options = { scheduledAt: '', failWhen: 'never' };
		const parameters = {
			resource: 'message',
			operation: 'send',
			numbers: '27821111111',
			text: 'Hi',
		};
		const run = await runNode({ url: server.url, parameters: { ...parameters, options } });
		expect(run.json).toMatchObject([
			{
				result: 'INVALID_TIME',
				description:
					"'Scheduled At' is empty. Write a time as 2026-12-24 10:00:00, or remove the option to send at once",
			},
		]);
		expect(server.requests).toEqual([]);
	});

	it.each<[string, Partial<Setup>, string[]]>([
		[
			'by hand',
			{ mode: 'manual' },
			[
				"It is now 07:00 in America/New_York, the workflow's time zone, by which the hours go. Change it in the settings of the workflow.",
			],
		],
		[
			'for a gateway in another zone',
			{ credentials: { timezone: 'Africa/Johannesburg' } },
			[
				"It is now 07:00 in America/New_York, the workflow's time zone, by which the hours go, and 14:00 in Africa/Johannesburg, the gateway's. Change it in the settings of the workflow.",
			],
		],
		['for a gateway in the same zone', { credentials: { timezone: 'America/Toronto' } }, []],
		['for a gateway whose clock shows UTC', {}, []],
	])('is told by the clock of the workflow, %s', async (_, rest, hints) => {
		isNow('2026-11-20T14:00:00');
		const options = { sendBetween: { values: { from: '06:00', until: '20:00' } } };
		const row = { numbers: '27821111111', text: 'Hi', options };
		const run = await send(row, { timezone: 'America/New_York', ...rest });
		expect(hintsOf(run)).toEqual(hints);
	});

	it.each([[{}], [{ sendOnce: true, reference: '1' }]])(
		'is over for a run when its hours have ended: %j',
		async (more) => {
			isNow('2026-11-20T00:09:30');
			server.answer((_, response) => {
				isNow('2026-11-20T00:10:30');
				response.end('27821111111=101&');
			});
			const hours = { values: { from: '00:00', until: '00:11' } };
			const rows = ['A', 'B'].map((text, index) => ({
				numbers: `2782111111${1 + index}`,
				text,
				options: { interface: 'query', sendBetween: hours, ...more },
			}));
			const run = await send(rows, { timezone });
			expect(planned(run)).toEqual([
				['ACCEPTED', null],
				['NOT_SENT', null],
			]);
			expect(run.json[1]?.description).toBe(
				"Not sent. The hours of 'Send Between' had ended. Run the workflow again for what was not sent",
			);
			expect(server.requests).toHaveLength(1);
		},
	);

	it('is read for each item', async () => {
		isNow('2026-11-20T10:34:30');
		const row = (sendBetween: IDataObject, more = {}) => ({
			numbers: '27821111111',
			text: 'Hi',
			options: { sendBetween, ...more },
		});
		const run = await send(
			[
				row({ values: { from: '12:00', until: '20:00' } }),
				row({ values: { from: '14:00', until: '20:00' } }, { outsideHours: 'doNotSend' }),
				row({}),
				row({ values: { ...DAY, from: '8' } }),
			],
			{ timezone },
		);
		expect(run.json.map(({ result, description }) => [result, description])).toEqual([
			['ACCEPTED', 'Accepted for sending'],
			['NOT_SENT', "Not sent. 'Send Between' or 'Closed Dates' do not allow this time"],
			['NOT_SENT', "Not sent. 'Send Between' has no value. Correct its expression, or remove it"],
			['NOT_SENT', `Not sent. 'Send Between': 'From' is "8". Write it as 08:00`],
		]);
		expect(requested()).toEqual([['202611201000', 1]]);
	});

	it('is spread by Messages per Minute, which counts only what goes out', async () => {
		isNow('2026-11-20T10:34:30');
		const rows = ['wrong', '27821111111', '27821111111', '27822222222', '27823333333'];
		const options = { messagesPerMinute: '2', skipDuplicates: true, failWhen: 'never' };
		const parameters = rows.map((numbers) => ({ numbers, text: 'Hi', options }));
		const run = await send(parameters, { timezone });
		expect(planned(run)).toEqual([
			['BAD_DESTINATION', null],
			['ACCEPTED', null],
			['DUPLICATE', null],
			['ACCEPTED', null],
			['ACCEPTED', '2026-11-20T08:35:00Z'],
		]);
		expect(requested()).toEqual([
			[undefined, 2],
			['202611200835', 1],
		]);
		expect(hintsOf(run)[1]).toContain("'Messages per Minute' spreads the messages");
	});
});

describe('Dry Run', () => {
	const numbers = '27821111111,27822222222';
	const COST =
		'Dry run: nothing was sent. 2 messages of 4 parts in all would go out. If a part costs one credit, this needs 4 credits';
	const dryRun = async (options: IDataObject = {}, rest: Partial<Setup> = {}) => {
		const rows = [{ numbers, text: 'x'.repeat(161), options: { dryRun: true, ...options } }];
		return await send([...rows, { numbers: '12', text: 'Hi' } as never], rest);
	};

	it('does everything but send, and says what it costs and when it would be', async () => {
		server.answer('Credits=3');
		const run = await dryRun({ messagesPerMinute: 1, scheduledAt: '2099-01-01T08:00:00Z' });
		expect(resultsOf(run)).toEqual(['DRY_RUN', 'DRY_RUN', 'BAD_DESTINATION']);
		expect(run.json[1]).toMatchObject({
			accepted: false,
			messageId: null,
			parts: 2,
			scheduledAt: '2099-01-01T08:01:00Z',
			submittedAt: null,
			description: 'Dry run: would be sent',
			text: 'x'.repeat(161),
		});
		expect(run.json[2]).not.toHaveProperty('text');
		expect(hintsOf(run)[1]).toBe(`${COST}, and the account has 3.`);
		expect(server.requests.map(({ path }) => path)).toEqual(['/credits.asp']);
	});

	it('says why the balance cannot be read', async () => {
		server.answer('Credits=FAIL');
		expect(hintsOf(await dryRun())).toContain(
			`${COST}. The balance cannot be read: The gateway did not accept the login name or password.`,
		);
	});

	it('shows each text as it would leave, and names the expressions that give nothing', async () => {
		server.answer('Credits=3');
		const run = await runNode({
			url: server.url,
			parameters: {
				resource: 'message',
				operation: 'send',
				numbers: '27821111111',
				text: '=Dear {{ $json.nmae }}, \u201c{{ $json.order }}\u201d',
				options: { dryRun: true },
			},
			items: [{ json: {} }, { json: {} }],
			evaluate: (expression, item) => (expression.includes('nmae') || item > 0 ? '' : '1042'),
		});
		expect(run.json.map(({ text }) => text)).toEqual(
			Array(2).fill('=Dear {{ $json.nmae }}, "{{ $json.order }}"'),
		);
		expect(hintsOf(run)).toEqual([
			'Dry run: nothing was sent. 2 messages of 2 parts in all would go out. If a part costs one credit, this needs 2 credits, and the account has 3. {{ $json.nmae }} gives nothing for 2 of 2 items. {{ $json.order }} gives nothing for 1 of 2 items.',
			expect.stringMatching(/^SMS cannot carry some characters/),
			expect.stringMatching(/^1 message goes to a number that gets the same text already/),
		]);
	});

	it('is no failure, also where every recipient must be accepted', async () => {
		server.answer('Credits=3');
		const options = { dryRun: true, failWhen: 'anyNotAccepted' };
		expect(resultsOf(await send({ numbers, text: 'Hi', options }))).toEqual(['DRY_RUN', 'DRY_RUN']);
	});

	it('claims no keys, and says that it does not know them', async () => {
		server.answer('Credits=3');
		const store = new ProcessedStore();
		const run = await dryRun({ sendOnce: true, reference: 'reminder' }, { store });
		expect(hintsOf(run)).toContain(
			`${COST}, and the account has 3. Messages that were sent before with their reference would not: a dry run cannot tell which.`,
		);
		expect(store.writes).toEqual([]);
	});
});

describe('Fail When', () => {
	it('makes the reason that all have the headline, with the label of the field', async () => {
		const { error } = await send(Array(4).fill({ numbers: '', text: 'Hi' }));
		expect(error?.message).toBe("'Numbers' is empty");
		expect(error?.description).toBe('Not accepted (4 times)');
	});

	const two = { numbers: '27821111111,27822222222', text: 'Hi', options: { interface: 'query' } };
	const refused = '27821111111=OPTEDOUT&27822222222=BADDEST&';
	const half = '27821111111=101&27822222222=OPTEDOUT&';

	it('stops by default when no recipient is accepted, and sums up why', async () => {
		server.answer(refused);
		const { error } = await send(two);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe('2 messages: 2 not accepted (27821111111, 27822222222)');
		expect(error?.description).toBe(
			'The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it (27821111111). The number is not valid, or it is blacklisted (27822222222)',
		);
		expect(error?.context.itemIndex).toBe(0);
		expect((error?.context.results as IDataObject[]).map(({ result }) => result)).toEqual([
			'OPTED_OUT',
			'BAD_DESTINATION',
		]);
	});

	it('stops at any recipient not accepted, with the IDs of those that were', async () => {
		server.answer(half);
		const { error } = await send({
			...two,
			options: { ...two.options, failWhen: 'anyNotAccepted' },
		});
		expect(error?.message).toBe('2 messages: 1 not accepted (27822222222), 1 accepted');
		expect(error?.description).toBe(
			'Sending again may reach people twice. The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it (27822222222). Accepted: 27821111111 (ID 101)',
		);
		expect((error?.context.results as IDataObject[])[0]).toMatchObject({ messageId: '101' });
	});

	it.each<[string, string, IDataObject, string[]]>([
		['one recipient is accepted', half, {}, ['ACCEPTED', 'OPTED_OUT']],
		['it never stops', refused, { failWhen: 'never' }, ['OPTED_OUT', 'BAD_DESTINATION']],
	])('gives rows where %s', async (_, answer, options, expected) => {
		server.answer(answer);
		const run = await send({ ...two, options: { ...two.options, ...options } });
		expect(resultsOf(run)).toEqual(expected);
	});

	it.each([
		[
			'refused',
			'27821111111=OPTEDOUT&',
			'The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it',
		],
		[
			'kept back by a wrong login',
			'FAIL&',
			'The gateway did not accept the login name or password',
		],
	])('stops where a message and its duplicate are %s', async (_, answer, message) => {
		server.answer(answer);
		const numbers = '27821111111, +27 82 111 1111';
		const options = { interface: 'query', skipDuplicates: true };
		const { error } = await send({ numbers, text: 'Hi', options });
		expect(error?.message).toBe(message);
	});

	it('stops for a wrong login even then, as a 401', async () => {
		server.answer('FAIL&');
		const { error } = await send({ ...two, options: { ...two.options, failWhen: 'never' } });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			message: 'The gateway did not accept the login name or password',
		});
	});

	it('stops even then for a gateway that cannot be reached', async () => {
		const { error } = await send(
			{ ...two, options: { ...two.options, failWhen: 'never' } },
			{ url: 'http://127.0.0.1:9' },
		);
		expect(error?.message).toBe('The gateway refused the connection');
	});

	it('gives rows even then, where some went out before the login was refused', async () => {
		server.answer('27821111111=101&', 'FAIL&');
		const options = { interface: 'query', failWhen: 'never' };
		const run = await send(['A', 'B'].map((text) => ({ numbers: '27821111111', text, options })));
		expect(resultsOf(run)).toEqual(['ACCEPTED', 'NOT_SENT']);
	});

	it('never hides a wrong login behind another failure', async () => {
		server.answer('FAIL&');
		const options = { interface: 'query', failWhen: 'never' };
		const { error } = await send([
			{ numbers: '27821111111', text: '語'.repeat(900), options },
			{ numbers: '27822222222', text: 'B', options },
		]);
		expect(error).toMatchObject({ httpCode: '401' });
	});

	it('speaks of all recipients where their reasons differ', async () => {
		server.answer('27822222222=102&');
		const options = { interface: 'query', failWhen: 'anyNotAccepted' };
		const { error } = await send([
			{ numbers: '27821111111', text: '語'.repeat(900), options },
			{ numbers: '27822222222', text: 'B', options },
			{ numbers: '12', text: 'C', options },
		]);
		expect(error?.message).toBe('3 messages: 2 not accepted (27821111111, 12), 1 accepted');
	});

	it('lets nothing be sent where the options of the first item cannot be read', async () => {
		server.answer('');
		const options = failing();
		const outcome = await send([
			{ numbers: '27821111111', text: 'A', options },
			{ numbers: '27822222222', text: 'B' },
		]);
		expect(outcome.error?.message).toBe(
			'The parameters of this item cannot be read: The expression failed',
		);
		expect(server.requests).toEqual([]);
	});

	it('is read from the first item', async () => {
		server.answer(accepted(['27821111111', 'FAIL:OPTEDOUT'], ['27822222222', '102']));
		const { error } = await send([
			{ numbers: '27821111111', text: 'A', options: { failWhen: 'anyNotAccepted' } },
			{ numbers: '27822222222', text: 'B', options: { failWhen: 'never' } },
		]);
		expect(error?.message).toBe('2 messages: 1 not accepted (27821111111), 1 accepted');
	});
});

describe('an outcome that nobody knows', () => {
	const one = { numbers: '27821111111', text: 'Hi' };

	it('is called unconfirmed, and a warning says that a repeat may send twice', async () => {
		server.answer(drop);
		const { error, logged } = await send(one);
		expect(logged).toEqual([]);
		expect(error?.message).toBe(
			'The connection broke before the answer of the gateway was complete',
		);
		expect(error?.description).toMatch(
			/^Sending again may reach people twice\..*Perhaps accepted \(27821111111\)/,
		);
		expect((error?.context.results as IDataObject[])[0]).toMatchObject({ result: 'UNCONFIRMED' });
		expect(server.requests).toHaveLength(1);
	});

	it('comes as a row when n8n would run the node again after a failure', async () => {
		server.answer(drop);
		const outcome = await send(one, { node: { retryOnFail: true } });
		// Not false: somebody may send again what was certainly not accepted.
		expect(outcome.json).toMatchObject([{ result: 'UNCONFIRMED', accepted: null }]);
		expect(outcome.json[0]).not.toHaveProperty('error');
		expect(hintsOf(outcome)).toEqual([
			'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete (27821111111). Sending again may reach people twice.',
		]);
	});

	it('still stops with Retry On Fail when certainly nothing was accepted', async () => {
		server.answer('<XMLGateway_Response><Error>Invalid Date</Error></XMLGateway_Response>');
		const { error } = await send(one, { node: { retryOnFail: true } });
		expect(error?.message).toBe('The gateway refused the request: Invalid Date');
	});
});

it('a credential that could not be loaded stops the run', async () => {
	const { error } = await send({ numbers: '27821111111', text: 'A' }, { credentials: 'none' });
	expect(error?.message).toBe('The credential could not be loaded: Credential does not exist');
});

describe('On Error: continue (using error output)', () => {
	const node = { onError: 'continueErrorOutput' as const };
	const three = [
		{ numbers: '27821111111', text: 'A' },
		{ numbers: '27822222222', text: 'B' },
		{ numbers: '27823333333', text: 'C' },
	];

	it('gives what was accepted first, then the rest for the error branch with its row', async () => {
		server.answer(
			accepted(['27821111111', 'FAIL:OPTEDOUT'], ['27822222222', '102'], ['27823333333', '103']),
		);
		const { items } = await send(three, { node });
		expect(items?.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[expect.arrayContaining(['messageId']), { item: 1 }],
			[expect.arrayContaining(['messageId']), { item: 2 }],
			[['error'], { item: 0 }],
		]);
		expect(items?.[2]?.json.error).toMatchObject({
			message:
				'The recipient has opted out of messages from this account. Only the gateway provider can lift that, if the recipient asks for it',
			recipient: '27821111111',
			result: 'OPTED_OUT',
			accepted: false,
		});
	});

	it('keeps n8n from running the node again when the first outcome is unknown', async () => {
		server.answer(drop);
		const { items } = await send(three, { node: { ...node, retryOnFail: true } });
		expect(items?.[0]?.json).toMatchObject({ recipient: '27821111111', result: 'UNCONFIRMED' });
		expect(items?.[0]?.json).not.toHaveProperty('error');
		// n8n makes `{ error: error.message }` of it, like the others.
		expect(items?.[0]?.error?.message).toMatchObject({
			message:
				'It is not known whether the gateway accepted this message. The connection broke before the answer of the gateway was complete',
			recipient: '27821111111',
			result: 'UNCONFIRMED',
		});
		expect(items?.slice(1).map(({ json }) => Object.keys(json))).toEqual([['error'], ['error']]);
	});

	it('lets n8n run it again when nothing was accepted for certain', async () => {
		server.answer(
			'<XMLGateway_Response><Error>Invalid username or password</Error></XMLGateway_Response>',
		);
		const { items } = await send(three, { node: { ...node, retryOnFail: true } });
		expect(items?.map(({ json }) => Object.keys(json))).toEqual([['error'], ['error'], ['error']]);
	});
});

describe('a cancelled execution', () => {
	it('begins no further request and logs the IDs of what was accepted', async () => {
		const cancelling = new AbortController();
		server.answer((_, response) => {
			cancelling.abort();
			response.end('27821111111=101&');
		});
		const outcome = await send(
			[
				{ numbers: '27821111111', text: 'A', options: { interface: 'query' } },
				{ numbers: '27822222222', text: 'B', options: { interface: 'query' } },
			],
			{ signal: cancelling.signal },
		);
		expect(resultsOf(outcome)).toEqual(['ACCEPTED', 'NOT_SENT']);
		expect(server.requests).toHaveLength(1);
		expect(outcome.logged).toEqual([
			'Sending was cancelled. Accepted, or UNCONFIRMED: 27821111111 101',
		]);
	});
});
