import fc from 'fast-check';

import {
	openIds,
	statusChanges,
	type Memory,
} from '../../nodes/MessagingGateway/events/statusMemory';
import type { MessageStatus } from '../../nodes/MessagingGateway/gateway/operations/getStatus';

const status = (word: string, statusCode: number | null): MessageStatus => ({
	status: word,
	statusCode,
	phase: statusCode === -1 ? 'queued' : 'sent',
	description: 'What the code means',
	final: word === 'DELIVERED' || word === 'SENDINGFAILED',
	delivered: word === 'DELIVERED',
	statusAt: '2026-11-20T08:15:42Z',
});

/** The changes when the one message 7 has this status now, and what is remembered of it. */
const change = (before: string | undefined, word: string, code: number | null) => {
	const { items, found } = statusChanges(
		before === undefined ? {} : { 7: before },
		['7'],
		new Map([['7', status(word, code)]]),
	);
	return { items, remembered: found[7] };
};

describe('what is a change of status', () => {
	it('is the first status of an ID', () => {
		const { items, remembered } = change(undefined, 'SENT', 105);
		expect(items).toEqual([
			{
				event: 'statusChange',
				messageId: '7',
				status: 'SENT',
				statusCode: 105,
				phase: 'sent',
				description: 'What the code means',
				final: false,
				delivered: false,
				statusAt: '2026-11-20T08:15:42Z',
				reference: null,
				previousStatus: null,
				previousStatusCode: null,
			},
		]);
		expect(remembered).toBe('105 SENT');
	});

	it('is another status, and another code of the same', () => {
		expect(change('105 SENT', 'DELIVERED', 0).items).toMatchObject([
			{ status: 'DELIVERED', previousStatus: 'SENT', previousStatusCode: 105 },
		]);
		expect(change('105 SENT', 'SENT', 100).items).toMatchObject([
			{ statusCode: 100, previousStatus: 'SENT', previousStatusCode: 105 },
		]);
		expect(change('-1 ODD WORD', 'SENT', 100).items).toMatchObject([
			{ previousStatus: 'ODD WORD', previousStatusCode: -1 },
		]);
		expect(change(' ODD', 'SENT', 100).items).toMatchObject([
			{ previousStatus: 'ODD', previousStatusCode: null },
		]);
	});

	it('is not the same again, whatever its date', () => {
		expect(change('105 SENT', 'SENT', 105)).toEqual({ items: [], remembered: '105 SENT' });
	});

	it('is not NOTFOUND: at first, in the queue, or after 90 days', () => {
		expect(change(undefined, 'NOTFOUND', -2)).toEqual({ items: [], remembered: undefined });
		expect(change(undefined, 'NOTFOUND', -1)).toEqual({ items: [], remembered: undefined });
		expect(change(undefined, 'NOTFOUND', null)).toEqual({ items: [], remembered: undefined });
		expect(change('100 SENT', 'NOTFOUND', -1)).toEqual({ items: [], remembered: '100 SENT' });
	});

	it('is not the same status after NOTFOUND', () => {
		const { remembered } = change('100 SENT', 'NOTFOUND', -1);
		expect(change(remembered, 'SENT', 100).items).toEqual([]);
		expect(change(remembered, 'DELIVERED', 0).items).toHaveLength(1);
	});

	it('is FAIL as any other word, with what its code says', () => {
		expect(change('105 SENT', 'FAIL', 213)).toMatchObject({
			items: [{ status: 'FAIL', statusCode: 213, previousStatus: 'SENT' }],
			remembered: '213 FAIL',
		});
	});
});

describe('what is remembered', () => {
	it('asks about every ID but those seen to end', () => {
		const state = {
			1: '105 SENT',
			2: '0 DELIVERED over',
			3: '101 SENDINGFAILED over',
			4: '9 NEW',
		};
		expect(openIds(state, ['1', '2', '3', '4', '5'])).toEqual(['1', '4', '5']);
	});

	it.each([
		['DELIVERED', 0, '0 DELIVERED over'],
		['SENDINGFAILED', 101, '101 SENDINGFAILED over'],
		['SENT', 100, '100 SENT'],
	])('ends with a final status: %s', (word, code, remembered) => {
		expect(change('105 SENT', word, code).remembered).toBe(remembered);
	});

	it.each([
		['the gateway no longer knows a message that it had, as after 90 days', -2],
		['the query interface, which names no code, says so', null],
	])('ends where %s', (_, code) => {
		const { items, remembered } = change('100 SENT', 'NOTFOUND', code);
		expect(items).toEqual([]);
		expect(remembered).toBe('100 SENT over');
		expect(openIds({ 7: '100 SENT over' }, ['7'])).toEqual([]);
	});

	it('keeps what was not asked about, and forgets what is not in the list any more', () => {
		const before = { 1: '0 DELIVERED over', 2: '105 SENT', 3: '105 SENT' };
		const { items, found } = statusChanges(before, ['1', '2'], new Map());
		expect(items).toEqual([]);
		expect(found).toEqual({ 1: '0 DELIVERED over', 2: '105 SENT' });
	});
});

describe('over any course of polls', () => {
	const word = fc.constantFrom(
		'SENT',
		'DELIVERED',
		'SENDINGFAILED',
		'NOTFOUND',
		'FAIL',
		'LATER ON',
	);
	const code = fc.constantFrom(null, -2, -1, 0, 100, 105, 106, 213);
	const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }).map(String));
	const course = fc.array(fc.tuple(ids, fc.array(fc.tuple(word, code), { minLength: 9 })));

	it('emits each real status that differs from the one before, and remembers only what is listed', () => {
		fc.assert(
			fc.property(course, (polls) => {
				let memory: Memory = {};
				for (const [listed, answers] of polls) {
					const asked = openIds(memory, listed);
					const statuses = new Map(
						asked.map((id) => [id, status(...(answers[Number(id) - 1] as [string, number]))]),
					);
					const before = memory;
					const after = statusChanges(before, listed, statuses);
					// n8n stores it as JSON.
					memory = JSON.parse(JSON.stringify(after.found)) as Memory;
					const expected = asked.filter((id) => {
						const { status: now, statusCode } = statuses.get(id) as MessageStatus;
						return now !== 'NOTFOUND' && before[id] !== `${statusCode ?? ''} ${now}`;
					});
					expect(after.items.map(({ messageId }) => messageId)).toEqual(expected);
					expect(Object.keys(memory).every((id) => listed.includes(id))).toBe(true);
					// The same answers again are no news.
					expect(statusChanges(memory, listed, statuses).items).toEqual([]);
				}
			}),
		);
	});
});
