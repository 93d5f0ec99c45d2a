import { failure } from '../../../../nodes/MessagingGateway/gateway/exchange/failures';
import type { GatewayRequest } from '../../../../nodes/MessagingGateway/gateway/exchange/exchange';
import { sign } from '../../../../nodes/MessagingGateway/gateway/exchange/signing';
import type { OutgoingMessage } from '../../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { xml } from '../../../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { answer, scripted } from '../../../support/answers';
import { A, B, C, brief, outcomesOf, to } from '../../../support/outcomes';
import { sendResponse, sendResult } from '../../../support/xmlAnswers';

const CREDENTIALS = {
	baseUrl: 'https://gateway.example',
	brand: 'Svc',
	user: 'demo',
	password: 'secret',
};

const sent = async (gateway: ReturnType<typeof scripted>, ...messages: OutgoingMessage[]) =>
	await outcomesOf(gateway, xml, messages);

/** The results of messages that an answer with these elements gives. */
const resultsIn = async (elements: string[], ...messages: OutgoingMessage[]) =>
	brief(await sent(scripted(sendResponse(...elements)), ...messages));

describe('a request', () => {
	it('has different texts, and equal ones in one Message', async () => {
		const gateway = scripted(
			sendResponse(sendResult(1, [A, '101'], [C, '103']), sendResult(2, [B, '102'])),
		);
		const outcomes = await sent(gateway, to(A, 'A & B'), to(B, '100% <sure>'), to(C, 'A & B'));
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102', 'ACCEPTED 103']);
		expect(gateway.requests).toEqual([
			{
				path: '/xmlsendsmsmulti.asp',
				content: {
					Multi_Message: {
						Messages: {
							Message: [
								{ MessageText: 'A%20%26%20B', Numbers: { Number: [A, C] } },
								{ MessageText: '100%25%20%3Csure%3E', Numbers: { Number: [B] } },
							],
						},
					},
				},
				timeout: 60_000,
			},
		]);
	});

	it('has the scheduled time before the messages', async () => {
		const gateway = scripted(sendResponse(sendResult(1, [A, '101'])));
		await sent(gateway, to(A, 'Hi', '2026-11-20T08:15:00Z'));
		expect(JSON.stringify(gateway.requests[0]?.content)).toMatch(
			/^{"Multi_Message":{"Scheduled":"202611200815","Messages":/,
		);
	});

	it('has at most 1,000 messages', () => {
		const messages = Array.from({ length: 2500 }, (_, index) =>
			to(`2782${1000000 + index}`, `Text ${index}`),
		);
		expect(xml.send.split(messages).map(({ length }) => length)).toEqual([1000, 1000, 500]);
	});

	it.each([
		['letters with marks', (index: number) => `${index} ${'ä'.repeat(155)}`],
		['apostrophes', (index: number) => `${index} ${"It's ".repeat(31)}`],
		['copies for one number', () => 'a'.repeat(300)],
	])('is no larger than a server of its time reads: %s', (name, text) => {
		const messages = Array.from({ length: 1000 }, (_, index) =>
			to(name.startsWith('copies') ? A : `2782${1000000 + index}`, text(index)),
		);
		const requests = xml.send.split(messages);
		expect(requests.length).toBeGreaterThan(1);
		for (const request of requests) {
			const made = xml.send.request(request);
			const { body = '' } = sign(CREDENTIALS, (made.ok && made.value) as GatewayRequest);
			expect(body.length).toBeLessThan(195_000);
		}
	});

	it('has one text for all that get it', () => {
		const messages = Array.from({ length: 1000 }, (_, index) =>
			to(`2782${1000000 + index}`, 'ä'.repeat(300)),
		);
		expect(xml.send.split(messages)).toHaveLength(1);
	});

	it('has copies of one number in different Messages', async () => {
		const gateway = scripted(sendResponse(sendResult(1, [A, '101']), sendResult(2, [A, '102'])));
		expect(brief(await sent(gateway, to(A), to(A)))).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
		expect(gateway.requests).toHaveLength(1);
	});
});

it.each([
	['FAIL:TRIALNOT2SELF', 'TRIAL_NOT_TO_SELF'],
	['FAIL:TOOLONG', 'TOO_LONG'],
	['FAIL:OPTEDOUT', 'OPTED_OUT'],
	['NOCREDITS', 'INSUFFICIENT_CREDITS'],
	['ACCOUNTLOCKED', 'ACCOUNT_LOCKED'],
	['FAIL:BADDEST', 'BAD_DESTINATION'],
	['FAIL:NO MESSAGE', 'NO_MESSAGE'],
	['FAIL:NO NUMBER', 'NO_NUMBER'],
	['FAIL:INDUSTRYDNC', 'INDUSTRY_DNC'],
	['FAIL:NEW', 'REJECTED'],
])('%s is read as %s', async (value, result) => {
	const gateway = scripted(sendResponse(sendResult(1, [A, value])));
	const [outcome] = await sent(gateway, to(A));
	expect(outcome).toMatchObject({ result, messageId: null, gatewayResult: value });
});

it('an ID may be longer than a double holds exactly', async () => {
	const elements = [sendResult(1, [A, '90071992547409931'])];
	expect(await resultsIn(elements, to(A))).toEqual(['ACCEPTED 90071992547409931']);
});

describe('the number of a message', () => {
	it.each([0, 1])('counts from %i', async (first) => {
		const elements = [sendResult(first, [A, '101']), sendResult(first + 1, [A, '102'])];
		expect(await resultsIn(elements, to(A, 'One'), to(A, 'Two'))).toEqual([
			'ACCEPTED 101',
			'ACCEPTED 102',
		]);
	});

	it('counts from 1 where nothing with 0 came of an answer that was cut', async () => {
		const body = sendResponse(sendResult(1, [A, '101']));
		const cut = answer(body, { cut: failure('connectionBroken') });
		expect(brief(await sent(scripted(cut), to(A, 'One'), to(A, 'Two')))).toEqual([
			'ACCEPTED 101',
			'UNCONFIRMED',
		]);
	});

	it('gives nobody an ID where both ways of counting fit', async () => {
		const elements = [sendResult(1, [A, '101']), sendResult(2, [A, '102'])];
		expect(await resultsIn(elements, to(A, 'One'), to(A, 'Two'), to(A, 'Three'))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});

	it.each([
		['is the same for two', [sendResult('1', [A, '101']), sendResult('1', [A, 'FAIL:OPTEDOUT'])]],
		['is missing', [sendResult('', [A, '101']), sendResult('', [A, '102'])]],
		['is missing for one', [sendResult('', [A, '101'])]],
	])('gives nobody an ID where it %s', async (_, elements) => {
		expect(await resultsIn(elements, to(A, 'One'), to(A, 'Two'))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});

	it.each([['7'], ['']])(
		'is not needed for numbers that are asked for once: %j',
		async (number) => {
			const elements = [sendResult(number, [B, '102'], [A, '101'])];
			expect(await resultsIn(elements, to(A, 'One'), to(B, 'Two'))).toEqual([
				'ACCEPTED 101',
				'ACCEPTED 102',
			]);
		},
	);
});

describe('a refusal', () => {
	it.each([
		['Invalid Username or Password', 'wrongLogin', 1],
		['Not Valid XML Document', 'requestRefused', 2],
		['Invalid Date', 'requestRefused', 2],
	])('with the Error %s is %s', async (text, kind, requests) => {
		const gateway = scripted(sendResponse(`<Error>${text}</Error>`));
		const outcomes = await sent(gateway, to(A), to(B, 'Hi', '2026-11-20T08:15:00Z'));
		expect(brief(outcomes)).toEqual(['NOT_SENT', 'NOT_SENT']);
		expect(outcomes[0]?.failure?.kind).toBe(kind);
		expect(gateway.requests).toHaveLength(requests);
	});

	it('is none where an ID stands beside the Error', async () => {
		const elements = [sendResult(1, [A, '101']), '<Error>Invalid Date</Error>'];
		expect(await resultsIn(elements, to(A), to(B))).toEqual(['ACCEPTED 101', 'UNCONFIRMED']);
	});

	const error = '<Error>Message 7 has no text</Error>';
	const half = `<?xml version="1.0"?><XMLGateway_Response>${error}<SendResult><MessageNumber>1</MessageNumber><NumberID><Number>${A}</Number><ID>123`;

	it.each<[string, Parameters<typeof answer>]>([
		['were cut', [half, { cut: failure('connectionBroken') }]],
		['cannot be read', [sendResponse(error, '<SendResult>101</SendResult>')]],
	])('is none where results beside the Error %s', async (_, reply) => {
		expect(brief(await sent(scripted(answer(...reply)), to(A)))).toEqual(['UNCONFIRMED']);
	});
});
