import fc from 'fast-check';
import {
	failed,
	success,
	type Connection,
} from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import type {
	GetRequest,
	PostRequest,
} from '../../nodes/MessagingGateway/gateway/exchange/request';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import type {
	GatewayInterface,
	OutgoingMessage,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { send, type SendOutcome } from '../../nodes/MessagingGateway/gateway/operations/send';
import { answer, connected, scripted } from '../support/answers';
import { sendResponse, sendResult } from '../support/xmlAnswers';

/** A message, and the interface that its test sends it over. */
type Message = OutgoingMessage & { via: GatewayInterface };

const to = (number: string, text = 'Hi', rest: Partial<Message> = {}): Message => ({
	number,
	text,
	schedule: null,
	via: query,
	...rest,
});

const viaXml = (number: string, text = 'Hi', rest: Partial<Message> = {}) =>
	to(number, text, { via: xml, ...rest });

/** The outcomes in the order of the messages. */
async function sendMessages(
	connection: Connection,
	messages: Message[],
	isCancelled?: () => boolean,
	requestsAtOnce?: number,
): Promise<SendOutcome[]> {
	const via = messages[0]?.via ?? xml;
	const outcomes = await send(connection, via, messages, { isCancelled, requestsAtOnce });
	return messages.map((message) => outcomes.get(message) as SendOutcome);
}

const brief = (outcomes: SendOutcome[]) =>
	outcomes.map(({ result, messageId }) => (messageId === null ? result : `${result} ${messageId}`));

describe('the query interface', () => {
	it('asks for one text and several numbers in one request', async () => {
		const gateway = scripted('27821111111=101&27822222222=102&');
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
		expect(gateway.requests).toEqual([
			{
				method: 'GET',
				path: '/batchmessage.asp',
				parameters: { message: 'Hi', numbers: '27821111111;27822222222' },
				timeout: 60_000,
			},
		]);
	});

	it('sends the scheduled time', async () => {
		const gateway = scripted('27821111111=101');
		await sendMessages(gateway, [to('27821111111', 'Hi', { schedule: '2026-11-20T08:15:00Z' })]);
		expect((gateway.requests[0] as GetRequest).parameters.scheduled).toBe('202611200815');
	});

	it.each([
		['INSUFFICIENT CREDITS', 'INSUFFICIENT_CREDITS', 'notDone'],
		['ACCOUNTLOCKED', 'ACCOUNT_LOCKED', 'notDone'],
		['TRIALNOT2SELF', 'TRIAL_NOT_TO_SELF', 'notDone'],
		['TOOLONG', 'TOO_LONG', 'notDone'],
		['BADDEST', 'BAD_DESTINATION', 'notDone'],
		['OPTEDOUT', 'OPTED_OUT', 'notDone'],
		['INDUSTRYDNC', 'INDUSTRY_DNC', 'notDone'],
		['WASPADNC', 'INDUSTRY_DNC', 'notDone'],
		['SOMETHING NEW', 'REJECTED', 'unknown'],
		['', 'REJECTED', 'unknown'],
		['0', 'REJECTED', 'unknown'],
		['-5', 'REJECTED', 'unknown'],
	])('reads %j as %s, %s', async (value, result, certainty) => {
		const gateway = scripted(`27821111111=${value}&27822222222=102&`);
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222')]);
		expect(outcomes[0]).toMatchObject({
			result,
			certainty,
			messageId: null,
			gatewayResult: value,
		});
		expect(brief(outcomes)[1]).toBe('ACCEPTED 102');
	});

	it('reads FAIL& as a wrong login, which accepts nothing and ends the run', async () => {
		const gateway = scripted('FAIL&');
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222', 'Other')]);
		expect(brief(outcomes)).toEqual(['NOT_SENT', 'NOT_SENT']);
		expect(outcomes[0]?.failure?.kind).toBe('wrongLogin');
		expect(gateway.requests).toHaveLength(1);
	});

	it.each([['No message given'], ['No numbers supplied']])(
		'reads Error=%s as nothing sent by this request, and goes on',
		async (reason) => {
			const gateway = scripted(`Error=${reason}`, '27822222222=102');
			const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222', 'Other')]);
			expect(brief(outcomes)).toEqual(['NOT_SENT', 'ACCEPTED 102']);
			expect(outcomes[0]?.description).toBe(`Not sent. The gateway refused the request: ${reason}`);
		},
	);

	it('puts at most 100 numbers into a request', async () => {
		const numbers = Array.from({ length: 250 }, (_, index) => `2782${1000000 + index}`);
		const gateway = scripted(
			(request) =>
				(request as GetRequest).parameters.numbers
					?.split(';')
					.map((number) => `${number}=9${number}`)
					.join('&') as string,
		);
		const outcomes = await sendMessages(
			gateway,
			numbers.map((number) => to(number)),
		);
		expect(outcomes.map(({ messageId }) => messageId)).toEqual(
			numbers.map((number) => `9${number}`),
		);
		expect(
			gateway.requests.map(
				(request) => (request as GetRequest).parameters.numbers?.split(';').length,
			),
		).toEqual([100, 100, 50]);
	});

	it('never puts two copies of one number into a request', async () => {
		const gateway = scripted('27821111111=101', '27821111111=102');
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27821111111')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('sends each text in a request of its own, in the order of input', async () => {
		const gateway = scripted('27821111111=101&27823333333=103', '27822222222=102');
		const outcomes = await sendMessages(gateway, [
			to('27821111111', 'A'),
			to('27822222222', 'B'),
			to('27823333333', 'A'),
		]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102', 'ACCEPTED 103']);
	});

	it('does not send a text that no address has room for', async () => {
		const gateway = scripted('27822222222=102');
		const outcomes = await sendMessages(gateway, [
			to('27821111111', '語'.repeat(900)),
			to('27822222222'),
		]);
		expect(brief(outcomes)).toEqual(['NOT_SENT', 'ACCEPTED 102']);
		expect(outcomes[0]?.description).toBe(
			'Not sent. The text is too long for the address of a query-interface request',
		);
	});

	it('finds a number that the gateway writes differently', async () => {
		const gateway = scripted('+27 82 111 1111=101&0822222222=102&');
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('does not give one number the ID of another', async () => {
		const gateway = scripted('27829999999=101&27822222222=102');
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222')]);
		expect(brief(outcomes)).toEqual(['UNCONFIRMED', 'ACCEPTED 102']);
	});

	it.each([
		[
			'a number that is missing first',
			['27821111111', '27831111111'],
			'27831111111=101&',
			['UNCONFIRMED', 'ACCEPTED 101'],
		],
		[
			'a number within another',
			['27821111111', '270821111111'],
			'27821111111=101&27821111111=102',
			['ACCEPTED 101', 'UNCONFIRMED'],
		],
		[
			'a refusal after an ID',
			['27821111111'],
			'27821111111=101&27821111111=OPTEDOUT&',
			['ACCEPTED 101'],
		],
		[
			'a refusal before an ID',
			['27821111111'],
			'27821111111=OPTEDOUT&27821111111=101&',
			['ACCEPTED 101'],
		],
	])('is not misled by %s', async (_, numbers, body, expected) => {
		const outcomes = await sendMessages(
			scripted(body),
			numbers.map((number) => to(number)),
		);
		expect(brief(outcomes)).toEqual(expected);
	});

	it('keeps the last ID of a short answer whose length was told', async () => {
		const gateway = scripted(answer('27821111111=101&27822222222=102', { hasKnownLength: true }));
		const outcomes = await sendMessages(gateway, [
			to('27821111111'),
			to('27822222222'),
			to('27823333333'),
		]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102', 'UNCONFIRMED']);
	});

	it('does not take half an ID for a whole one', async () => {
		const cut = failure('connectionBroken');
		const gateway = scripted(answer('27821111111=101&27822222222=10', { cut }));
		const outcomes = await sendMessages(gateway, [to('27821111111'), to('27822222222')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'UNCONFIRMED']);
	});
});

describe('the XML interface', () => {
	it('sends different texts in one document, equal ones in one Message', async () => {
		const gateway = scripted(
			sendResponse(
				sendResult(1, ['27821111111', '101'], ['27823333333', '103']) +
					sendResult(2, ['27822222222', '102']),
			),
		);
		const outcomes = await sendMessages(gateway, [
			viaXml('27821111111', 'A & B'),
			viaXml('27822222222', '100% <sure>'),
			viaXml('27823333333', 'A & B'),
		]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102', 'ACCEPTED 103']);
		expect(gateway.requests).toEqual([
			{
				method: 'POST',
				path: '/xmlsendsmsmulti.asp',
				root: 'Multi_Message',
				content: {
					Messages: {
						Message: [
							{
								MessageText: 'A%20%26%20B',
								Numbers: { Number: ['27821111111', '27823333333'] },
							},
							{ MessageText: '100%25%20%3Csure%3E', Numbers: { Number: ['27822222222'] } },
						],
					},
				},
				timeout: 60_000,
			},
		]);
	});

	it('sends the scheduled time', async () => {
		const gateway = scripted(sendResponse(sendResult(1, ['27821111111', '101'])));
		await sendMessages(gateway, [
			viaXml('27821111111', 'Hi', { schedule: '2026-11-20T08:15:00Z' }),
		]);
		expect(Object.entries((gateway.requests[0] as PostRequest).content)[0]).toEqual([
			'Scheduled',
			'202611200815',
		]);
	});

	it('sends what has another schedule in another request', async () => {
		const gateway = scripted(
			sendResponse(sendResult(1, ['27821111111', '101'], ['27823333333', '103'])),
			sendResponse(sendResult(1, ['27822222222', '102'])),
		);
		const outcomes = await sendMessages(gateway, [
			viaXml('27821111111'),
			viaXml('27822222222', 'Hi', { schedule: '2026-11-20T08:15:00Z' }),
			viaXml('27823333333'),
		]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102', 'ACCEPTED 103']);
	});

	it.each([
		['FAIL:TRIALNOT2SELF', 'TRIAL_NOT_TO_SELF', 'notDone'],
		['FAIL:TOOLONG', 'TOO_LONG', 'notDone'],
		['FAIL:OPTEDOUT', 'OPTED_OUT', 'notDone'],
		['NOCREDITS', 'INSUFFICIENT_CREDITS', 'notDone'],
		['ACCOUNTLOCKED', 'ACCOUNT_LOCKED', 'notDone'],
		['FAIL:BADDEST', 'BAD_DESTINATION', 'notDone'],
		['FAIL:NO MESSAGE', 'NO_MESSAGE', 'notDone'],
		['FAIL:NO NUMBER', 'NO_NUMBER', 'notDone'],
		['FAIL:INDUSTRYDNC', 'INDUSTRY_DNC', 'notDone'],
		['FAIL:NEW', 'REJECTED', 'unknown'],
	])('reads %s as %s, %s', async (value, result, certainty) => {
		const gateway = scripted(sendResponse(sendResult(1, ['27821111111', value])));
		const [outcome] = await sendMessages(gateway, [viaXml('27821111111')]);
		expect(outcome).toMatchObject({ result, certainty, messageId: null, gatewayResult: value });
	});

	it.each([
		['Invalid Username or Password', 'wrongLogin', 1],
		['Not Valid XML Document', 'requestRefused', 2],
		['Invalid Date', 'requestRefused', 2],
	])('reads the Error %s as %s', async (text, kind, requests) => {
		const gateway = scripted(sendResponse(`<Error>${text}</Error>`));
		const outcomes = await sendMessages(gateway, [
			viaXml('27821111111'),
			viaXml('27822222222', 'Hi', { schedule: '2026-11-20T08:15:00Z' }),
		]);
		expect(brief(outcomes)).toEqual(['NOT_SENT', 'NOT_SENT']);
		expect(outcomes[0]?.failure?.kind).toBe(kind);
		expect(gateway.requests).toHaveLength(requests);
	});

	it('keeps an ID that stands beside an Error', async () => {
		const gateway = scripted(
			sendResponse(`${sendResult(1, ['27821111111', '101'])}<Error>Invalid Date</Error>`),
		);
		const outcomes = await sendMessages(gateway, [viaXml('27821111111'), viaXml('27822222222')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'UNCONFIRMED']);
	});

	it('finds the results of a single message whatever their MessageNumber', async () => {
		const gateway = scripted(
			'<br/>' + sendResponse(sendResult(7, ['27821111111', '101'])).replace(/<\?.*?\?>/, ''),
		);
		expect(brief(await sendMessages(gateway, [viaXml('27821111111')]))).toEqual(['ACCEPTED 101']);
	});

	it('gives nobody an ID where both ways of counting fit', async () => {
		const gateway = scripted(
			sendResponse(sendResult(1, ['27821111111', '101']) + sendResult(2, ['27821111111', '102'])),
		);
		const outcomes = await sendMessages(
			gateway,
			['A', 'B', 'C'].map((text) => viaXml('27821111111', text)),
		);
		expect(brief(outcomes)).toEqual(['UNCONFIRMED', 'UNCONFIRMED', 'UNCONFIRMED']);
	});

	it('quotes several Errors', async () => {
		const gateway = scripted(sendResponse('<Error>Invalid Date</Error><Error>Other</Error>'));
		const [outcome] = await sendMessages(gateway, [viaXml('27821111111')]);
		expect(outcome?.description).toBe(
			'Not sent. The gateway refused the request: Invalid Date; Other',
		);
	});

	it.each([
		['0', 0],
		['1', 1],
	])('understands MessageNumber counting from %s', async (_, first) => {
		const gateway = scripted(
			sendResponse(
				sendResult(first, ['27821111111', '101']) + sendResult(first + 1, ['27821111111', '102']),
			),
		);
		const outcomes = await sendMessages(gateway, [
			viaXml('27821111111', 'A'),
			viaXml('27821111111', 'B'),
		]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('is not misled about the first MessageNumber by a result that is missing', async () => {
		const gateway = scripted(
			sendResponse(sendResult(1, ['27822222222', '102']) + sendResult(2, ['27823333333', '103'])),
		);
		const outcomes = await sendMessages(gateway, [
			viaXml('27821111111', 'A'),
			viaXml('27822222222', 'B'),
			viaXml('27823333333', 'C'),
		]);
		expect(brief(outcomes)).toEqual(['UNCONFIRMED', 'ACCEPTED 102', 'ACCEPTED 103']);
	});

	it('keeps the IDs of a result that comes in pieces', async () => {
		const gateway = scripted(
			sendResponse(sendResult(1, ['27821111111', '101']) + sendResult(1, ['27822222222', '102'])),
		);
		const outcomes = await sendMessages(gateway, [viaXml('27821111111'), viaXml('27822222222')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('puts copies of one number into different Messages of the same request', async () => {
		const gateway = scripted(
			sendResponse(sendResult(1, ['27821111111', '101']) + sendResult(2, ['27821111111', '102'])),
		);
		const outcomes = await sendMessages(gateway, [viaXml('27821111111'), viaXml('27821111111')]);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
		expect(gateway.requests).toHaveLength(1);
	});

	it('sends 2,500 different texts in 3 requests', async () => {
		const gateway = scripted(echoDocument);
		const messages = Array.from({ length: 2500 }, (_, index) =>
			viaXml(`2782${1000000 + index}`, `Text ${index}`),
		);
		const outcomes = await sendMessages(gateway, messages);
		expect(gateway.requests).toHaveLength(3);
		expect(outcomes.map(({ messageId }) => messageId)).toEqual(
			messages.map(({ number }) => `9${number}`),
		);
	});

	it('reads IDs longer than a double holds exactly', async () => {
		const gateway = scripted(sendResponse(sendResult(1, ['27821111111', '90071992547409931'])));
		expect(brief(await sendMessages(gateway, [viaXml('27821111111')]))).toEqual([
			'ACCEPTED 90071992547409931',
		]);
	});
});

/** Accepts everything, each message under the ID 9 + number. */
function echoDocument(request: unknown): string {
	const { Message } = (request as PostRequest).content.Messages as {
		Message: Array<{ Numbers: { Number: string[] } }>;
	};
	return sendResponse(
		Message.map(({ Numbers }, index) =>
			sendResult(
				index + 1,
				...Numbers.Number.map((number): [string, string] => [number, `9${number}`]),
			),
		).join(''),
	);
}

describe('a run of several requests', () => {
	const texts = [to('27821111111', 'A'), to('27822222222', 'B'), to('27823333333', 'C')];

	it.each([
		['timedOut', 'UNCONFIRMED'],
		['connectionBroken', 'UNCONFIRMED'],
		['connectionRefused', 'NOT_SENT'],
		['hostNotFound', 'NOT_SENT'],
	] as const)('ends at %s, after which the rest is not sent', async (kind, result) => {
		const gateway = scripted('27821111111=101', failure(kind, '60'));
		const outcomes = await sendMessages(gateway, texts);
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
		const outcomes = await sendMessages(gateway, texts);
		expect(outcomes[0]?.result).toBe(result);
		expect(gateway.requests).toHaveLength(requests);
	});

	it.each([['FAIL&'], ['Error=Timeout expired'], ['']])(
		'does not believe %j that nothing was sent when it comes with HTTP 500',
		async (body) => {
			const gateway = scripted(answer(body, { status: 500 }));
			expect(brief(await sendMessages(gateway, [to('27821111111')]))).toEqual(['UNCONFIRMED']);
		},
	);

	it('keeps an ID that came with HTTP 500', async () => {
		const gateway = scripted(answer('27821111111=101', { status: 500 }));
		expect(brief(await sendMessages(gateway, [to('27821111111')]))).toEqual(['ACCEPTED 101']);
	});

	it('ends at a locked account', async () => {
		const gateway = scripted('27821111111=ACCOUNTLOCKED');
		expect(brief(await sendMessages(gateway, texts))).toEqual([
			'ACCOUNT_LOCKED',
			'NOT_SENT',
			'NOT_SENT',
		]);
		expect(gateway.requests).toHaveLength(1);
	});

	it('goes on after a recipient is refused', async () => {
		const gateway = scripted('27821111111=OPTEDOUT', '27822222222=102', '27823333333=103');
		expect(brief(await sendMessages(gateway, texts))).toEqual([
			'OPTED_OUT',
			'ACCEPTED 102',
			'ACCEPTED 103',
		]);
	});

	it('ends at a recipient that the answer does not mention', async () => {
		const gateway = scripted('27829999999=101&');
		const outcomes = await sendMessages(gateway, texts);
		expect(brief(outcomes)).toEqual(['UNCONFIRMED', 'NOT_SENT', 'NOT_SENT']);
	});

	it('begins no request once cancelled', async () => {
		const gateway = scripted('27821111111=101');
		const outcomes = await sendMessages(gateway, texts, () => gateway.requests.length > 0);
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
		for (const message of [to('27821111111'), viaXml('27821111111')]) {
			const [outcome] = await sendMessages(scripted(body), [message]);
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
				const outcomes = await sendMessages(
					gateway,
					messages.map((number, index) =>
						to(number, via === 'xml' ? `Text ${index}` : 'Hi', { via: { query, xml }[via] }),
					),
				);
				const arrived = body.slice(0, length).split(via === 'xml' ? '</ID>' : '&').length - 1;
				expect(brief(outcomes)).toEqual(
					messages.map((_, index) => (index < arrived ? `ACCEPTED 7000${index}` : 'UNCONFIRMED')),
				);
			}
		},
	);
});

describe('batching', () => {
	const anyMessage = fc.record({
		number: fc.constantFrom(...Array.from({ length: 30 }, (_, index) => `27821111${100 + index}`)),
		text: fc.constantFrom('A', 'B', 'C', 'D & <E>', '語'.repeat(200)),
		schedule: fc.constantFrom(null, '2026-11-20T08:15:00Z'),
	});
	const anyMessages = fc
		.tuple(fc.constantFrom(query, xml), fc.array(anyMessage, { maxLength: 400 }))
		.map(([via, messages]) => messages.map((message) => ({ ...message, via })));

	it('sends every message once, within all limits, and gives each its own ID', async () => {
		await fc.assert(
			fc.asyncProperty(anyMessages, async (messages) => {
				let nextId = 1;
				const sent = new Map<string, string>();
				const accept = (number: string, text: string, schedule: unknown, via: string): string => {
					const id = String((nextId += 1));
					sent.set(id, [number, text, schedule ?? null, via].join('|'));
					return id;
				};
				const gateway = scripted((request) => {
					if (request.method === 'GET') {
						const { numbers = '', message = '', scheduled } = request.parameters;
						const list = numbers.split(';');
						expect(new Set(list).size).toBe(list.length);
						expect(list.length).toBeLessThanOrEqual(100);
						return list
							.map((number) => `${number}=${accept(number, message, scheduled, 'query')}`)
							.join('&');
					}
					const { Messages, Scheduled } = request.content as {
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
									accept(number, text, Scheduled, 'xml'),
								]),
							);
						}).join(''),
					);
				});
				const outcomes = await sendMessages(gateway, messages);
				expect(outcomes.map(({ messageId }) => sent.get(messageId ?? ''))).toEqual(
					messages.map(({ number, text, schedule, via }) =>
						[number, text, schedule && '202611200815', via.name].join('|'),
					),
				);
				expect(sent.size).toBe(messages.length);
			}),
			{ numRuns: 40 },
		);
	});
});

describe('several requests at once', () => {
	const refusals = ['FAIL&', failure('connectionRefused'), failure('connectionBroken')];

	it.each(refusals)(
		'begins with one alone, so that what ends a run meets it (%#)',
		async (refusal) => {
			const gateway = scripted(refusal, '27821111111=101');
			const messages = ['A', 'B', 'C'].map((text, index) => to(`2782111111${index}`, text));
			const [first, ...others] = await sendMessages(gateway, messages, undefined, 8);
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
						const index = Number((request as GetRequest).parameters.message);
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
						sendMessages(connection, messages, undefined, atOnce),
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
				const sent = request.method === 'GET' ? request.parameters : (request.content ?? {});
				const number = /2782\d+/.exec(JSON.stringify(sent))?.[0] ?? '';
				underWay.push(number);
				together.push([...underWay]);
				await new Promise((resolve) => setTimeout(resolve, 5));
				underWay.splice(underWay.indexOf(number), 1);
				const xmlAnswer = sendResponse(sendResult(1, [number, '101']));
				return success(answer(request.method === 'GET' ? `${number}=101&` : xmlAnswer));
			});
			const numbers = ['0', '1', '1', '2', '1', '3', '4', '5'].map((end) => `2782000000${end}`);
			const messages = numbers.map((number, index) =>
				to(number, `Text ${index}`, { via, schedule: `2026-11-20T08:1${index}:00Z` }),
			);
			const outcomes = await sendMessages(connection, messages, undefined, 4);
			expect(brief(outcomes)).toEqual(Array(8).fill('ACCEPTED 101'));
			expect(Math.max(...together.map(({ length }) => length))).toBe(4);
			for (const some of together) expect(new Set(some).size).toBe(some.length);
		},
	);
});
