import type { IDataObject } from 'n8n-workflow';
import { run } from '../support/context';
import { expectNoPassword, FAULTS, setTimeouts, type Fault } from '../support/faults';
import { ANSWERS_OF_RECORDS, ONE_ROW, type Answers } from '../support/oneRow';
import { testServer } from '../support/server';
import { some } from '../support/runs';

const server = testServer();

interface OperationCase {
	name: string;
	parameters: IDataObject;
	/** What the gateway would have answered. */
	whole: string;
	/** Whether it changes something, so that what nobody can tell is called unconfirmed. */
	changes: boolean;
	answers: Answers;
}

const VIA_QUERY = { options: { interface: 'query' } };
const TEXT = { numbers: '27821111111', text: 'Hi' };
const ID = { messageIds: '101' };
const TRANSFER = { fromAccountId: '1001', toAccountId: '1002', quantity: 10 };
const { reply, shortCodeMessage, optOut, status, sent, deletion } = ONE_ROW;
const { query, xml } = ANSWERS_OF_RECORDS;

type Case = [operation: string, parameters: IDataObject, whole: string, answers?: Answers];

const CHANGES: Case[] = [
	['message send', { ...TEXT, ...VIA_QUERY }, sent.query],
	['message send', TEXT, sent.xml],
	['account transferCredits', TRANSFER, 'Transfer=Success'],
	['message deleteScheduled', { ...ID, ...VIA_QUERY }, deletion.query],
	['message deleteScheduled', ID, deletion.xml],
];

const READS: Case[] = [
	['account getBalance', {}, 'Credits=1234'],
	['account checkLogin', {}, 'Login=OK'],
	['message getStatus', { ...ID, ...VIA_QUERY }, status.query],
	['message getStatus', ID, status.xml],
	['reply getNew', VIA_QUERY, reply.query, query],
	['reply getNew', {}, reply.xml, xml],
	['shortCodeMessage getNew', VIA_QUERY, shortCodeMessage.query, query],
	['shortCodeMessage getNew', {}, shortCodeMessage.xml, xml],
	['optOut getAll', {}, optOut.query],
	['optOut check', { numbers: '27821111111' }, optOut.query],
];

const OPERATIONS = [...CHANGES, ...READS].map((row): OperationCase => {
	const [operation, parameters, whole, answers = {}] = row;
	const [resource, name] = operation.split(' ');
	return {
		name: parameters.options ? `${operation} (query)` : operation,
		parameters: { resource, operation: name, ...parameters },
		whole,
		changes: CHANGES.includes(row),
		answers,
	};
});

type Cell = [operationName: string, faultName: string, operation: OperationCase, fault: Fault];

const allCells = OPERATIONS.flatMap((operation) =>
	FAULTS.map((fault): Cell => [operation.name, fault.name, operation, fault]),
);
const answerOf = ([, , operation, fault]: Cell) => operation.answers[fault.name];
const cells = allCells.filter((cell) => answerOf(cell) === undefined);
const answered = allCells.filter((cell) => answerOf(cell) !== undefined);

describe('each operation meets each fault with one clear error, the password not in it', () => {
	it.each(cells)('%s: %s', async (_operation, _fault, operation, fault) => {
		setTimeouts(fault);
		server.answer(fault.reply(operation.whole));
		const own = server.ownAddress();
		const { error } = await run({
			url: fault.url ?? own.url,
			parameters: operation.parameters,
		});
		expect(error?.message).toMatch(fault.message);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: fault.httpCode,
		});
		expect(error?.description).toBeTruthy();
		expectNoPassword(error);
		if (operation.changes) {
			expect(own.requests().length).toBeLessThanOrEqual(1);
			expect(error?.context.results).toMatchObject([{ result: fault.result }]);
		}
	});

	it.each(some(cells))(
		'%s: %s, with On Error set to continue',
		async (_o, _f, operation, fault) => {
			setTimeouts(fault);
			server.answer(fault.reply(operation.whole));
			const { items, error } = await run({
				url: fault.url ?? server.url,
				parameters: operation.parameters,
				node: { onError: 'continueRegularOutput' },
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(JSON.stringify(items)).not.toContain('s3cret');
			if (!operation.changes) return;
			expect(items?.[0]?.json).toMatchObject({ result: fault.result });
			expect(items?.[0]?.json).not.toHaveProperty('error');
		},
	);
});

describe('what is an answer, or may hold the words of somebody, is no failure', () => {
	it.each(answered)('%s: %s', async (...cell) => {
		const [, , operation, fault] = cell;
		setTimeouts(fault);
		server.answer(fault.reply(operation.whole));
		const { json, error } = await run({
			url: server.url,
			parameters: operation.parameters,
		});
		expect(error).toBeUndefined();
		if (answerOf(cell) === 'unparsed') expect(json).toMatchObject([{ unparsed: true }]);
		else expect(json.filter(({ optedOut }) => optedOut !== false)).toEqual([]);
		expect(server.requests).toHaveLength(1);
	});
});
