import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { exampleFiles, readExample } from '../../sandbox/examples';
import { projectFolder } from '../../sandbox/folders';
import { evaluatingNode } from '../support/expressions';

const SCHEMA = 'nodes/MessagingGateway/__schema__/v1.0.0/message/send.json';

/** The columns of the table SMS Messages that an example makes. */
function columnsOf(file: string): IDataObject[] {
	const table = readExample(file).nodes.find(({ name }) => name === 'Create SMS Messages');
	return (table?.parameters.columns as { column: IDataObject[] }).column;
}

it('the table of results is the same in all examples, and begins with the fields of Send', () => {
	const columns = columnsOf('campaign-prepare.json');
	const { properties } = JSON.parse(readFileSync(path.join(projectFolder, SCHEMA), 'utf8')) as {
		properties: Record<string, { type: string }>;
	};
	const fields = Object.entries(properties).map(([name, { type }]) => ({
		name,
		type: type === 'integer' ? 'number' : type,
	}));
	expect(columns.slice(0, fields.length)).toEqual(fields);
	expect(columnsOf('delivery-tracking.json')).toEqual(columns);
	expect(columnsOf('replies.json')).toEqual(columns);
});

/** The parameters of a node of an example. */
const parametersOf = (file: string, name: string): INodeParameters =>
	readExample(file).nodes.find((node) => node.name === name)?.parameters as INodeParameters;

/** A parameter of a node of an example, evaluated for an item. */
const valueOf = (file: string, name: string, parameter: string, item: IDataObject): unknown =>
	evaluatingNode(parametersOf(file, name), [item]).context.getNodeParameter(parameter, 0);

/** The fields that a Set node of an example makes of an item. */
function fieldsOf(file: string, name: string, item: IDataObject): IDataObject {
	const { assignments } = valueOf(file, name, 'assignments', item) as {
		assignments: Array<{ name: string; value: IDataObject }>;
	};
	return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
}

it('no example uses the history of Remove Duplicates, which fails for ever once it is full', () => {
	const operations = exampleFiles().flatMap((file) =>
		readExample(file).nodes.map(({ parameters }) => parameters.operation),
	);
	expect(operations).not.toContain('removeItemsSeenInPreviousExecutions');
});

describe('Campaign: Send', () => {
	const FILE = 'campaign-send.json';
	const HOURS = {
		timeZone: 'Africa/Johannesburg',
		open: { Monday: { from: '08:00', until: '20:00' }, Friday: { from: '00:00', until: '24:00' } },
		holidays: ['2026-12-16'],
	};
	const now = (hours: IDataObject) => fieldsOf(FILE, 'Now', { ...HOURS, ...hours });

	it('can read its own hours', () => {
		const own = JSON.parse(String(parametersOf(FILE, 'Hours').jsonOutput)) as IDataObject;
		expect(fieldsOf(FILE, 'Now', own).unreadable).toBe('');
	});

	it.each([
		[{ open: { Monday: { from: '8:00', until: '20:00' } } }, '"8:00"'],
		[{ open: { Monday: { from: '08:00', until: '24:30' } } }, '"24:30"'],
		[{ open: { Monday: { from: '20:00', until: '08:00' } } }, 'Monday'],
		[{ open: { Monday: { from: '08:00' } } }, 'Monday'],
		[{ open: { Montag: { from: '08:00', until: '20:00' } } }, 'Montag'],
		[{ holidays: ['2026-12-25', '16.12.2026'] }, '16.12.2026'],
		[{ holidays: ['2026-02-30'] }, '2026-02-30'],
		[{ timeZone: 'Africa/Johannesberg' }, 'Africa/Johannesberg'],
		[{ timeZone: undefined }, 'timeZone'],
	])('names what it cannot read: %j', (hours, named) => {
		expect(now(hours).unreadable).toContain(named);
	});

	it.each([{ holidays: null }, { open: null }, { open: { Monday: null } }])(
		'says that it cannot read what is not there: %j',
		(hours) => expect(now(hours).unreadable).not.toBe(''),
	);

	it.each([
		['2026-11-23T05:59:59Z', false],
		['2026-11-23T06:00:00Z', true],
		['2026-11-23T17:59:59Z', true],
		['2026-11-23T18:00:00Z', false],
		['2026-11-24T10:00:00Z', false],
		['2026-11-26T21:59:59Z', false],
		['2026-11-26T22:00:00Z', true],
		['2026-11-27T21:59:59Z', true],
		['2026-12-16T10:00:00Z', false],
	])('at %s it may send: %s', (time, permitted) => {
		const clock = jest.useFakeTimers({ now: new Date(time) });
		expect(now({})).toEqual({ unreadable: '', permitted });
		clock.useRealTimers();
	});

	/** What Turn makes of the results of Send, whose rows are 11, 12 and so on. */
	function turnOf(results: Array<[result: string, accepted: boolean | null]>): IDataObject {
		const rows = results.map(([result, accepted], index) => ({
			json: { id: 11 + index, result, accepted, description: `Because of ${result}` },
		}));
		const { assignments } = parametersOf(FILE, 'Turn').assignments as unknown as {
			assignments: Array<{ name: string; value: string }>;
		};
		const known = { $: () => ({ all: () => rows, last: () => rows.at(-1) }), $json: rows[0]?.json };
		return Object.fromEntries(
			assignments.map(({ name, value }) => [
				name,
				runInNewContext(value.slice('={{'.length, -'}}'.length), known) as IDataObject,
			]),
		);
	}

	const stored = ({ results }: IDataObject) => (results as IDataObject[]).map(({ id }) => id);

	it.each(['NOT_SENT', 'INSUFFICIENT_CREDITS', 'ACCOUNT_LOCKED', 'TRIAL_NOT_TO_SELF'])(
		'%s leaves a row open, and what was refused behind it is stored in the turn that ends it',
		(open) => {
			const turn = turnOf([
				['BAD_DESTINATION', false],
				[open, false],
				['ACCEPTED', true],
				['BAD_DESTINATION', false],
				['UNCONFIRMED', null],
			]);
			expect(turn).toMatchObject({ firstRow: 11, firstOpenRow: 12, problem: `Because of ${open}` });
			expect(stored(turn)).toEqual([11, 13, 15]);
		},
	);

	it('stores each result but of what an earlier turn has sent, and closes the rows', () => {
		const turn = turnOf([
			['ALREADY_SENT', false],
			['ACCEPTED', true],
			['DUPLICATE', false],
			['OPTED_OUT', false],
		]);
		expect(turn).toMatchObject({ firstRow: 11, firstOpenRow: 15, problem: '' });
		expect(stored(turn)).toEqual([12, 14]);
	});
});

it.each([
	[{}, 'The till in Mill Road does not answer'],
	[{ body: { alert: 'Disk “C:” is full' } }, 'Disk “C:” is full'],
	[{ body: { alert: { host: 'db1' } } }, '{"host":"db1"}'],
	[{ body: { text: 'Disk full' } }, '{"text":"Disk full"}'],
	[{ body: { alert: 'x'.repeat(301) } }, 'x'.repeat(300)],
])('On-Call Escalation asks about what its webhook gets: %j', (item, alert) => {
	const made = valueOf('on-call-escalation.json', 'On Call', 'jsonOutput', item);
	expect(JSON.parse(String(made))).toMatchObject({ alert });
});

it.each([
	['vote: mary ann!', 'Mary Ann'],
	['O’Brien', "O'Brien"],
	['Vote Zoë', 'Zoë'],
	['Mary', undefined],
])('Short Code Votes reads %s', (text, choice) => {
	const choices = ['Mary Ann', "O'Brien", 'Zoë'];
	const vote = fieldsOf('short-code-votes.json', 'Read the Vote', { text, choices });
	expect(vote.choice).toBe(choice);
});
