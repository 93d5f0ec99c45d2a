import { failure } from '../../../../nodes/MessagingGateway/gateway/exchange/failures';
import type { OutgoingMessage } from '../../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { query } from '../../../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { answer, parametersOf, scripted } from '../../../support/answers';
import { A, B, C, brief, outcomesOf, to } from '../../../support/outcomes';

const sent = async (gateway: ReturnType<typeof scripted>, ...messages: OutgoingMessage[]) =>
	await outcomesOf(gateway, query, messages);

const numbersIn = (request: unknown): string[] => (parametersOf(request).numbers ?? '').split(';');

describe('a request', () => {
	it('has one text and several numbers', async () => {
		const gateway = scripted(`${A}=101&${B}=102&`);
		expect(brief(await sent(gateway, to(A), to(B)))).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
		expect(gateway.requests).toEqual([
			{
				path: '/batchmessage.asp',
				content: { message: 'Hi', numbers: `${A};${B}` },
				timeout: 60_000,
			},
		]);
	});

	it('has the scheduled time', async () => {
		const gateway = scripted(`${A}=101`);
		await sent(gateway, to(A, 'Hi', '2026-11-20T08:15:00Z'));
		expect(parametersOf(gateway.requests[0]).scheduled).toBe('202611200815');
	});

	it('has at most 100 numbers', async () => {
		const numbers = Array.from({ length: 250 }, (_, index) => `2782${1000000 + index}`);
		const gateway = scripted((request) =>
			numbersIn(request)
				.map((number) => `${number}=9${number}`)
				.join('&'),
		);
		const outcomes = await sent(gateway, ...numbers.map((number) => to(number)));
		expect(outcomes.map(({ messageId }) => messageId)).toEqual(
			numbers.map((number) => `9${number}`),
		);
		expect(gateway.requests.map((request) => numbersIn(request).length)).toEqual([100, 100, 50]);
	});

	// Its address has at most 7,000 characters. 語 has nine of them, and another number 18.
	it.each([
		['a'.repeat(918), [100]],
		[`${'語'.repeat(601)}12345678`, [86, 14]],
		[`${'語'.repeat(601)}123456789`, [85, 15]],
	])('has room for as many numbers as its text leaves (%#)', (text, sizes) => {
		const numbers = Array.from({ length: 100 }, (_, index) => `2782${1000000 + index}`);
		const requests = query.send.split(numbers.map((number) => to(number, text)));
		expect(requests.map(({ length }) => length)).toEqual(sizes);
	});

	it('is not made for a text that no address has room for', async () => {
		const fits = `${'語'.repeat(772)}123456`;
		expect(brief(await sent(scripted(`${A}=101`), to(A, fits)))).toEqual(['ACCEPTED 101']);
		const gateway = scripted(`${B}=102`);
		const outcomes = await sent(gateway, to(A, `${fits}7`), to(B));
		expect(brief(outcomes)).toEqual(['NOT_SENT', 'ACCEPTED 102']);
		expect(outcomes[0]?.description).toBe(
			'Not sent. The text is too long for the address of a query-interface request',
		);
	});
});

it.each([
	['INSUFFICIENT CREDITS', 'INSUFFICIENT_CREDITS'],
	['ACCOUNTLOCKED', 'ACCOUNT_LOCKED'],
	['TRIALNOT2SELF', 'TRIAL_NOT_TO_SELF'],
	['TOOLONG', 'TOO_LONG'],
	['BADDEST', 'BAD_DESTINATION'],
	['OPTEDOUT', 'OPTED_OUT'],
	['INDUSTRYDNC', 'INDUSTRY_DNC'],
	['WASPADNC', 'INDUSTRY_DNC'],
	['SOMETHING NEW', 'REJECTED'],
	['349221 INDUSTRYDNC', 'REJECTED'],
	['', 'REJECTED'],
	['0', 'REJECTED'],
	['-5', 'REJECTED'],
])('%j is read as %s', async (value, result) => {
	const outcomes = await sent(scripted(`${A}=${value}&${B}=102&`), to(A), to(B));
	expect(outcomes[0]).toMatchObject({ result, messageId: null, gatewayResult: value });
	expect(brief(outcomes)[1]).toBe('ACCEPTED 102');
});

describe('of several values for one number', () => {
	it.each([
		[`${A}=0&${A}=101`, 'ACCEPTED 101'],
		[`${A}=OPTEDOUT&${A}=101`, 'ACCEPTED 101'],
		[`${A}=101&${A}=OPTEDOUT`, 'ACCEPTED 101'],
	])('the ID counts: %s', async (body, expected) => {
		expect(brief(await sent(scripted(body), to(A)))).toEqual([expected]);
	});
});

it('two pairs without an ampersand between them are none', async () => {
	const body = `${A}=349221 ${B}=INDUSTRYDNC&`;
	expect(brief(await sent(scripted(body), to(A), to(B)))).toEqual(['UNCONFIRMED', 'UNCONFIRMED']);
});

describe('the last pair', () => {
	const CUT = { cut: failure('connectionBroken') };

	it.each<[string, string, Parameters<typeof answer>[1], string]>([
		['is whole', '102', {}, 'ACCEPTED 102'],
		['may be half an ID of a cut answer', '10', CUT, 'UNCONFIRMED'],
		['is whole with a word', 'OPTEDOUT', CUT, 'OPTED_OUT'],
	])('%s', async (_, value, rest, expected) => {
		const body = `${A}=101&${B}=${value}`;
		expect(brief(await sent(scripted(answer(body, rest)), to(A), to(B), to(C)))).toEqual([
			'ACCEPTED 101',
			expected,
			'UNCONFIRMED',
		]);
	});
});

describe('a refusal', () => {
	it('of the login is FAIL&: it accepts nothing and ends the run', async () => {
		const gateway = scripted('FAIL&');
		const outcomes = await sent(gateway, to(A), to(B, 'Other'));
		expect(brief(outcomes)).toEqual(['NOT_SENT', 'NOT_SENT']);
		expect(outcomes[0]?.failure?.kind).toBe('wrongLogin');
		expect(gateway.requests).toHaveLength(1);
	});

	it.each(['No message given', 'No numbers supplied'])(
		'of a request is Error=%s: nothing is sent by it, and the run goes on',
		async (reason) => {
			const outcomes = await sent(scripted(`Error=${reason}`, `${B}=102`), to(A), to(B, 'Other'));
			expect(brief(outcomes)).toEqual(['NOT_SENT', 'ACCEPTED 102']);
			expect(outcomes[0]?.description).toBe(`Not sent. The gateway refused the request: ${reason}`);
		},
	);
});
