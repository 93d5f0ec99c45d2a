import fc from 'fast-check';
import type { IDataObject, INode, ITriggerFunctions } from 'n8n-workflow';
import { EVENTS } from '../../nodes/MessagingGateway/events/choice';
import type { Event } from '../../nodes/MessagingGateway/events/event';
import { statusChanges, type Memory } from '../../nodes/MessagingGateway/events/statusMemory';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import type { MessageStatus } from '../../nodes/MessagingGateway/gateway/operations/getStatus';
import { hurry, setUpClock, skip } from '../support/fastTime';
import { poll, type Receipt } from '../support/poll';
import { runs } from '../support/runs';

jest.mock('../../nodes/MessagingGateway/host/delay', () =>
	jest.requireActual('../support/fastTime'),
);
beforeEach(setUpClock);
beforeEach(hurry);
afterEach(() => jest.restoreAllMocks());

const IDS = ['1', '2', '3'];

/** The gateway: the codes of its messages, and the records that it still holds. */
class Gateway {
	readonly codes = new Map<string, number>();
	lastCode = 1000;
	records: string[] = [];
	handedOut: string[] = [];
	isFailing = false;
}

let gateway = new Gateway();

const statusOf = (code: number): MessageStatus => ({
	status: 'SENT',
	statusCode: code,
	phase: 'sent',
	description: '',
	final: false,
	delivered: false,
	statusAt: null,
});

/** An event that compares what the gateway says with its memory. */
const comparing: Event = {
	option: { name: 'changes', value: 'changes' },
	subject: 'Changes',
	isOnceOnly: false,
	read: async ({ memory }) => {
		const { isFailing, codes } = gateway;
		const statuses = new Map([...codes].map(([id, code]) => [id, statusOf(code)] as const));
		const { items, found } = statusChanges(
			(memory ?? {}) as Memory,
			IDS,
			isFailing ? new Map() : statuses,
		);
		return await Promise.resolve({
			items,
			...(!isFailing && { memory: found }),
			failure: isFailing ? failure('connectionBroken') : null,
			arrived: !isFailing,
		});
	},
};

/** An event whose records the gateway returns once. */
const takingOnce: Event = {
	option: { name: 'records', value: 'records' },
	subject: 'Records',
	isOnceOnly: true,
	read: async () => {
		const items = gateway.records.map((text) => ({ event: 'records', recordId: text }));
		gateway.handedOut.push(...gateway.records);
		gateway.records = [];
		return await Promise.resolve({ items, failure: null, arrived: true });
	},
};

const added = [comparing, takingOnce];
beforeAll(() => void EVENTS.push(...added));
afterAll(() => void EVENTS.splice(-added.length));

/** What becomes of an emission: n8n stores it or not, and says so, says otherwise, or says it late. */
type Fate = 'stored' | 'refused' | 'stored, said to be refused' | 'open' | 'refused after a poll';

/** n8n: what it stored in executions, and the state of the trigger. */
class N8n {
	/** All items that it was given, and those that it stored. */
	readonly given: IDataObject[] = [];
	readonly executions: IDataObject[] = [];
	readonly log: IDataObject[] = [];
	/** Refusals that come after the next poll. */
	private late: Array<() => void> = [];
	/** Meanwhile n8n refuses at once: the trigger waits five seconds for it, here five milliseconds. */
	private isStopping = false;
	private process = 0;
	private memory: IDataObject = {};
	private database: IDataObject = {};

	constructor(private readonly name: string) {}

	private get workflow(): string {
		return `${this.name} ${this.process}`;
	}

	async poll(fates: Fate[], minutes = 1): Promise<void> {
		skip(minutes * 60_000);
		const due = this.late;
		this.late = [];
		const left = [...fates];
		const { process } = this;
		const receipts: Receipt[] = [];
		await poll({
			url: 'http://127.0.0.1:1',
			workflow: this.workflow,
			host: 'n8n 2',
			parameters: { events: added.map(({ option }) => option.value) },
			staticData: this.memory,
			receipt: 'never',
			onReceipt: (receipt) => receipts.push(receipt),
			onEmit: (items) => {
				if (process === this.process) this.take(items, left.shift() ?? 'stored', receipts.at(-1));
			},
		});
		due.forEach((refusal) => refusal());
		await new Promise(setImmediate);
	}

	private take(items: IDataObject[], fate: Fate, receipt: Receipt): void {
		const refuse = (): void => receipt?.reject(new Error('Connection terminated'));
		this.database = structuredClone(this.memory);
		this.given.push(...items);
		if (fate.startsWith('stored') || fate === 'open') this.executions.push(...items);
		if (fate === 'stored') receipt?.resolve({ status: 'success' });
		if (fate === 'refused after a poll' && !this.isStopping) this.late.push(refuse);
		else if (fate.includes('refused')) refuse();
	}

	private refuse(): void {
		const refusals = this.late;
		this.late = [];
		refusals.forEach((refusal) => refusal());
	}

	/** Ends the process by force, and starts another. What it had not stored is lost. */
	kill(): void {
		this.late = [];
		this.start();
	}

	private start(): void {
		this.process += 1;
		this.memory = structuredClone(this.database);
	}

	/** Ends the process in good order, and starts another. */
	async restart(): Promise<void> {
		const context = {
			getWorkflow: () => ({ id: this.workflow }),
			getNode: () => ({ id: 'node', name: 'Trigger' }) as INode,
			logger: {
				error: (line: string) => {
					if (line.startsWith('{')) this.log.push(JSON.parse(line) as IDataObject);
				},
			},
		} as unknown as ITriggerFunctions;
		const { closeFunction } = await new MessagingGatewayTrigger().trigger.call(context);
		this.isStopping = true;
		this.refuse();
		await new Promise(setImmediate);
		await closeFunction?.();
		this.isStopping = false;
		this.start();
	}
}

const fate = fc.constantFrom<Fate>(
	'stored',
	'refused',
	'stored, said to be refused',
	'open',
	'refused after a poll',
);
const step = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			/** IDs of messages that have another code now. */
			changes: fc.array(fc.constantFrom(...IDS), { maxLength: 3 }),
			records: fc.nat({ max: 2 }),
			isFailing: fc.boolean(),
			fates: fc.array(fate, { maxLength: 4 }),
		}),
	},
	{ weight: 1, arbitrary: fc.constant('restart' as const) },
	{ weight: 1, arbitrary: fc.constant('kill' as const) },
);

let run = 0;

/** Lives through the steps, and then through polls in which all goes well. */
async function live(steps: Array<typeof step extends fc.Arbitrary<infer Step> ? Step : never>) {
	gateway = new Gateway();
	const n8n = new N8n(`run ${(run += 1)}`);
	for (const one of steps) {
		if (one === 'restart') await n8n.restart();
		if (one === 'kill') n8n.kill();
		if (typeof one === 'string') continue;
		for (const id of one.changes) gateway.codes.set(id, (gateway.lastCode += 1));
		for (let count = 0; count < one.records; count += 1) {
			gateway.records.push(`${gateway.handedOut.length + gateway.records.length}`);
		}
		gateway.isFailing = one.isFailing;
		await n8n.poll(one.fates);
	}
	gateway.isFailing = false;
	for (let count = 0; count < 3; count += 1) await n8n.poll([], 15);
	return n8n;
}

const changesOf = (items: IDataObject[], id: string): IDataObject[] =>
	items.filter(({ messageId }) => messageId === id);

const course = fc.array(step, { minLength: 1, maxLength: 12 });

it('whatever n8n refuses, and whenever: without a kill nothing is lost, and what comes twice is marked', async () => {
	await fc.assert(
		fc.asyncProperty(course, async (steps) => {
			const { given, executions, log } = await live(steps);
			const found = [...executions, ...log];
			for (const id of IDS) {
				const codes = changesOf(given, id)
					.filter(({ repeated }) => repeated !== true)
					.map(({ statusCode }) => statusCode);
				expect(codes).toEqual([...new Set(codes)]);
			}
			const records = executions.filter(({ event }) => event === 'records');
			const unmarked = records
				.filter(({ repeated }) => repeated !== true)
				.map(({ recordId }) => recordId);
			expect(unmarked).toEqual([...new Set(unmarked)]);
			if (steps.includes('kill')) return;
			for (const [id, code] of gateway.codes) {
				expect(changesOf(found, id).map(({ statusCode }) => statusCode)).toContain(code);
			}
			const recordIds = found.map(({ recordId }) => recordId);
			expect(recordIds).toEqual(expect.arrayContaining(gateway.handedOut));
		}),
		{ numRuns: runs(1500) },
	);
}, 120_000);

it('a restart without a change gives nothing, however often', async () => {
	await fc.assert(
		fc.asyncProperty(course, async (steps) => {
			const n8n = await live(steps);
			const { length } = n8n.given;
			for (let count = 0; count < 3; count += 1) {
				await n8n.restart();
				await n8n.poll([]);
			}
			expect(n8n.given).toHaveLength(length);
		}),
		{ numRuns: runs(100) },
	);
}, 120_000);
