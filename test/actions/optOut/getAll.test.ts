import type { IDataObject } from 'n8n-workflow';
import { execute } from '../../support/context';
import { OPT_OUT_LIST } from '../../support/records';
import { testServer } from '../../support/server';

const server = testServer();

describe('Opt-Out: Get Many', () => {
	it('lists every entry with its source', async () => {
		server.answer(OPT_OUT_LIST);
		const { json } = await execute(server.url, 'optOut', 'getAll', { returnAll: true });
		expect(json).toEqual([
			{
				number: '27821111111',
				receivedAt: '2026-11-20T08:15:00Z',
				text: 'Stop',
				sentMessageId: '77',
				source: 'recipient',
			},
			{
				number: '27822222222',
				receivedAt: '2026-11-21T08:15:00Z',
				text: '* MANUALLY ADDED BY USER *',
				sentMessageId: null,
				source: 'manual',
			},
			expect.objectContaining({ number: '27823333333' }),
		]);
	});

	it.each([
		[{ limit: 2 }, ['27821111111', '27822222222']],
		[{ returnAll: true, filters: { source: 'manual' } }, ['27822222222']],
		[{ limit: 1, filters: { source: 'recipient' } }, ['27821111111']],
		[{ returnAll: true, filters: { receivedAfter: '2026-11-21T10:15:00' } }, ['27823333333']],
	])('with %j gives %j', async (parameters, numbers) => {
		server.answer(OPT_OUT_LIST);
		const { json } = await execute(server.url, 'optOut', 'getAll', parameters as IDataObject, {
			timezone: 'Africa/Johannesburg',
		});
		expect(json.map(({ number }) => number)).toEqual(numbers);
	});

	it('does not hide what it cannot read', async () => {
		server.answer(`${OPT_OUT_LIST}&2784???`);
		const { json } = await execute(server.url, 'optOut', 'getAll', { limit: 1 });
		expect(json).toEqual([
			expect.objectContaining({ number: '27821111111' }),
			{ unparsed: true, raw: '2784???' },
		]);
	});

	it('compares times to the second, and hides nothing whose time it cannot read', async () => {
		server.answer(
			`${OPT_OUT_LIST}&CLI=27824444444;DateReceived=202613400815;Message=Stop;SentMessageID=`,
		);
		const { json } = await execute(server.url, 'optOut', 'getAll', {
			returnAll: true,
			filters: { receivedAfter: '2026-11-22T08:14:30Z' },
		});
		expect(json.map(({ number }) => number)).toEqual(['27823333333', '27824444444']);
	});

	it('says so where the limit leaves some out', async () => {
		server.answer(OPT_OUT_LIST);
		const { hints } = await execute(server.url, 'optOut', 'getAll', { limit: 2 });
		expect(hints).toMatchObject([
			{
				message:
					"2 of 3 opt-outs are returned. 'Limit' leaves out the rest. Turn on 'Return All' for all of them.",
			},
		]);
		server.answer(OPT_OUT_LIST);
		expect((await execute(server.url, 'optOut', 'getAll', { limit: 1 })).hints).toMatchObject([
			{ message: expect.stringMatching(/^1 of 3 opt-outs is returned\. /) },
		]);
		server.answer(OPT_OUT_LIST);
		expect((await execute(server.url, 'optOut', 'getAll', { limit: 3 })).hints).toEqual([]);
	});

	it('takes half a list for none, and tries once more', async () => {
		server.answer((_, response) => {
			response.writeHead(200, { 'Content-Length': '5000' });
			response.write(OPT_OUT_LIST);
			setTimeout(() => response.destroy(), 20);
		});
		const { error } = await execute(server.url, 'optOut', 'getAll', {});
		expect(error?.message).toBe(
			'The connection broke before the answer of the gateway was complete',
		);
		expect(server.requests).toHaveLength(2);
	});
});
