import type { IExecuteFunctions } from 'n8n-workflow';
import { loggingAccepted } from '../../../../nodes/MessagingGateway/actions/message/outgoing/acceptedLog';
import type { SendOutcome } from '../../../../nodes/MessagingGateway/gateway/operations/send';

afterEach(() => jest.restoreAllMocks());

/** What the log has before each request, and after the last; a request gives these IDs after a time. */
async function logged(requests: Array<[ids: Array<string | null>, milliseconds: number]>) {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const lines: string[] = [];
	const guard = loggingAccepted({
		getExecutionId: () => '57',
		getNode: () => ({ name: 'Send' }),
		logger: { info: (line: string) => void lines.push(line) },
	} as unknown as IExecuteFunctions);
	const counts: number[] = [];
	for (const [ids, milliseconds] of requests) {
		await guard([], async () => {
			counts.push(lines.length);
			now += milliseconds;
			return ids.map((messageId) => ({ messageId }) as SendOutcome);
		});
	}
	return { lines, counts };
}

it('has the IDs that were accepted, before the next request', async () => {
	const { lines, counts } = await logged([
		[['5001', '5002', null, '5003'], 1100],
		[['5004', '5007', '99'], 1100],
		[['5008'], 1100],
	]);
	expect(lines).toEqual([
		'Messages accepted so far (execution 57, node "Send"): IDs 5001-5003',
		'Messages accepted so far (execution 57, node "Send"): IDs 5004, 5007, 99',
	]);
	expect(counts).toEqual([0, 1, 2]);
});

it('has those of the first answer at once, and further ones at most once a second', async () => {
	const { lines, counts } = await logged([
		[['1'], 0],
		[['2'], 400],
		[['3'], 500],
		[['4'], 100],
		[['5'], 0],
	]);
	expect(counts).toEqual([0, 1, 1, 1, 2]);
	expect(lines[1]).toContain('IDs 2-4');
});

it('has nothing of a run of one request, or of one in which nothing was accepted', async () => {
	expect((await logged([[['1'], 0]])).lines).toEqual([]);
	const none = await logged([
		[[null], 2000],
		[[], 2000],
	]);
	expect(none.lines).toEqual([]);
});
