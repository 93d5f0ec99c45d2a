import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { signedIn, type Run, type Setup } from './context';

export interface PollSetup {
	url: string;
	parameters?: IDataObject;
	/** The data that n8n kept since the last poll; the node writes into it. */
	staticData?: IDataObject;
	mode?: 'manual' | 'trigger';
	/** ID of the workflow; each has one first poll. */
	workflow?: string;
	/** The way the workflow was activated; by a person if absent. */
	activation?: 'activate' | 'init' | 'leadershipChange' | 'update';
	credentials?: Setup['credentials'];
	/** Milliseconds; absent for an n8n without a budget. */
	budget?: number;
	/** Called for each emission as it happens. */
	onEmit?: (items: IDataObject[]) => void;
}

export interface Poll {
	/** The items emitted before the end, one array for each emission. */
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
	const context = contextOf(setup, emitted, recorded);
	const result = { emitted, recorded };
	try {
		const output = await new MessagingGatewayTrigger().poll.call(context);
		const returned = output && (output[0] ?? []).map(({ json }) => json);
		return { ...result, returned, error: undefined };
	} catch (error) {
		return { ...result, returned: undefined, error: error as Poll['error'] };
	}
}

function contextOf(
	setup: PollSetup,
	emitted: Poll['emitted'],
	recorded: Poll['recorded'],
): IPollFunctions {
	const {
		parameters = {},
		staticData = {},
		mode = 'trigger',
		activation = 'activate',
		budget,
	} = setup;
	const refuseInTests = () => {
		if (mode === 'manual') throw new Error('Overwrite PollContext.__emit function');
	};
	return {
		...signedIn(setup.url, setup.credentials),
		...(budget !== undefined && { getPollBudgetMs: () => budget }),
		getMode: () => mode,
		getActivationMode: () => activation,
		getWorkflow: () => ({ id: setup.workflow ?? 'workflow', active: true }),
		getNode: () => ({ id: 'node', name: 'Messaging Gateway Trigger' }) as INode,
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (name: string, fallback: unknown) => {
			const value = { events: ['reply'], ...parameters }[name];
			if (typeof value === 'function') return (value as () => unknown)();
			return value === undefined ? fallback : value;
		},
		__emit: ([items = []]: Array<Array<{ json: IDataObject }>>) => {
			refuseInTests();
			emitted.push(items.map(({ json }) => json));
			setup.onEmit?.(items.map(({ json }) => json));
		},
		__emitError: (error: NonNullable<Run['error']>) => {
			refuseInTests();
			recorded.push(error);
		},
	} as unknown as IPollFunctions;
}
