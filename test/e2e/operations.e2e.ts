import type { IDataObject, INode } from 'n8n-workflow';
import { hintsOf, itemsOf } from '../../sandbox/execution';
import { SEND } from './campaigns';
import { setUpStage } from './stage';
import { asked } from './triggers';

const stage = setUpStage();

/** A number of the simulator's seed that has opted out. */
const OPTED_OUT = '27820000001';
const TRANSFER = '/creditstransfer.asp';
const DELETE = '/xmldeletescheduled.asp';

interface Trial {
	what: string;
	/** The address whose requests are counted. */
	path: string;
	fault?: object;
	parameters: IDataObject;
	rows: () => Promise<IDataObject[]> | IDataObject[];
	/** The results of what was done, and of what was not or may not have been. */
	done: string[];
	failed: string[];
	/** Whether the node stops without On Error: not where a repetition by n8n could do it twice. */
	stops: 'always' | 'unless repeated' | 'never';
	/** Requests to the path; 1 when absent. */
	requests?: number;
}

const people = (...numbers: string[]): IDataObject[] => numbers.map((number) => ({ number }));
const FINE = people('27821111111', '27822222222', '27823333333');

const send = (options: IDataObject = {}): IDataObject => ({
	resource: 'message',
	operation: 'send',
	numbers: '={{ $json.number }}',
	text: 'Hello',
	options,
});
const transfer: IDataObject = {
	resource: 'account',
	operation: 'transferCredits',
	fromAccountId: '={{ $json.from }}',
	toAccountId: '={{ $json.to }}',
	quantity: 10,
};
const remove: IDataObject = {
	resource: 'message',
	operation: 'deleteScheduled',
	messageIds: '={{ $json.id }}',
};

/** Schedules messages through the node, and gives their IDs behind those given. */
async function scheduled(count: number, ...before: string[]): Promise<IDataObject[]> {
	const parameters = send({ scheduledAt: '2099-01-01T00:00:00Z' });
	const { data } = await stage.run({ rows: FINE.slice(0, count), parameters });
	const ids = itemsOf(data, 'Gateway').map(({ messageId }) => messageId);
	return [...before, ...ids].map((id) => ({ id }));
}

const TRIALS: Trial[] = [
	{
		what: 'a send whose answer is lost after acceptance',
		path: SEND,
		fault: { drop: 'after' },
		parameters: send(),
		rows: () => FINE,
		done: [],
		failed: ['UNCONFIRMED', 'UNCONFIRMED', 'UNCONFIRMED'],
		stops: 'unless repeated',
	},
	{
		what: 'a send with a refused recipient first',
		path: SEND,
		parameters: send({ failWhen: 'anyNotAccepted' }),
		rows: () => [...people(OPTED_OUT), ...FINE],
		done: ['ACCEPTED', 'ACCEPTED', 'ACCEPTED'],
		failed: ['OPTED_OUT'],
		stops: 'unless repeated',
	},
	{
		what: 'a send of which nothing is accepted',
		path: SEND,
		parameters: send(),
		rows: () => people(OPTED_OUT, '27820000003'),
		done: [],
		failed: ['OPTED_OUT', 'BAD_DESTINATION'],
		stops: 'always',
	},
	{
		what: 'a transfer whose answer is lost after it was made',
		path: TRANSFER,
		fault: { drop: 'after' },
		parameters: transfer,
		rows: () => [
			{ from: '1001', to: '1002' },
			{ from: 'W1001', to: '1002' },
		],
		done: [],
		failed: ['UNCONFIRMED', 'NOT_SENT'],
		stops: 'unless repeated',
	},
	{
		what: 'a refused transfer and one that is made',
		path: TRANSFER,
		parameters: transfer,
		rows: () => [
			{ from: '1001', to: '1001' },
			{ from: '1001', to: '1002' },
		],
		done: ['TRANSFERRED'],
		failed: ['SAME_ACCOUNT'],
		stops: 'never',
		requests: 2,
	},
	{
		what: 'a deletion whose answer is lost after it was made',
		path: DELETE,
		fault: { drop: 'after' },
		parameters: remove,
		rows: async () => await scheduled(2),
		done: [],
		failed: ['UNCONFIRMED', 'UNCONFIRMED'],
		stops: 'unless repeated',
	},
	{
		what: 'a deletion with a wrong ID first',
		path: DELETE,
		parameters: remove,
		rows: async () => await scheduled(1, '999999'),
		done: ['DELETED'],
		failed: ['NOTFOUND'],
		stops: 'never',
	},
];

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** The result of a row, which on the error branch is inside `error`. */
const resultOf = ({ error, result }: IDataObject): unknown =>
	(error as IDataObject | undefined)?.result ?? result;

describe.each(TRIALS)('n8n makes $what once', (trial) => {
	const { path, fault, parameters, done, failed, stops, requests = 1 } = trial;

	it.each(ON_ERROR.flatMap((onError) => [[onError, false] as const, [onError, true] as const]))(
		'%s, Retry On Fail %s',
		async (onError, retryOnFail) => {
			const rows = await trial.rows();
			const before = await asked(stage, path);
			if (fault) await stage.simulator.fault(path, fault);
			const repeated: Partial<INode> = { retryOnFail, maxTries: 3, waitBetweenTries: 1 };
			const settings: Partial<INode> = { onError, ...(retryOnFail && repeated) };
			const { data, status } = await stage.run({ rows, parameters, settings });
			const items = (output = 0) => itemsOf(data, 'Gateway', { output }).map(resultOf);
			const isStopped = stops === 'always' || (stops === 'unless repeated' && !retryOnFail);
			if (onError === 'continueErrorOutput') {
				expect([items(), items(1)]).toEqual([done, failed]);
			} else if (onError === 'stopWorkflow' && isStopped) {
				expect([status, items()]).toEqual(['error', []]);
			} else {
				expect(items().sort()).toEqual([...done, ...failed].sort());
			}
			// A repetition is harmless where nothing was done, and n8n makes it only where it sees a failure.
			const isRepeated = retryOnFail && stops === 'always' && onError !== 'continueRegularOutput';
			expect((await asked(stage, path)) - before).toBe(isRepeated ? 3 : requests);
		},
	);
});

it('what goes to the error branch keeps its input item', async () => {
	const rows = people(OPTED_OUT, '27821111111').map((row) => ({ ...row, name: 'Thandi' }));
	const settings: Partial<INode> = { onError: 'continueErrorOutput' };
	const { data } = await stage.run({ rows, parameters: send(), settings });
	expect(itemsOf(data, 'Gateway', { output: 1 })).toMatchObject([
		{ name: 'Thandi', error: { result: 'OPTED_OUT', recipient: OPTED_OUT } },
	]);
});

it('n8n shows above the items how many messages were not accepted, and why', async () => {
	await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 2 }] });
	const { data, status } = await stage.run({ rows: FINE, parameters: send() });
	expect(status).toBe('success');
	expect(hintsOf(data, 'Gateway')).toEqual([
		'3 messages: 1 not accepted, 2 accepted. The account has not enough credits (27823333333).',
	]);
});

it('an answer that was cut keeps its records, under every On Error setting', async () => {
	const parameters = { resource: 'reply', operation: 'getNew' };
	for (const onError of ON_ERROR) {
		await stage.reset();
		await stage.text('27821111111');
		for (const text of ['First', 'Second']) {
			await stage.simulator.post('replies', { from: '27821111111', text });
		}
		await stage.simulator.fault('/xmlgetreplies.asp', { truncateAt: 0.75 });
		const settings: Partial<INode> = { onError, retryOnFail: true };
		const { data, status } = await stage.run({ rows: [{}], parameters, settings });
		expect(status).toBe('success');
		expect(itemsOf(data, 'Gateway')).toMatchObject([{ text: 'First' }, { unparsed: true }]);
	}
});
