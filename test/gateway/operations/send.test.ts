import fc from 'fast-check';
import { failed, success } from '../../../nodes/MessagingGateway/gateway/exchange/exchange';
import { failure } from '../../../nodes/MessagingGateway/gateway/exchange/failures';
import { maskOf } from '../../../nodes/MessagingGateway/gateway/exchange/mask';
import type { GatewayInterface } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { query } from '../../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { answer, connected, parametersOf, scripted } from '../../support/answers';
import { A, B, C, brief, outcomesOf, to } from '../../support/outcomes';
import { runs } from '../../support/runs';
import { sendResponse, sendResult } from '../../support/xmlAnswers';

describe('a run of several requests', () => {
	const texts = [to(A, 'One'), to(B, 'Two'), to(C, 'Three')];

	it.each([
		['timedOut', 'UNCONFIRMED'],
		['connectionBroken', 'UNCONFIRMED'],
		['connectionRefused', 'NOT_SENT'],
		['hostNotFound', 'NOT_SENT'],
	] as const)('ends at %s, after which the rest is not sent', async (kind, result) => {
		const gateway = scripted('27821111111=101', failure(kind, '60'));
		const outcomes = await outcomesOf(gateway, query, texts);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', result, 'NOT_SENT']);
		expect(gateway.requests).toHaveLength(2);
	});

	it.each([
		[401, 'NOT_SENT', 1],
		[403, 'NOT_SENT', 1],
		[404, 'NOT_SENT', 1],
		[405, 'NOT_SENT', 1],
		[407, 'NOT_SENT', 1],
		[413, 'NOT_SENT', 3],
		[414, 'NOT_SENT', 3],
		[302, 'UNCONFIRMED', 1],
		[400, 'UNCONFIRMED', 1],
		[429, 'UNCONFIRMED', 1],
		[500, 'UNCONFIRMED', 1],
		[503, 'UNCONFIRMED', 1],
	])('takes HTTP %i for %s and makes %i requests', async (status, result, requests) => {
		const gateway = scripted(answer('<html>Sorry</html>', { status }));
		const outcomes = await outcomesOf(gateway, query, texts);
		expect(outcomes[0]?.result).toBe(result);
		expect(gateway.requests).toHaveLength(requests);
	});

	it.each([['FAIL&'], ['Error=Timeout expired'], ['']])(
		'does not believe %j that nothing was sent when it comes with HTTP 500',
		async (body) => {
			const gateway = scripted(answer(body, { status: 500 }));
			expect(brief(await outcomesOf(gateway, query, [to(A)]))).toEqual(['UNCONFIRMED']);
		},
	);

	it('keeps an ID that came with HTTP 500', async () => {
		const gateway = scripted(answer('27821111111=101', { status: 500 }));
		expect(brief(await outcomesOf(gateway, query, [to(A)]))).toEqual(['ACCEPTED 101']);
	});

	it('ends at a locked account', async () => {
		const gateway = scripted('27821111111=ACCOUNTLOCKED');
		expect(brief(await outcomesOf(gateway, query, texts))).toEqual([
			'ACCOUNT_LOCKED',
			'NOT_SENT',
			'NOT_SENT',
		]);
		expect(gateway.requests).toHaveLength(1);
	});

	it('goes on after a recipient is refused', async () => {
		const gateway = scripted('27821111111=OPTEDOUT', '27822222222=102', '27823333333=103');
		expect(brief(await outcomesOf(gateway, query, texts))).toEqual([
			'OPTED_OUT',
			'ACCEPTED 102',
			'ACCEPTED 103',
		]);
	});

	it('ends at a recipient that the answer does not mention', async () => {
		const gateway = scripted('27829999999=101&');
		const outcomes = await outcomesOf(gateway, query, texts);
		expect(brief(outcomes)).toEqual(['UNCONFIRMED', 'NOT_SENT', 'NOT_SENT']);
	});

	it('begins no request once cancelled', async () => {
		const gateway = scripted('27821111111=101');
		const outcomes = await outcomesOf(gateway, query, texts, {
			isCancelled: () => gateway.requests.length > 0,
		});
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'NOT_SENT', 'NOT_SENT']);
		expect(gateway.requests).toHaveLength(1);
	});

	it.each([
		['', 'The gateway gave an empty answer'],
		[
			'<!DOCTYPE html><html><head><title>It works!</title></head></html>',
			'The answer is not one a messaging gateway gives: "It works!"',
		],
		['OK', 'The answer is not one a messaging gateway gives: "OK"'],
	])('says that nobody knows what became of it when the answer is %j', async (body, sentence) => {
		for (const via of [query, xml]) {
			const [outcome] = await outcomesOf(scripted(body), via, [to(A)]);
			expect(outcome).toMatchObject({
				result: 'UNCONFIRMED',
				description: `It is not known whether the gateway accepted this message. ${sentence}`,
			});
		}
	});
});

describe('an answer cut anywhere', () => {
	const messages = Array.from({ length: 4 }, (_, index) => `2782111111${index}`);
	const whole = {
		query: messages.map((number, index) => `${number}=7000${index}`).join('&') + '&',
		xml: sendResponse(
			messages.map((number, index) => sendResult(index + 1, [number, `7000${index}`])).join(''),
		),
	};

	it.each(['query', 'xml'] as const)(
		'never gives a wrong ID over %s, and keeps those that came whole',
		async (via) => {
			const body = whole[via];
			for (let length = 0; length < body.length; length += 1) {
				const gateway = scripted(
					answer(body.slice(0, length), { cut: failure('connectionBroken') }),
				);
				// Over the query interface the messages of one text are one request, as is the document.
				const outcomes = await outcomesOf(
					gateway,
					{ query, xml }[via],
					messages.map((number, index) => to(number, via === 'xml' ? `Text ${index}` : 'Hi')),
				);
				const arrived = body.slice(0, length).split(via === 'xml' ? '</ID>' : '&').length - 1;
				expect(brief(outcomes)).toEqual(
					messages.map((_, index) => (index < arrived ? `ACCEPTED 7000${index}` : 'UNCONFIRMED')),
				);
			}
		},
	);
});

describe('the requests of any messages', () => {
	const anyMessage = fc.record({
		number: fc.constantFrom(...Array.from({ length: 30 }, (_, index) => `27821111${100 + index}`)),
		text: fc.constantFrom('A', 'B', 'C', 'D & <E>', '語'.repeat(200)),
		schedule: fc.constantFrom(null, '2026-11-20T08:15:00Z'),
	});
	const anyRun = fc.tuple(fc.constantFrom(query, xml), fc.array(anyMessage, { maxLength: 400 }));

	it('have each once, within all limits, and each gets its own ID', async () => {
		await fc.assert(
			fc.asyncProperty(anyRun, async ([via, messages]) => {
				let nextId = 1;
				const sent = new Map<string, string>();
				const accept = (number: string, text: string, schedule: unknown): string => {
					const id = String((nextId += 1));
					sent.set(id, [number, text, schedule ?? null].join('|'));
					return id;
				};
				const gateway = scripted((request) => {
					if (via === query) {
						const { numbers = '', message = '', scheduled } = parametersOf(request);
						const list = numbers.split(';');
						expect(new Set(list).size).toBe(list.length);
						expect(list.length).toBeLessThanOrEqual(100);
						return list
							.map((number) => `${number}=${accept(number, message, scheduled)}`)
							.join('&');
					}
					const { Messages, Scheduled } = request.content.Multi_Message as {
						Scheduled?: string;
						Messages: {
							Message: Array<{ MessageText: string; Numbers: { Number: string[] } }>;
						};
					};
					return sendResponse(
						Messages.Message.map(({ MessageText, Numbers }, index) => {
							expect(new Set(Numbers.Number).size).toBe(Numbers.Number.length);
							const text = decodeURIComponent(MessageText);
							return sendResult(
								index + 1,
								...Numbers.Number.map((number): [string, string] => [
									number,
									accept(number, text, Scheduled),
								]),
							);
						}).join(''),
					);
				});
				const outcomes = await outcomesOf(gateway, via, messages);
				expect(outcomes.map(({ messageId }) => sent.get(messageId ?? ''))).toEqual(
					messages.map(({ number, text, schedule }) =>
						[number, text, schedule && '202611200815'].join('|'),
					),
				);
				expect(sent.size).toBe(messages.length);
			}),
			{ numRuns: 40 },
		);
	});
});

it('sends messages to one number in their order, however many requests are made together', async () => {
	const text = fc.constantFrom('Hello', 'Bye', 'Again');
	const anyMessages = fc.array(fc.tuple(fc.constantFrom(A, B), text), { maxLength: 40 });
	await fc.assert(
		fc.asyncProperty(anyMessages, fc.integer({ min: 1, max: 8 }), async (all, requestsAtOnce) => {
			const left: string[] = [];
			const gateway = scripted((request) => {
				const { numbers = '', message = '' } = parametersOf(request);
				const sent = numbers.split(';');
				if (sent.includes(A)) left.push(message);
				return sent.map((number) => `${number}=101`).join('&');
			});
			const messages = all.map(([number, words]) => to(number, words));
			await outcomesOf(gateway, query, messages, { requestsAtOnce });
			expect(left).toEqual(all.filter(([number]) => number === A).map(([, words]) => words));
		}),
		{ numRuns: runs(200) },
	);
});

describe('several requests at once', () => {
	const refusals = ['FAIL&', failure('connectionRefused'), failure('connectionBroken')];

	it.each(refusals)(
		'begins with one alone, so that what ends a run meets it (%#)',
		async (refusal) => {
			const gateway = scripted(refusal, '27821111111=101');
			const messages = ['A', 'B', 'C'].map((text, index) => to(`2782111111${index}`, text));
			const [first, ...others] = await outcomesOf(gateway, query, messages, {
				requestsAtOnce: 8,
			});
			expect(first?.failure).not.toBeNull();
			expect(brief(others)).toEqual(['NOT_SENT', 'NOT_SENT']);
			expect(gateway.requests).toHaveLength(1);
		},
	);

	it('keeps every rule in whatever order the answers come', async () => {
		const anyAnswer = fc.constantFrom('accepted', 'accepted', 'accepted', ...refusals);
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.array(anyAnswer, { maxLength: 30 }),
				fc.integer({ min: 1, max: 8 }),
				async (scheduler, answers, atOnce) => {
					const begun: number[] = [];
					let underWay = 0;
					let isOver = false;
					const connection = connected(async (request) => {
						expect(isOver).toBe(false);
						const index = Number(parametersOf(request).message);
						begun.push(index);
						underWay += 1;
						expect(underWay).toBeLessThanOrEqual(begun.length === 1 ? 1 : atOnce);
						await scheduler.schedule(Promise.resolve());
						underWay -= 1;
						const next = answers[index] as (typeof answers)[number];
						isOver ||= next !== 'accepted';
						if (next === 'accepted')
							return success(answer(`${27820000000 + index}=${100 + index}`));
						return typeof next === 'string' ? success(answer(next)) : failed(next);
					});
					const messages = answers.map((_, index) =>
						to(String(27820000000 + index), String(index)),
					);
					const outcomes = await scheduler.waitFor(
						outcomesOf(connection, query, messages, { requestsAtOnce: atOnce }),
					);
					// Requests are begun in the order of input, each once.
					expect(begun).toEqual(messages.slice(0, begun.length).map((_, index) => index));
					expect(brief(outcomes)).toEqual(
						answers.map((next, index) => {
							if (index >= begun.length) return 'NOT_SENT';
							if (next === 'accepted') return `ACCEPTED ${100 + index}`;
							return next === refusals[2] ? 'UNCONFIRMED' : 'NOT_SENT';
						}),
					);
				},
			),
		);
	});

	it.each([query, xml])(
		'has as many under way as are asked for, and those to one number one by one ($name)',
		async (via) => {
			const underWay: string[] = [];
			const together: string[][] = [];
			const connection = connected(async (request) => {
				const number = /2782\d+/.exec(JSON.stringify(request.content))?.[0] ?? '';
				underWay.push(number);
				together.push([...underWay]);
				await new Promise((resolve) => setTimeout(resolve, 5));
				underWay.splice(underWay.indexOf(number), 1);
				const xmlAnswer = sendResponse(sendResult(1, [number, '101']));
				return success(answer(via === query ? `${number}=101&` : xmlAnswer));
			});
			const numbers = ['0', '1', '1', '2', '1', '3', '4', '5'].map((end) => `2782000000${end}`);
			const messages = numbers.map((number, index) =>
				to(number, `Text ${index}`, `2026-11-20T08:1${index}:00Z`),
			);
			const outcomes = await outcomesOf(connection, via, messages, { requestsAtOnce: 4 });
			expect(brief(outcomes)).toEqual(Array(8).fill('ACCEPTED 101'));
			expect(Math.max(...together.map(({ length }) => length))).toBe(4);
			for (const some of together) expect(new Set(some).size).toBe(some.length);
		},
	);
});

it.each([403, 404, 413])(
	'leaves the others in doubt when some IDs come with HTTP %i',
	async (status) => {
		const messages = [to(A), to(B)];
		const outcomes = await outcomesOf(scripted(answer(`${A}=101&`, { status })), query, messages);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'UNCONFIRMED']);
	},
);

it.each([401, 403, 404, 413])(
	'is certain of HTTP %i, although its page broke off',
	async (status) => {
		const broken = answer('<html><title>Refused', { status, cut: failure('connectionBroken') });
		expect(brief(await outcomesOf(scripted(broken), query, [to(A)]))).toEqual(['NOT_SENT']);
	},
);

it('keeps the IDs of finished requests when something breaks that never should', async () => {
	const broken: GatewayInterface = {
		...query,
		send: {
			...query.send,
			read: (reply, messages) => {
				if (messages[0]?.text === 'Two') throw new RangeError('Invalid array length');
				return query.send.read(reply, messages);
			},
		},
	};
	const messages = ['One', 'Two', 'Three'].map((text) => to(A, text));
	expect(brief(await outcomesOf(scripted(`${A}=101&`), broken, messages))).toEqual([
		'ACCEPTED 101',
		'UNCONFIRMED',
		'NOT_SENT',
	]);
});

it.each([
	[true, 'UNCONFIRMED'],
	[false, 'NOT_SENT'],
])('takes a 403 that a proxy signed (%j) for %s', async (byProxy, result) => {
	const refused = scripted(answer('Forbidden', { status: 403, byProxy }));
	expect(brief(await outcomesOf(refused, query, [to(A)]))).toEqual([result]);
});

it('shows an ID as it came, also where the password is the same digits', async () => {
	const gateway = { ...scripted(`${A}=101&`), mask: maskOf('101') };
	const [outcome] = await outcomesOf(gateway, query, [to(A)]);
	expect(outcome).toMatchObject({ messageId: '101', gatewayResult: '101' });
});
