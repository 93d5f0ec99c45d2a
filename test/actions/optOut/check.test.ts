import { execute } from '../../support/context';
import { OPT_OUT_LIST } from '../../support/records';
import { testServer } from '../../support/server';

const server = testServer();

describe('Opt-Out: Check', () => {
	it('says of each number whether it has opted out, reading the list once', async () => {
		server.answer(OPT_OUT_LIST);
		const { items, hints } = await execute(server.url, 'optOut', 'check', [
			{ numbers: '+27 82 111 1111, 27829999999' },
			{ numbers: '082 222 2222', defaultCountry: 'ZA' },
		]);
		expect([server.requests.length, hints]).toEqual([1, []]);
		expect(items).toEqual([
			{
				json: {
					recipient: '+27 82 111 1111',
					number: '27821111111',
					optedOut: true,
					receivedAt: '2026-11-20T08:15:00Z',
					source: 'recipient',
					description: 'The number has opted out',
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					recipient: '27829999999',
					number: '27829999999',
					optedOut: false,
					receivedAt: null,
					source: null,
					description: 'The number has not opted out',
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					recipient: '082 222 2222',
					number: '27822222222',
					optedOut: true,
					receivedAt: '2026-11-21T08:15:00Z',
					source: 'manual',
					description: 'The number has opted out',
				},
				pairedItem: { item: 1 },
			},
		]);
	});

	it('says of what is no number that it cannot be checked, and checks the others', async () => {
		server.answer(OPT_OUT_LIST);
		const { json, hints } = await execute(server.url, 'optOut', 'check', [
			{ numbers: '27821111111' },
			{ numbers: '12' },
			{ numbers: '' },
		]);
		const unknown = { number: null, optedOut: null, receivedAt: null, source: null };
		expect(json).toEqual([
			expect.objectContaining({ number: '27821111111', optedOut: true }),
			{
				recipient: '12',
				...unknown,
				description: 'The number is too short for a telephone number',
			},
			{ recipient: '', ...unknown, description: "'Numbers' is empty" },
		]);
		expect(hints.map(({ message }) => message)).toEqual([
			"2 of 3 numbers could not be checked, for the reason in their description: 12, 'Numbers' is empty.",
		]);
	});

	it('checks no number of a list that is a national one', async () => {
		server.answer(OPT_OUT_LIST);
		const { json } = await execute(server.url, 'optOut', 'check', {
			numbers: '27821111111, 082 111 1111, +27829999999',
		});
		expect(json.map(({ number, optedOut }) => [number, optedOut])).toEqual([
			[null, null],
			[null, null],
			['27829999999', false],
		]);
		expect(json[0]?.description).toBe(
			"The numbers of this run seem to be national ones: some are not valid without their country. Set 'Default Country', or write all with '+' and the country code",
		);
	});

	it('warns of entries that cannot be read', async () => {
		server.answer(`${OPT_OUT_LIST}&2784???`);
		const { hints } = await execute(server.url, 'optOut', 'check', { numbers: '27829999999' });
		expect(hints[0]?.message).toMatch(/^1 part of the list of opt-outs cannot be read\./);
	});

	it('fails rather than say that a number is free when the list cannot be had', async () => {
		server.answer('<html><title>Busy</title></html>');
		const { error } = await execute(server.url, 'optOut', 'check', { numbers: '27829999999' });
		expect(error?.message).toBe('The answer is not one a messaging gateway gives: "Busy"');
	});

	it('fails for each number with On Error set to continue', async () => {
		server.answer('FAIL&');
		const rows = [{ numbers: '27829999999' }, { numbers: '27828888888, 12' }];
		const node = { onError: 'continueErrorOutput' as const };
		const { items } = await execute(server.url, 'optOut', 'check', rows, { node });
		const message = 'The gateway did not accept the login name or password';
		const optedOut = null;
		expect(items).toMatchObject([
			{ json: { error: { message, recipient: '27829999999', optedOut } }, pairedItem: { item: 0 } },
			{ json: { error: { message, recipient: '27828888888', optedOut } }, pairedItem: { item: 1 } },
			{ json: { error: { recipient: '12', optedOut } }, pairedItem: { item: 1 } },
		]);
	});

	it('a number that cannot be checked goes to the error output, the others do not', async () => {
		server.answer(OPT_OUT_LIST);
		const { items } = await execute(
			server.url,
			'optOut',
			'check',
			{ numbers: '12, 27829999999' },
			{ node: { onError: 'continueErrorOutput' } },
		);
		expect(items).toMatchObject([
			{ json: { error: { recipient: '12', optedOut: null } }, pairedItem: { item: 0 } },
			{ json: { recipient: '27829999999', optedOut: false }, pairedItem: { item: 0 } },
		]);
	});
});
