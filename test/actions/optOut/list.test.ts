import { finderIn } from '../../../nodes/MessagingGateway/actions/optOut/list';
import { reply } from '../../support/records';

describe('a number is looked up among opt-outs', () => {
	const find = (number: string, from: string) => finderIn([reply(from, 'Stop')], [])(number);

	it.each([
		['as it is', '27821111111', '27821111111', true],
		['in national form', '27821111111', '0821111111', true],
		['in national form without the zero', '27821111111', '821111111', true],
		['with its prefix', '27821111111', '0027821111111', true],
		['with spaces and a plus sign', '27821111111', '+27 82 111-1111', true],
		['by its last seven digits', '27821111111', '1111111', true],
		['but not by six', '27821111111', '111111', false],
		['but not by the beginning of it', '27821111111', '2782111', false],
		['but not under another one', '27821111111', '0821111112', false],
		['but not under a name', '27821111111', 'ACME', false],
		['but not under nothing', '27821111111', '', false],
	])('%s', (_, number, from, optedOut) => {
		expect(find(number, from).optedOut).toBe(optedOut);
	});

	it('with the latest of its entries, in whatever form', () => {
		const early = { ...reply('0821111111', 'Stop'), receivedAt: '2026-11-20T08:15:00Z' };
		const late = { ...reply('27821111111', 'Quit'), receivedAt: '2026-11-21T08:15:00Z' };
		const first = { ...late, receivedAt: '2026-11-19T08:15:00Z' };
		expect(finderIn([late, first, early], [])('27821111111').optOut).toBe(late);
		expect(finderIn([early, late], [])('27821111111').optOut).toBe(late);
	});

	it.each(['CLI=0821111111;DateReceived=', 'CLI=27 82 111 1111', '27821111111'])(
		'in what cannot be read: %s',
		(raw) => {
			expect(finderIn([], [{ raw }])('27821111111')).toEqual({ optedOut: true, optOut: undefined });
			expect(finderIn([], [{ raw }])('27821111112').optedOut).toBe(false);
		},
	);
});
