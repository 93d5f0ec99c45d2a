import type { IDataObject, INode } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleFiles, readExample } from '../../sandbox/examples';
import { projectFolder } from '../../sandbox/folders';
import {
	fieldsOf,
	madeBy,
	nodeOf,
	outputOf,
	rowsOf,
	settingsIn,
	valueOf,
	valuesIn,
} from './exampleNodes';

const SCHEMAS = path.join(projectFolder, 'nodes/MessagingGateway/__schema__/v1.0.0');

/** The fields of the outputs of both nodes. */
const FIELDS = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => {
		const schema = readFileSync(path.join(SCHEMAS, file), 'utf8');
		return Object.keys((JSON.parse(schema) as { properties: object }).properties);
	});

/** What n8n's own nodes put out, and the trigger on some of its items. */
const OF_N8N = ['body', 'data', 'error', 'output'];
const OF_THE_TRIGGER = ['repeated', 'sample', 'unparsed', 'raw'];
const OF_EACH_ROW = ['id', 'createdAt', 'updatedAt'];

/** The columns of a node that makes a table. */
const columnsMade = ({ columns }: IDataObject): Array<{ name: string; type: string }> =>
	(columns as { column: Array<{ name: string; type: string }> }).column;

/** The columns of the tables that examples make, alone and with their types, by the names of the tables. */
function tables(): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const { parameters } of exampleFiles().flatMap<INode>((file) => readExample(file).nodes)) {
		if (parameters.resource !== 'table') continue;
		const columns = columnsMade(parameters).flatMap(({ name, type }) => [name, `${name} ${type}`]);
		const table = String(parameters.tableName);
		expect([table, found.get(table) ?? columns]).toEqual([table, columns]);
		found.set(table, columns);
	}
	return found;
}

interface RowNode {
	dataTableId: { value: string };
	filters?: { conditions?: Array<{ keyName: string }> };
	columns?: { value?: IDataObject; schema?: Array<{ id: string; type: string }> };
	orderByColumn?: string;
}

/** Fields that may hold nothing, by node and path. */
const EMPTY =
	/(left|right)Value$|: path$|: (documentId|sheetName)\.value$|Reopen Those in Doubt: columns\.value\.result$|Claim the Name: columns\.value\.turnAt$|Remember the Question: columns\.value\.messageId$/;

/** What n8n turns on by itself, and what only the editor reads. */
const OFF =
	/: columns\.|schema|\.attemptTo|multipleFiles$|appendAttribution$|To Send: .*caseSensitive$|waitForSubWorkflow$/;

const columnsNamed = ({ filters, columns, orderByColumn = 'id' }: RowNode): string[] => [
	...(filters?.conditions ?? []).map(({ keyName }) => keyName),
	...Object.keys(columns?.value ?? {}),
	...(columns?.schema ?? []).map(({ id, type }) => `${id} ${type}`),
	orderByColumn,
];

describe.each(exampleFiles())('%s', (file) => {
	const { nodes, connections } = readExample(file);
	const working = (nodes as INode[]).filter(({ type }) => !type.endsWith('.stickyNote'));
	const written = JSON.stringify(working.map(({ parameters }) => parameters));

	it('names columns that its tables have', () => {
		const there = tables();
		for (const { name, parameters } of working) {
			if (parameters.resource !== 'row') continue;
			const row = parameters as unknown as RowNode;
			const columns = [...(there.get(row.dataTableId.value) ?? []), ...OF_EACH_ROW];
			const unknown = columnsNamed(row).filter((column) => !columns.includes(column));
			expect([name, unknown]).toEqual([name, []]);
		}
	});

	const holding = (sought: unknown): string[] =>
		working.flatMap(({ name, parameters }) =>
			valuesIn(parameters)
				.filter(([, value]) => value === sought)
				.map(([path]) => `${name}: ${path}`),
		);

	it('leaves no field empty, and turns on what it names', () => {
		expect(holding('').filter((field) => !EMPTY.test(field))).toEqual([]);
		expect(holding(false).filter((field) => !OFF.test(field))).toEqual([]);
	});

	it('looks at all conditions, exactly', () => {
		const choices = [...written.matchAll(/"(matchType|typeValidation)":"([^"]*)"/g)];
		const others = choices.filter(([, , value = '']) => !/^(allConditions|strict)$/.test(value));
		expect(others).toEqual([]);
	});

	it('names nodes that it has', () => {
		const named = `${written}${JSON.stringify(connections)}`.matchAll(
			/\$\('([^']+)'\)|"node":"([^"]+)"/g,
		);
		const names = nodes.map(({ name }) => name);
		const unknown = [...named].map(([, one, other]) => one ?? other ?? '');
		expect(unknown.filter((name) => !names.includes(name))).toEqual([]);
	});

	it('reads fields that a node or a table has, or that it makes itself', () => {
		const READ = /(?:\$json|\bjson)\??\.(?:concatenated_)?(\w+)/g;
		const elsewhere = written
			.replace(/\\[nt]/g, ' ')
			.replace(READ, '')
			.split(/\W+/);
		const made = [...FIELDS, ...OF_N8N, ...OF_THE_TRIGGER, ...OF_EACH_ROW, ...elsewhere];
		const read = [...written.matchAll(READ)].map(([, name]) => name as string);
		expect(read.filter((name) => !made.includes(name))).toEqual([]);
	});

	it('has numbers that nobody has', () => {
		const numbers =
			JSON.stringify(nodes.map(({ parameters }) => parameters))
				.replace(/"id":"[^"]*"/g, '')
				.match(/\+?\b\d[\d ]{8,15}\d\b/g) ?? [];
		const ordinary = numbers.filter(
			(one) => !/^(\+?44 ?|0044 |0)?7700 ?900 ?\d{3}$|^9990000000/.test(one),
		);
		expect(ordinary).toEqual([]);
	});

	it('says first what to set by hand, and wants a sign-in at each form', () => {
		const [about] = nodes;
		expect(about?.parameters.content).toMatch(/^## .*\n\n\*\*By hand first:\*\*/);
		for (const { type, parameters } of working) {
			if (type.endsWith('.formTrigger')) expect(parameters.authentication).toBe('n8nUserAuth');
		}
	});
});

it('there are at most thirteen examples', () => {
	expect(exampleFiles().length).toBeLessThanOrEqual(13);
});

it('the table of results begins with the fields of Send', () => {
	const { properties } = JSON.parse(
		readFileSync(path.join(SCHEMAS, 'message/send.json'), 'utf8'),
	) as { properties: Record<string, { type: string }> };
	const fields = Object.entries(properties).map(([name, { type }]) => ({
		name,
		type: type === 'integer' ? 'number' : type,
	}));
	const table = nodeOf('campaign.json', 'Create SMS Messages').parameters;
	expect(columnsMade(table).slice(0, fields.length)).toEqual(fields);
});

/** File, node, the output an item leaves it by (or "-"), and the item. */
const BRANCHES = `
approval-by-sms       | Answer             | 0 | {"data":{"approved":true}}
approval-by-sms       | Answer             | 1 | {"data":{"approved":false}}
approval-by-sms       | Answer             | 2 | {"number":"1"}
ask-by-sms            | May Be Sent        | 0 | {"accepted":true}
ask-by-sms            | May Be Sent        | 0 | {"accepted":null}
ask-by-sms            | May Be Sent        | 1 | {"accepted":false}
ask-by-sms            | May Be Sent        | 1 | {"error":"x"}
ask-by-sms            | May Be an Answer   | 0 | {"optOut":false}
ask-by-sms            | May Be an Answer   | - | {"optOut":true}
ask-by-sms            | May Be an Answer   | - | {"optOut":false,"unparsed":true}
ask-by-sms            | May Be an Answer   | - | {"optOut":false,"sample":true}
ask-by-sms            | Is There One       | 0 | {"question":{"resumeUrl":"http://n8n"}}
ask-by-sms            | Is There One       | 1 | {"question":{}}
auto-reply-by-keyword | May Be Answered    | 0 | {"optOut":false}
auto-reply-by-keyword | May Be Answered    | - | {"optOut":true}
auto-reply-by-keyword | May Be Answered    | - | {"optOut":false,"unparsed":true}
auto-reply-by-keyword | May Be Answered    | - | {"optOut":false,"sample":true}
auto-reply-by-keyword | Keyword            | 0 | {"text":" 'Help!' "}
auto-reply-by-keyword | Keyword            | 1 | {"text":"hours please"}
auto-reply-by-keyword | Keyword            | 2 | {"text":"helpful"}
campaign              | Is All Right       | 0 | {"problem":""}
campaign              | Is All Right       | 1 | {"problem":"No column"}
campaign              | Start              | 0 | {"choice":"Start"}
campaign              | Start              | 1 | {"choice":"Discard"}
campaign              | Start              | 1 | {"fields":"Nobody has pressed in time"}
campaign              | Is It Ours         | 0 | {"execution":"7"}
campaign              | Is It Ours         | 1 | {"execution":"6"}
campaign              | What to Do         | 0 | {"step":"Check"}
campaign              | What to Do         | 1 | {"step":"Store"}
campaign              | What to Do         | 2 | {"step":"Pause"}
campaign              | What to Do         | 3 | {"step":"Go on"}
campaign              | What to Do         | 4 | {"step":"End"}
campaign              | What to Do         | 5 | {"step":"Send again to those in doubt"}
campaign              | What to Do         | 6 | {"step":"Delete"}
campaign              | What to Do         | 7 | {"step":"Show what became of it"}
campaign-send         | Permitted Now      | 0 | {"unreadable":"","permitted":true}
campaign-send         | Permitted Now      | - | {"unreadable":"","permitted":false}
campaign-send         | Permitted Now      | 1 | {"unreadable":"8-20","permitted":true}
campaign-send         | Is It New          | 1 | {"inDoubt":0,"trouble":"outage"}
campaign-send         | Is It New          | 0 | {"inDoubt":0,"trouble":"credits"}
campaign-send         | Is It New          | 0 | {"inDoubt":0,"trouble":""}
campaign-send         | Is It New          | 0 | {"inDoubt":1,"trouble":"outage"}
on-call-escalation    | Is It Taken        | 0 | {"data":{"approved":true}}
on-call-escalation    | Is It Taken        | 1 | {"data":{"approved":false}}
on-call-escalation    | Is It Taken        | 1 | {"alert":"x"}
replies-at-once       | Could Be Read      | 0 | {"text":"Yes"}
replies-at-once       | Could Be Read      | 1 | {"unparsed":true}
replies               | To a Message       | 0 | {"sentMessageId":"4711"}
replies               | To a Message       | - | {"sentMessageId":null}
replies               | STOP               | 0 | {"optOut":true}
replies               | STOP               | - | {"optOut":false}
replies               | STOP               | - | {"raw":"<"}
replies               | Taken Back         | 0 | {"deleted":true}
replies               | Taken Back         | - | {"deleted":false}
send-and-follow       | Accepted           | 0 | {"accepted":true}
send-and-follow       | Accepted           | - | {"accepted":false}
send-and-follow       | All Final?         | 0 | {"final":true}
send-and-follow       | All Final?         | 1 | {"final":false}
send-to-sheet-rows    | To Send            | 0 | {"number":7700900121,"result":""}
send-to-sheet-rows    | To Send            | - | {"number":" "}
send-to-sheet-rows    | To Send            | - | {"number":"number","result":"result"}
send-to-sheet-rows    | To Send            | - | {"number":"1","result":"ACCEPTED; UNCONFIRMED"}
send-to-sheet-rows    | To Send            | 0 | {"number":"1","result":"ACCEPTED; NOT_SENT"}
sms-assistant         | May Be Answered    | 0 | {"optOut":false}
sms-assistant         | May Be Answered    | - | {"optOut":true}
sms-assistant         | May Be Answered    | - | {"optOut":false,"unparsed":true}
sms-assistant         | May Be Answered    | - | {"optOut":false,"sample":true}
sms-assistant         | Knows the Answer   | 0 | {"text":"We are open"}
sms-assistant         | Knows the Answer   | 1 | {"text":"PERSON."}
sms-assistant         | Was Answered       | 0 | {"data":{"text":"Yes"}}
sms-assistant         | Was Answered       | 1 | {"data":{"text":""}}
sms-assistant         | Fewer Than Allowed | 0 | {"answersPerHour":2}
sms-assistant         | Fewer Than Allowed | 1 | {"answersPerHour":1}
`;

/** The cells of each line; a line about several nodes is one for each. */
const cellsOf = (table: string): string[][] =>
	table
		.trim()
		.split('\n')
		.map((line) => line.split(' | ').map((cell) => cell.trim()))
		.flatMap(([file = '', nodes = '', ...rest]) =>
			nodes.split(', ').map((node) => [file, node, ...rest]),
		);

/** The items of other nodes that conditions look at. */
const others = (item: IDataObject): Record<string, IDataObject[]> => ({
	'Last Alert': [{ trouble: 'outage' }],
	'Answers of This Hour': [{ number: '1' }],
	Settings: [item],
});

describe.each(exampleFiles())('%s goes on', (file) => {
	it('behind each If, Filter and Switch', () => {
		const nodes = readExample(file).nodes.filter(({ type }) => /\.(if|filter|switch)$/.test(type));
		for (const { name } of nodes) {
			const rows = cellsOf(BRANCHES).filter(([of, node]) => `${of}.json` === file && node === name);
			expect([name, rows.length > 1]).toEqual([name, true]);
			for (const [, , output, json = ''] of rows) {
				const item = JSON.parse(json) as IDataObject;
				const left = outputOf(file, name, { items: [item], outputs: others(item) });
				expect([name, json, String(left ?? '-')]).toEqual([name, json, output]);
			}
		}
	});
});

const SPRING = [{ campaign: 'spring' }];
const TURN = { 'First in Turn': SPRING };
const CALLED = { 'Work on Rows': SPRING };

/** File, node, the conditions of the rows that it takes, and how many in which order. */
const ROWS = `
ask-by-sms        | Store the Message ID, Forget the Question, Forget What Was Not Sent | execution eq 7
ask-by-sms        | Open Questions          | number eq 447700900123; all by id DESC
campaign-send     | Last Alert              | workflow eq Campaign: Send; 1
campaign-send     | Running Campaigns       | state eq running; all by turnAt ASC
campaign-send     | Take the Turn           | campaign eq spring
campaign-send     | Next Rows               | campaign eq spring, result isEmpty; 100 by id ASC
campaign-send     | None Left               | campaign eq spring, result isEmpty
campaign-send     | Finished                | campaign eq spring, state eq running
campaign-send     | Mark as Done            | campaign eq spring, id gte 11, id lte 14, result isEmpty
campaign-send     | Remember                | workflow eq Campaign: Send
campaign          | Same Name, Its State    | campaign eq spring; 1
campaign          | First of This Name      | campaign eq spring; 1 by id ASC
campaign          | Run, Give the Name Back | execution eq 7
campaign          | Campaigns               | ; all by id DESC
campaign          | Trouble                 | ; 1
campaign          | Pause, Go On, End, Delete Recipients, Delete Campaign | campaign eq spring
campaign          | Close Open Rows         | campaign eq spring, result isEmpty
campaign          | Reopen Those in Doubt   | campaign eq spring, result eq UNCONFIRMED
campaign          | Its Recipients          | campaign eq spring; all
campaign          | Its Messages            | reference like spring; all
delivery-tracking | Open Messages           | final isEmpty, messageId isNotEmpty, createdAt gte 2026-11-21T12:00:00.000Z; all
delivery-tracking | Store Status            | id eq 4
replies           | Latest Replies          | ; 1000 by id DESC
replies           | Write to Its Message    | messageId eq 4711
replies           | Close Open Rows         | number eq 447700900123, result isEmpty
replies           | Scheduled Messages      | number eq 447700900123, final isEmpty, messageId isNotEmpty, scheduledAt gt 2026-11-24T12:00:00.000Z; all
replies           | Store Deletion          | messageId eq 4712
sms-assistant     | Not Seen Before         | recordIds like r1
sms-assistant     | Answers of This Hour    | number eq 447700900124, createdAt gt 2026-11-24T11:00:00.000Z; all
verify-a-number   | Open Verification       | verification eq a, verified isEmpty, attempts lt 5, createdAt gte 2026-11-24T11:50:00.000Z; 1
verify-a-number   | Count the Attempt       | id eq 4, attempts eq 2
verify-a-number   | Use Up the Code         | id eq 4, hash eq 0af1, verified isEmpty
verify-a-number   | Delete Old Codes        | createdAt lt 2026-11-23T12:00:00.000Z
`;

const nodesWith = (holds: (node: INode) => boolean) =>
	exampleFiles().flatMap((file) =>
		(readExample(file).nodes as INode[])
			.filter(holds)
			.map(({ name }) => `${file.slice(0, -'.json'.length)} | ${name}`),
	);

describe('the rows of a table', () => {
	it('are told of each node that chooses some', () => {
		const told = cellsOf(ROWS).map(([file, node]) => `${file} | ${node}`);
		const choosing = ({ parameters: { resource, filters, limit, orderBy } }: INode): boolean =>
			resource === 'row' && Boolean(filters ?? limit ?? orderBy);
		expect(nodesWith(choosing).filter((node) => !told.includes(node))).toEqual([]);
	});

	it.each(cellsOf(ROWS))('%s: %s takes those that it is about', (file, node = '', taken) => {
		const body = { verification: 'a' };
		const from = '447700900123';
		const of4 = { id: 4, attempts: 2, sentMessageId: '4711', messageId: '4712', recordId: 'r1' };
		const item = { first: 11, last: 14, from, number: '447700900124', ...of4, body };
		const outputs = { ...TURN, ...CALLED, 'Campaign: New': SPRING };
		const given = {
			items: [item],
			outputs: { ...outputs, 'Hash of the Guess': [{ hash: '0af1' }] },
		};
		expect(rowsOf(`${file}.json`, node, given)).toBe(taken);
	});
});

it('Verify a Number counts and uses up no row where no code is open', () => {
	const outputs = { 'Hash of the Guess': [{ hash: '0af1' }] };
	const taken = (node: string) => rowsOf('verify-a-number.json', node, { outputs });
	expect(taken('Count the Attempt')).toBe('id eq 0, attempts eq 0');
	expect(taken('Use Up the Code')).toBe('id eq 0, hash eq 0af1, verified isEmpty');
});

/** File, node, and what people copy from it: how long, how often, how many, and what it does with messages. */
const SETTINGS = `
approval-by-sms       | Ask for Approval      | responseType approval, approvalType double, resumeAmount 45, resumeUnit minutes
ask-by-sms            | Send Question         | maxRecipients 1, onUnsupportedCharacters replace
ask-by-sms            | Wait for the Answer   | resumeAmount ={{ $('When Called').first().json.waitMinutes || 60 }}, resumeUnit minutes
auto-reply-by-keyword | Send Answer           | sendOnce
campaign-send         | Every Minute          | field minutes, minutesInterval 1
campaign-send         | Send SMS              | sendOnce, onUnsupportedCharacters replace, includeInputFields, failWhen never
campaign              | Campaign: New         | multipleFiles false, defaultValue 08:00-20:00, defaultValue 09:00-13:00, appendAttribution false
campaign              | Please Correct, Discarded, Started, Name Is Taken, What Became of It | resumeAmount 5, resumeUnit minutes
campaign              | Check                 | dryRun, sendOnce, onUnsupportedCharacters replace, includeInputFields, failWhen never
campaign              | What Was Found        | resumeAmount 1, resumeUnit days
campaign              | Campaign: Manage      | appendAttribution false
campaign              | Choose                | resumeAmount 1, resumeUnit hours
delivery-tracking     | Every Five Minutes    | field minutes, minutesInterval 5
delivery-tracking     | Get Status            | includeInputFields
on-call-escalation    | Ask                   | responseType approval, approvalType double, resumeAmount 10, resumeUnit minutes, onUnsupportedCharacters replace
replies-at-once       | Every Five Minutes    | field minutes, minutesInterval 5
send-and-follow       | Wait Two Seconds      | amount 2, unit seconds
send-and-follow       | All Final?            | rightValue 29
send-to-sheet-rows    | Send SMS              | defaultCountry GB, dryRun, sendOnce, includeInputFields, failWhen never
sms-assistant         | An Execution for Each | waitForSubWorkflow false
sms-assistant         | Settings              | value 5
sms-assistant         | Memory of This Number | contextWindowLength 10
sms-assistant         | Ask a Colleague       | responseType freeText, resumeAmount 8, resumeUnit hours, onUnsupportedCharacters replace
sms-assistant         | Send Answer           | onUnsupportedCharacters replace
verify-a-number       | Random                | stringLength 44
verify-a-number       | Store Hash            | attempts 0
verify-a-number       | Send Code             | defaultCountry GB, sendOnce, maxRecipients 1, maxParts 1, failWhen never
verify-a-number       | Every Night           | field cronExpression, expression 0 3 * * *
`;

it.each(cellsOf(SETTINGS))(
	'%s: %s has the settings that people copy',
	(file, node = '', settings) => {
		expect(settingsIn(nodeOf(`${file}.json`, node).parameters)).toBe(settings);
	},
);

it('the settings of each node that has some are told', () => {
	const told = cellsOf(SETTINGS).map(([file, node]) => `${file} | ${node}`);
	const some = nodesWith(
		({ type, parameters }) => !type.endsWith('.stickyNote') && settingsIn(parameters) !== '',
	);
	expect(some.filter((node) => !told.includes(node))).toEqual([]);
});

describe('Campaign: Send', () => {
	const FILE = 'campaign-send.json';
	const SETTINGS = { timeZone: 'Africa/Johannesburg', holidays: ['2026-12-16'] };
	const HOURS = { weekdays: '08:00-20:00', saturday: '09:00-24:00', sunday: '' };
	const at = (now: string, settings: IDataObject = {}, hours: IDataObject = {}) =>
		fieldsOf(FILE, 'Now', {
			now,
			items: [{ ...HOURS, ...hours }],
			outputs: { 'Hours and Holidays': [{ ...SETTINGS, ...settings }] },
		});

	it('knows the holidays of South Africa until the end of 2027', () => {
		const { holidays, warnBelow } = JSON.parse(
			String(nodeOf(FILE, 'Hours and Holidays').parameters.jsonOutput),
		) as { holidays: string[]; warnBelow: number };
		expect(warnBelow).toBe(500);
		expect(at('2027-12-27T10:00:00Z', { holidays })).toEqual({ unreadable: '', permitted: false });
		expect(at('2027-12-28T10:00:00Z', { holidays }).permitted).toBe(true);
		expect(at('2028-01-03T10:00:00Z', { holidays }).unreadable).toBe('holidays of 2028');
	});

	it.each([
		[{}, { weekdays: '8:00-20:00' }, '8:00-20:00'],
		[{}, { saturday: '20:00-08:00' }, '20:00-08:00'],
		[{}, { sunday: '08:00-24:30' }, '08:00-24:30'],
		[{ holidays: ['2026-12-25', '16.12.2026'] }, {}, '16.12.2026'],
		[{ holidays: ['2026-02-30'] }, {}, '2026-02-30'],
		[{ timeZone: 'Africa/Johannesberg' }, {}, 'Africa/Johannesberg'],
	])('names what it cannot read: %j %j', (settings, hours, named) => {
		expect(at('2026-11-24T12:00:00Z', settings, hours).unreadable).toContain(named);
	});

	it.each([
		['2026-11-23T05:59:59Z', false],
		['2026-11-23T06:00:00Z', true],
		['2026-11-23T17:59:59Z', true],
		['2026-11-23T18:00:00Z', false],
		['2026-11-28T06:59:59Z', false],
		['2026-11-28T21:59:59Z', true],
		['2026-11-29T10:00:00Z', false],
		['2026-12-16T10:00:00Z', false],
	])('at %s it may send: %s', (now, permitted) => {
		expect(at(now)).toEqual({ unreadable: '', permitted });
	});

	/** What Turn makes of the results of Send, whose rows are 11, 12 and so on. */
	function turnOf(results: Array<[result: string, accepted: boolean | null]>): IDataObject {
		const rows = results.map(([result, accepted], index) => {
			const of = { id: 11 + index, number: String(index) };
			return { ...of, result, accepted, description: `Because of ${result}` };
		});
		const { jsonOutput } = nodeOf(FILE, 'Turn').parameters;
		return JSON.parse(
			JSON.stringify(valueOf(jsonOutput, { outputs: { 'Send SMS': rows } })),
		) as IDataObject;
	}
	const stored = ({ results }: IDataObject) =>
		(results as IDataObject[]).map(({ number }) => 11 + Number(number));

	it.each(['NOT_SENT', 'INSUFFICIENT_CREDITS', 'ACCOUNT_LOCKED', 'TRIAL_NOT_TO_SELF'])(
		'%s leaves a row open; the results of the others are stored, and their rows done',
		(open) => {
			const turn = turnOf([
				['ACCEPTED', true],
				['ACCEPTED', true],
				[open, false],
				['ACCEPTED', true],
				['UNCONFIRMED', null],
				['UNCONFIRMED', null],
			]);
			expect(turn).toMatchObject({ inDoubt: 2, problem: `Because of ${open}` });
			expect(stored(turn)).toEqual([11, 12, 14, 15, 16]);
			expect(turn.done).toEqual([
				{ first: 11, last: 12, result: 'ACCEPTED' },
				{ first: 14, last: 14, result: 'ACCEPTED' },
				{ first: 15, last: 16, result: 'UNCONFIRMED' },
			]);
		},
	);

	it('stores each result but of what an earlier turn has sent', () => {
		const turn = turnOf([
			['ALREADY_SENT', false],
			['ACCEPTED', true],
			['DUPLICATE', false],
			['OPTED_OUT', false],
		]);
		expect(turn).toMatchObject({ inDoubt: 0, problem: '' });
		expect(stored(turn)).toEqual([12, 14]);
		expect((turn.done as IDataObject[]).map(({ result }) => result)).toEqual([
			'ALREADY_SENT',
			'ACCEPTED',
			'DUPLICATE',
			'OPTED_OUT',
		]);
	});

	it.each([
		[{ problem: 'No credits.', inDoubt: 0 }, 3, 'notSent', /^No credits\. What was not sent/],
		[{ problem: '', inDoubt: 0 }, 499, 'credits', /^Only 499 credits/],
		[
			{ problem: '', inDoubt: 2 },
			500,
			'',
			/^2 people of spring may have the SMS or not .* It is over/,
		],
		[{ problem: '', inDoubt: 0 }, 500, '', /^It is over/],
	])('says how a turn ended: %j with %s credits', (turn, credits, trouble, message) => {
		const outputs = {
			...TURN,
			'Get Balance': [{ credits }],
			'Hours and Holidays': [{ warnBelow: 500 }],
			'Last Alert': [{ trouble: 'outage' }],
		};
		const said = fieldsOf(FILE, 'After the Turn', { items: [turn], outputs });
		expect(said).toMatchObject({ trouble, message: expect.stringMatching(message) as string });
	});
});

describe('Campaign: New', () => {
	const FORM = {
		campaign: 'spring',
		text: 'Dear {Name} of { city }',
		weekdays: '08:00-20:00',
		saturday: ' 09:00 - 13:00',
		sunday: '',
	};
	const people = (file: IDataObject[], form: IDataObject = {}, sameName: IDataObject = {}) => {
		const outputs = {
			'Work on Rows': [{ ...FORM, ...form }],
			'Read File': file,
			'Same Name': [sameName],
		};
		return madeBy('campaign.json', 'People', { outputs });
	};

	it('fills the text from the columns, and reads UTF-8 that n8n took for something else', () => {
		expect(
			people([
				{ name: 'ZoÃ«', 'Cell Number': 7700900101, City: 'KÃ¶ln' },
				{ name: "$& $' {city}", 'Cell Number': '+44 7700 900102', City: '' },
			]),
		).toEqual([
			{ campaign: 'spring', name: 'Zoë', number: '7700900101', text: 'Dear Zoë of Köln' },
			{
				campaign: 'spring',
				name: "$& $' {city}",
				number: '+44 7700 900102',
				text: "Dear $& $' {city} of ",
			},
		]);
	});

	it('leaves a sheet of Excel as it is', () => {
		expect(people([{ name: 'Zoë', phone: '1', city: 'Köln' }])).toMatchObject([
			{ text: 'Dear Zoë of Köln' },
		]);
	});

	it.each([
		['No column of the file is called number', [{ error: 'The file is not in xlsx format' }], {}],
		['No column of the file is called number', [{ '\u0089PNG': 'x' }], {}],
		['No column of the file is called number', [{}], {}],
		['no column "a". It has: name, phone', [{ name: 'A', phone: '1' }], { text: 'Hi {a}' }],
		['"8-20" cannot be read', [{ phone: '1' }], { weekdays: '8-20' }],
		['no hours', [{ phone: '1' }], { weekdays: '', saturday: '' }],
		['letters, digits', [{ phone: '1' }], { campaign: '<b>' }],
	])('says what to correct: %s', (problem, file, form) => {
		expect(people(file, form)).toEqual([{ problem: expect.stringContaining(problem) as string }]);
	});

	it('takes each name once', () => {
		expect(people([{ phone: '1' }], {}, { id: 4 })[0]?.problem).toContain(
			'There is a campaign spring already',
		);
	});

	const person = (name: string, last: number, text: string, parts = 1): IDataObject => ({
		...{ name, recipient: String(last), number: `44770090010${last}`, text, parts },
		result: 'DRY_RUN',
	});
	const wrong = { recipient: 'x', number: null, text: '', parts: 1, description: 'Too short' };
	const CHECKED: IDataObject[] = [
		person('A', 1, 'Hi A'),
		person('<B>', 2, "It costs $'", 2),
		person('C', 3, 'Hi C'),
		...Array.from({ length: 12 }, (_, index) => {
			return { ...wrong, name: `D${index}`, result: 'BAD_DESTINATION' };
		}),
	];
	const found = (balance: IDataObject): IDataObject => {
		const outputs = {
			'Work on Rows': [FORM],
			People: [{}],
			Check: CHECKED,
			'Opted Out': [{ number: '447700900103' }],
			'Get Balance': [balance],
		};
		return madeBy('campaign.json', 'Findings', { outputs })[0] as IDataObject;
	};

	it('makes a row of each number, and leaves out who has opted out', () => {
		const { people, rows } = found({ credits: 2 });
		const stored = madeBy('campaign.json', 'Rows', { outputs: { 'Work on Rows': [{ rows }] } });
		expect([people, stored.length]).toEqual([15, 15]);
		expect(stored.slice(0, 4)).toMatchObject([
			{ campaign: 'spring', again: '', name: 'A', number: '447700900101', result: '' },
			{ name: '<B>', text: "It costs $'", result: '' },
			{ result: 'OPTED_OUT' },
			{ result: 'BAD_DESTINATION', description: 'Too short' },
		]);
	});

	it.each([
		[{ credits: 2 }, 'You have 2 credits. <b>1 are missing.</b>'],
		[{ error: 'No answer' }, 'could not be read: No answer'],
	])('shows what was found: %j', (balance, says) => {
		const fields = String(found(balance).fields);
		expect(fields).not.toContain('$');
		const [{ html = '' } = {}, { fieldOptions } = {}] = JSON.parse(fields) as Array<{
			html?: string;
			fieldOptions?: object;
		}>;
		for (const part of [
			'<b>2 messages</b>',
			'<b>3 credits</b>',
			says,
			'Opted out: 1',
			'Not a telephone number: 12',
			'and 2 more',
			'&lt;B&gt; +447700900102',
			"It costs $'",
		]) {
			expect(html).toContain(part);
		}
		expect(fieldOptions).toEqual({ values: [{ option: 'Start' }, { option: 'Discard' }] });
	});
});

it('Campaign: Manage says what became of each, with names', () => {
	const person = (name: string, number: string, result: string, description = '') => {
		return { campaign: 'spring', name, number, result, description };
	};
	const message = (number: string, more: object) => ({ reference: 'spring', number, ...more });
	const outputs = {
		...CALLED,
		'Its State': [{ state: 'running' }],
		'Its Recipients': [
			person('Amina', '1', 'ACCEPTED'),
			person('Bongani', '2', 'ACCEPTED'),
			person('Carla', '3', 'ACCEPTED'),
			person('David', '4', 'UNCONFIRMED'),
			person('Eve', '5', 'ALREADY_SENT'),
			person('Farai', '6', 'OPTED_OUT', 'Opted out by a reply'),
			person('Grace', '1', 'DUPLICATE', 'Twice'),
			person('Hal', '8', ''),
			{ ...person('Ines', '9', 'ACCEPTED'), again: ' again 1' },
		],
		'Its Messages': [
			message('1', {
				accepted: true,
				status: 'DELIVERED',
				final: true,
				reply: 'Yes, <b>please</b>',
			}),
			message('2', { accepted: true, status: 'SENDINGFAILED', final: true }),
			message('3', { accepted: true }),
			message('9', { accepted: true, reference: 'spring again 1' }),
			message('4', { accepted: null, result: 'UNCONFIRMED', description: 'Nobody knows' }),
		] as IDataObject[],
	};
	const page = String(madeBy('campaign.json', 'Overview', { outputs })[0]?.page);
	const text = page
		.replace(/<style>.*<\/style>/, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/&nbsp;/g, '')
		.replace(/\s+/g, ' ');
	expect(text).toContain(
		'Sent 4 delivered 1 failed on the way 1 no report yet 2 replied 1 In doubt 2 Opted out 1 Left out 1 Not sent yet 1',
	);
	for (const part of [
		'Replied: 1 Amina +1 Yes, &lt;b&gt;please',
		'David +4 Nobody knows Eve +5 ALREADY_SENT',
		'Bongani +2 SENDINGFAILED',
		'Farai +6 Opted out by a reply',
		'Grace +1 Twice',
		'Not sent yet: 1 Hal',
	]) {
		expect(text).toContain(part);
	}
});

it('Replies stores each reply once', () => {
	const outputs = {
		'New Reply': [
			{ event: 'reply', recordId: 'a', from: '1', text: 'Yes, please' },
			{ event: 'reply', recordId: 'b', from: '2', text: '', repeated: true },
		],
		'Latest Replies': [{ recordId: 'b' }],
	};
	expect(JSON.parse(JSON.stringify(fieldsOf('replies.json', 'New Ones', { outputs })))).toEqual({
		replies: [{ recordId: 'a', from: '1', text: 'Yes, please' }],
	});
});

it.each([
	[{}, 'The till in Mill Road does not answer'],
	[{ body: { alert: 'Disk “C:” is full' } }, 'Disk “C:” is full'],
	[{ body: { alert: { host: 'db1' } } }, '{"host":"db1"}'],
	[{ body: { text: 'Disk full' } }, '{"text":"Disk full"}'],
	[{ body: { alert: 'x'.repeat(301) } }, 'x'.repeat(300)],
])('On-Call Escalation asks about what its webhook gets: %j', (item, alert) => {
	const { jsonOutput } = nodeOf('on-call-escalation.json', 'On Call').parameters;
	const made = valueOf(jsonOutput, { items: [item] });
	expect(JSON.parse(String(made))).toMatchObject({ alert });
});
