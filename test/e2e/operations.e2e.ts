import type { IDataObject, INode } from 'n8n-workflow';
import { hintsOf, itemsOf } from '../../sandbox/execution';
import type { Execution } from '../../sandbox/rest';
import { setUpStage, START } from './stage';
import { chain, gatewayNode, rowNodes } from './workflows';

const stage = setUpStage();

const NUMBER = '27821111111';
const LATER = '2099-01-01T00:00:00Z';

const items = (execution: Execution, output = 0): IDataObject[] =>
	itemsOf(execution.data, 'Gateway', { output });

const operate = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	rest: { rows?: IDataObject[]; settings?: Partial<INode> } = {},
): Promise<Execution> =>
	await stage.run({ rows: [{}], parameters: { resource, operation, ...parameters }, ...rest });

/** The result of a row, which on the error branch is inside `error`, save for the first in n8n 1.110. */
const resultOf = ({ error, result }: IDataObject): unknown =>
	(error as IDataObject | undefined)?.result ?? result;

const credits = async (login: string): Promise<number | undefined> =>
	(await stage.simulator.accounts()).find((account) => account.login === login)?.credits;

const SETTINGS: Array<[NonNullable<INode['onError']>, boolean]> = [
	['stopWorkflow', false],
	['stopWorkflow', true],
	['continueRegularOutput', false],
	['continueRegularOutput', true],
	['continueErrorOutput', false],
	['continueErrorOutput', true],
];
const node = (onError: NonNullable<INode['onError']>, retryOnFail: boolean): Partial<INode> => ({
	onError,
	...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1 }),
});

/** Where the rows of a run ended up: by n8n's own branches, or as an error. */
function expectRows(
	execution: Execution,
	[onError, retry]: (typeof SETTINGS)[number],
	rows: { done: string[]; failed: string[]; stops: boolean },
): void {
	const onSuccess = items(execution).map(resultOf);
	if (onError === 'continueErrorOutput') {
		expect(onSuccess).toEqual(rows.done);
		expect(items(execution, 1).map(resultOf)).toEqual(rows.failed);
	} else if (onError === 'stopWorkflow' && rows.stops && !retry) {
		expect(execution.status).toBe('error');
		expect(onSuccess).toEqual([]);
	} else {
		expect([...onSuccess].sort()).toEqual([...rows.done, ...rows.failed].sort());
	}
}

describe('a transfer is made once', () => {
	const rows = [
		{ from: '1001', to: '1002', quantity: 10 },
		{ from: 'W1001', to: '1002', quantity: 20 },
	];
	const transfer = async (settings: Partial<INode>, which: IDataObject[] = rows) =>
		await operate(
			'account',
			'transferCredits',
			{
				fromAccountId: '={{ $json.from }}',
				toAccountId: '={{ $json.to }}',
				quantity: '={{ $json.quantity }}',
			},
			{ rows: which, settings },
		);

	it.each(SETTINGS)(
		'%s, Retry On Fail %s: an answer lost after the transfer',
		async (...setting) => {
			await stage.simulator.fault('/creditstransfer.asp', { drop: 'after' });
			const execution = await transfer(node(...setting));
			expectRows(execution, setting, {
				done: [],
				failed: ['UNCONFIRMED', 'NOT_SENT'],
				stops: true,
			});
			expect([await credits('demo'), await credits('sub')]).toEqual([990, 110]);
			expect(await stage.simulator.requests()).toHaveLength(1);
		},
	);

	it.each(SETTINGS)('%s, Retry On Fail %s: Transfer=Fail', async (...setting) => {
		await stage.simulator.fault('/creditstransfer.asp', { body: 'Transfer=Fail' });
		const execution = await transfer(node(...setting), rows.slice(0, 1));
		expectRows(execution, setting, { done: [], failed: ['UNCONFIRMED'], stops: true });
		expect([await credits('demo'), await credits('sub')]).toEqual([990, 110]);
	});

	it.each(SETTINGS)('%s, Retry On Fail %s: a refused transfer first', async (...setting) => {
		const refused = { from: '1001', to: '1001', quantity: 5 };
		const execution = await transfer(node(...setting), [refused, ...rows]);
		expectRows(execution, setting, {
			done: ['TRANSFERRED', 'TRANSFERRED'],
			failed: ['SAME_ACCOUNT'],
			stops: false,
		});
		expect([await credits('demo'), await credits('sub')]).toEqual([970, 130]);
	});
});

describe('a deletion is asked for once', () => {
	/** Schedules messages through the node, and gives their IDs. */
	const schedule = async (count: number): Promise<string[]> => {
		const sent = await operate('message', 'send', {
			numbers: Array.from({ length: count }, (_, index) => `2782111111${index}`).join(','),
			text: 'Later',
			options: { scheduledAt: LATER },
		});
		return items(sent).map(({ messageId }) => String(messageId));
	};
	const remove = async (ids: string[], settings: Partial<INode>, options: IDataObject = {}) =>
		await operate(
			'message',
			'deleteScheduled',
			{ messageIds: '={{ $json.id }}', options },
			{ rows: ids.map((id) => ({ id })), settings },
		);
	const deletions = async (path: string): Promise<number> =>
		(await stage.simulator.requests()).filter((request) => request.path === path).length;

	it.each(SETTINGS)('%s, Retry On Fail %s: an answer lost after deleting', async (...setting) => {
		const ids = await schedule(2);
		await stage.simulator.fault('/xmldeletescheduled.asp', { drop: 'after' });
		const execution = await remove(ids, node(...setting));
		expectRows(execution, setting, {
			done: [],
			failed: ['UNCONFIRMED', 'UNCONFIRMED'],
			stops: true,
		});
		expect(await deletions('/xmldeletescheduled.asp')).toBe(1);
		expect(await credits('demo')).toBe(1000);
	});

	it.each(SETTINGS)('%s, Retry On Fail %s: a wrong ID first', async (...setting) => {
		const ids = await schedule(1);
		const execution = await remove(['999999', ...ids], node(...setting), { interface: 'query' });
		expectRows(execution, setting, { done: ['DELETED'], failed: ['NOTFOUND'], stops: false });
		expect(await deletions('/deletescheduled.asp')).toBe(1);
		expect(await credits('demo')).toBe(1000);
	});
});

describe('records that are returned once', () => {
	const TEXTS = [
		'Yes',
		'a & b; c=d',
		'CLI=1;DateReceived=202611200815;Message=x;SentMessageID=1',
		'<b>&amp;</b> ]]> <![CDATA[',
		'two\nlines',
		'"quotes" \'and\' ünïcödé €',
		' spaces ',
		'STOP',
	];
	const reply = async (text: string): Promise<void> => {
		await stage.simulator.post('replies', { from: NUMBER, text });
	};
	const sendOnce = async (): Promise<void> => {
		await operate('message', 'send', { numbers: NUMBER, text: 'Hello' });
	};

	it.each(['xml', 'query'])('come through %s byte for byte, and no second time', async (via) => {
		await sendOnce();
		for (const text of TEXTS) await reply(text);
		const read = async () =>
			items(await operate('reply', 'getNew', { options: { interface: via } }));
		const replies = await read();
		expect(replies.map(({ text }) => text)).toEqual(TEXTS);
		expect(replies.map(({ optOut }) => optOut)).toEqual(TEXTS.map((text) => text === 'STOP'));
		expect(await read()).toEqual([]);
	});

	it('are kept of an answer that was cut, under every On Error setting', async () => {
		for (const setting of SETTINGS) {
			await stage.reset();
			await sendOnce();
			await reply('First');
			await reply('Second');
			await stage.simulator.fault('/xmlgetreplies.asp', { truncateAt: 0.75 });
			const execution = await operate('reply', 'getNew', {}, { settings: node(...setting) });
			expect(execution.status).toBe('success');
			expect(items(execution)).toMatchObject([{ text: 'First' }, { unparsed: true }]);
		}
	});

	it('leave short-code messages to their own operation', async () => {
		await sendOnce();
		await reply('A reply');
		await stage.simulator.post('short-code-messages', {
			shortCode: '31234',
			from: NUMBER,
			text: 'VOTE A',
		});
		const replies = await operate('reply', 'getNew', { options: { excludeShortCode: true } });
		expect(items(replies).map(({ text }) => text)).toEqual(['A reply']);
		const messages = await operate('shortCodeMessage', 'getNew');
		expect(items(messages)).toMatchObject([{ shortCode: '31234', text: 'VOTE A', from: NUMBER }]);
	});
});

describe('opt-outs', () => {
	it('by a trigger word are listed, found, and respected by the next send', async () => {
		await operate('message', 'send', { numbers: NUMBER, text: 'Hello' });
		await stage.simulator.post('replies', { from: NUMBER, text: 'Stop' });
		const listed = items(await operate('optOut', 'getAll', { returnAll: true }));
		expect(listed).toMatchObject([
			{ number: '27820000001', source: 'recipient' },
			{ number: '27820000002', source: 'manual', sentMessageId: null },
			{ number: NUMBER, source: 'recipient', text: 'Stop' },
		]);
		const checked = items(await operate('optOut', 'check', { numbers: `${NUMBER},27829999999` }));
		expect(checked.map(({ optedOut }) => optedOut)).toEqual([true, false]);
		const settings: Partial<INode> = { onError: 'continueRegularOutput' };
		const again = await operate('message', 'send', { numbers: NUMBER, text: 'Hi' }, { settings });
		expect(items(again)).toMatchObject([{ result: 'OPTED_OUT', accepted: false }]);
	});
});

describe('the operator of a campaign', () => {
	const five = Array.from({ length: 5 }, (_, index) => ({ number: `2782111111${index}` }));
	const send = async (options: IDataObject, rows: IDataObject[] = five): Promise<Execution> =>
		await operate(
			'message',
			'send',
			{ numbers: '={{ $json.number }}', text: 'Hello', options },
			{ rows },
		);

	it('reads above the items how many messages were not accepted, and why', async () => {
		await stage.simulator.post('seed', { accounts: [{ login: 'demo', credits: 2 }] });
		const execution = await send({});
		expect(execution.status).toBe('success');
		expect(hintsOf(execution.data, 'Gateway')).toEqual([
			'5 messages: 3 not accepted, 2 accepted. The account has not enough credits (27821111112, 27821111113, 27821111114).',
		]);
	});

	it('follows what was accepted although one person was refused', async () => {
		const rows = [{ number: '27821111111' }, { number: 'nobody' }, { number: '27822222222' }];
		const sending = { numbers: '={{ $json.number }}', text: 'Hello' };
		const following = {
			resource: 'message',
			operation: 'getStatus',
			messageIds: '={{ $json.messageId }}',
		};
		const execution = await stage.runWorkflow(
			chain([
				START,
				...rowNodes(rows),
				gatewayNode('Send', sending, stage.demoCredential),
				gatewayNode('Gateway', following, stage.demoCredential),
			]),
		);
		expect(execution.status).toBe('success');
		expect(items(execution).map(({ status, description }) => status ?? description)).toEqual([
			expect.stringMatching(/^[A-Z]+$/),
			"'Message IDs' is empty",
			expect.stringMatching(/^[A-Z]+$/),
		]);
	});

	it('checks a list in which one number is none', async () => {
		const numbers = '27821111111, nobody, 27820000001';
		const checked = items(await operate('optOut', 'check', { numbers }));
		expect(checked.map(({ recipient, optedOut }) => [recipient, optedOut])).toEqual([
			['27821111111', false],
			['nobody', null],
			['27820000001', true],
		]);
	});

	it('learns of copies, and sends one with Skip Duplicates', async () => {
		const rows = [{ number: '27821111111' }, { number: '+27 82 111 1111' }];
		const twice = await send({}, rows);
		expect(hintsOf(twice.data, 'Gateway')).toEqual([
			"1 message went to a number that got the same text in this run. Turn on 'Skip Duplicates' to send one only.",
		]);
		await stage.reset();
		const once = await send({ skipDuplicates: true }, rows);
		expect(items(once).map(({ result }) => result)).toEqual(['ACCEPTED', 'DUPLICATE']);
		expect(await stage.simulator.messages()).toHaveLength(1);
	});

	it('finds the accepted IDs in the description of a failure', async () => {
		const rows = [{ number: '27821111111' }, { number: 'nobody' }];
		const execution = await send({ failWhen: 'anyNotAccepted' }, rows);
		const [message] = await stage.simulator.messages();
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.description).toContain(
			`Accepted: 27821111111 (ID ${message?.id})`,
		);
	});
});

describe('accounts', () => {
	it('tell their balance and whether the login is good', async () => {
		expect(items(await operate('account', 'getBalance'))).toEqual([{ credits: 1000 }]);
		expect(items(await operate('account', 'checkLogin'))).toEqual([
			{ login: 'OK', valid: true, locked: false },
		]);
	});
});
