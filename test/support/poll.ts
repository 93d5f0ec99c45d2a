import {
	createDeferredPromise,
	type IDataObject,
	type IDeferredPromise,
	type INode,
	type IPollFunctions,
} from 'n8n-workflow';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { signedIn, type Run, type Setup } from './context';
import { valueOf } from './parameters';

export interface PollSetup {
	url: string;
	parameters?: IDataObject;
	/** The data that n8n kept since the last poll; the node writes into it. */
	staticData?: IDataObject;
	mode?: 'manual' | 'trigger';
	/** ID of the workflow; each test has its own if absent. */
	workflow?: string;
	credentials?: Setup['credentials'];
	/** The n8n that polls; its durable scheduler if absent. */
	host?: Host;
	/** Which of the contexts that n8n has made for the node polls; its durable scheduler makes one each time. */
	registration?: string;
	/** Milliseconds that n8n gives the poll; its usual ones if absent. */
	budget?: number;
	/** The reason why n8n cannot begin an execution with the items; undefined if it can. */
	refusal?: (items: IDataObject[]) => Error | undefined;
	/** How n8n settles the receipt of an emission: with the run that has ended, with none, or never. */
	receipt?: 'run' | 'no run' | 'never';
	/** Called for each emission as it happens. */
	onEmit?: (items: IDataObject[]) => void;
	/** Called with the receipt of each emission. */
	onReceipt?: (receipt: Receipt) => void;
}

/** The object by which n8n says what became of an emission. */
export type Receipt = IDeferredPromise<object | undefined> | undefined;

/** n8n 1, n8n 2, and n8n 2 with its durable scheduler, which ends a poll after its budget. */
export type Host = 'n8n 1' | 'n8n 2' | 'durable';

/** The budgets that they name, in milliseconds. */
const BUDGETS: Record<Host, number | undefined> = {
	'n8n 1': undefined,
	'n8n 2': 300_000,
	durable: 36_000,
};

export interface Poll {
	/** The items that n8n began executions with, one array for each. */
	emitted: IDataObject[][];
	/** The items returned; null for none, undefined if the node threw. */
	returned: IDataObject[] | null | undefined;
	error: Run['error'];
	/** Errors recorded as failed executions without ending the poll. */
	recorded: Array<NonNullable<Run['error']>>;
}

/** Polls once as n8n would. */
export async function poll(setup: PollSetup): Promise<Poll> {
	const emitted: Poll['emitted'] = [];
	const recorded: Poll['recorded'] = [];
	const life = { isOver: false };
	const context = registered(setup, contextOf(setup, emitted, recorded, life));
	const result = { emitted, recorded };
	try {
		const output = await new MessagingGatewayTrigger().poll.call(context);
		const returned = output && (output[0] ?? []).map(({ json }) => json);
		return { ...result, returned, error: undefined };
	} catch (error) {
		return { ...result, returned: undefined, error: error as Poll['error'] };
	} finally {
		life.isOver = true;
	}
}

/** n8n makes a context once and polls with it again and again. */
const contexts = new Map<string, IPollFunctions>();

function registered(setup: PollSetup, context: IPollFunctions): IPollFunctions {
	const { host = 'durable', registration = 'first' } = setup;
	if (host === 'durable') return context;
	const key = `${String(context.getWorkflow().id)} ${registration}`;
	const known = contexts.get(key) ?? context;
	contexts.set(key, known);
	return Object.assign(known, context);
}

function contextOf(
	setup: PollSetup,
	emitted: Poll['emitted'],
	recorded: Poll['recorded'],
	life: { isOver: boolean },
): IPollFunctions {
	const { parameters = {}, staticData = {}, mode = 'trigger', host = 'durable' } = setup;
	const { budget = BUDGETS[host], receipt: settles = 'run' } = setup;
	const refuseInTests = () => {
		if (mode === 'manual') throw new Error('Overwrite PollContext.__emit function');
	};
	const { helpers, ...rest } = signedIn(setup.url, setup.credentials);
	return {
		...rest,
		helpers: { ...helpers, createDeferredPromise },
		...(budget !== undefined && { getPollBudgetMs: () => budget }),
		getMode: () => mode,
		getWorkflow: () => ({ id: setup.workflow ?? expect.getState().currentTestName, active: true }),
		getNode: () => ({ id: 'node', name: 'Messaging Gateway Trigger' }) as INode,
		// As n8n 2 does.
		getWorkflowStaticData: () => {
			if (life.isOver) throw new Error('Poll node read its static data outside of a poll');
			return staticData;
		},
		getNodeParameter: (name: string, fallback: unknown) =>
			valueOf({ events: ['reply'], ...parameters }, name, fallback),
		__emit: ([output = []]: Array<Array<{ json: IDataObject }>>, _: unknown, receipt: Receipt) => {
			refuseInTests();
			const items = output.map(({ json }) => json);
			setup.onReceipt?.(receipt);
			const refusal = setup.refusal?.(items);
			if (refusal) {
				receipt?.reject(refusal);
				return;
			}
			if (settles === 'no run') {
				receipt?.resolve(undefined);
				return;
			}
			emitted.push(items);
			setup.onEmit?.(items);
			if (settles === 'run') receipt?.resolve({ status: 'success' });
		},
		__emitError: (error: NonNullable<Run['error']>) => {
			refuseInTests();
			recorded.push(error);
		},
	} as unknown as IPollFunctions;
}
