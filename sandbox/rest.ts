import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { ExecutionData } from './execution';
import { SandboxFailure } from './failure';
import { until } from './until';

/** The person who signs in at the editor of a private n8n. */
export interface Owner {
	email: string;
	password: string;
}

/** An execution as n8n lists it. */
export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	/** ISO 8601, as is the next; that one only where it has ended. */
	startedAt: string;
	stoppedAt: string;
}

/** A hundred executions; n8n 1 names no cursor for the next ones. */
interface ExecutionPage {
	results: ExecutionSummary[];
	nextCursor?: string | null;
}

/** An execution with everything its nodes put out. */
export interface Execution extends ExecutionSummary {
	data: ExecutionData;
}

/** A workflow as n8n stores it; other properties are passed on as they are. */
export interface Workflow extends IDataObject {
	id: string;
	name: string;
	versionId: string;
}

/** How far n8n 2 has come with starting the triggers of a workflow. */
interface PublicationStatus {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

const RUNNING = new Set(['new', 'running', 'waiting']);
const PUBLISHED: PublicationStatus = { status: 'published', triggers: [] };
const PUBLICATION_MILLISECONDS = 60_000;
const ROWS_OF_A_PAGE = 250;

/** n8n 1 sets the status a moment before it stores the data: then those from before are still there. */
const hasItsData = ({ status, data }: Execution): boolean => {
	const isOld = status === 'success' && data?.executionData?.nodeExecutionStack?.length;
	return data?.resultData !== undefined && !isOld;
};

/** A client of the interface that the editor calls, signed in as one person. */
export class RestClient {
	private cookie = '';
	/** n8n ties a session to the browser that opened it. */
	private readonly browserId = randomUUID();

	constructor(private readonly address: string) {}

	/** Creates the owner of a new n8n, and signs in as that person. */
	async setUpOwner(owner: Owner): Promise<void> {
		await this.send('POST', '/owner/setup', { ...owner, firstName: 'Sandbox', lastName: 'Owner' });
	}

	/** Stores a credential and returns its ID. */
	async createCredential(name: string, type: string, data: IDataObject): Promise<string> {
		const created = await this.send<{ id: string }>('POST', '/credentials', { name, type, data });
		return created.id;
	}

	/** Runs the test of a stored credential as its dialog does, on the data that the dialog holds. */
	testCredential(
		id: string,
		type: string,
		data: IDataObject,
	): Promise<{ status: string; message: string }> {
		return this.send('POST', '/credentials/test', {
			credentials: { id, name: 'Trial', type, data },
		});
	}

	/** The fields that the editor shows for an operation which has not run yet; throws if it knows none. */
	async outputFields(type: string, { resource, operation }: IDataObject): Promise<string[]> {
		const path = `/schemas/${type}/1.0.0/${String(resource)}/${String(operation)}.json`;
		const schema = await this.get<{ properties: object }>(path);
		return Object.keys(schema.properties);
	}

	/** Stores a workflow; n8n gives it an ID of its own. */
	createWorkflow(workflow: IDataObject): Promise<Workflow> {
		return this.send<Workflow>('POST', '/workflows', workflow);
	}

	/** Reads one workflow. */
	workflow(id: string): Promise<Workflow> {
		return this.send<Workflow>('GET', `/workflows/${id}`);
	}

	/** Starts the triggers of a workflow and waits for each; throws if one does not start, with why. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		try {
			await this.send('POST', `/workflows/${id}/activate`, { versionId });
		} catch (error) {
			// n8n 1 has no such address.
			if (!(error instanceof RestFailure) || error.status !== 404) throw error;
			await this.send('PATCH', `/workflows/${id}`, { active: true, versionId });
			return;
		}
		await this.published(id);
	}

	/** Stops the triggers of a workflow. */
	async deactivate(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		try {
			await this.send('POST', `/workflows/${id}/deactivate`, { versionId });
		} catch (error) {
			if (!(error instanceof RestFailure) || error.status !== 404) throw error;
			await this.send('PATCH', `/workflows/${id}`, { active: false, versionId });
		}
	}

	/** Presses Execute Workflow; returns the ID of the execution. */
	async run(id: string, trigger: string): Promise<string> {
		return await this.begin(id, { triggerToStartFrom: { name: trigger } });
	}

	/** Presses Fetch Test Event on a trigger; returns the ID of the execution. */
	async fetchTestEvent(id: string, trigger: string): Promise<string> {
		return await this.begin(id, { destinationNode: { nodeName: trigger, mode: 'inclusive' } });
	}

	/** Changes parameters of a node, and publishes them if the workflow is active. */
	async changeNode(id: string, node: string, parameters: IDataObject): Promise<void> {
		const { active, versionId, nodes, connections } = await this.workflow(id);
		for (const one of nodes as IDataObject[]) {
			if (one.name === node) Object.assign(one.parameters as IDataObject, parameters);
		}
		await this.send('PATCH', `/workflows/${id}`, { versionId, nodes, connections });
		if (active) await this.activate(id);
	}

	/** Pins items to nodes, by their names, which executions by hand then put out. */
	async pin(id: string, pinData: Record<string, INodeExecutionData[]>): Promise<void> {
		const { versionId, nodes, connections } = await this.workflow(id);
		await this.send('PATCH', `/workflows/${id}`, { versionId, nodes, connections, pinData });
	}

	/** Cancels a running execution. */
	async cancel(executionId: string): Promise<void> {
		await this.send('POST', `/executions/${executionId}/stop`);
	}

	/** Presses Retry on a failed execution, with the workflow as it was then. */
	async retry(executionId: string): Promise<void> {
		await this.send('POST', `/executions/${executionId}/retry`, { loadWorkflow: false });
	}

	/** The rows of a data table in the order of their IDs; empty if there is no such table. */
	async dataTableRows(name: string): Promise<IDataObject[]> {
		const address = await this.rowsOf(name);
		const rows: IDataObject[] = [];
		while (address !== undefined) {
			const query = `sortBy=id:asc&take=${ROWS_OF_A_PAGE}&skip=${rows.length}`;
			const page = await this.send<{ data: IDataObject[] }>('GET', `${address}?${query}`);
			rows.push(...page.data);
			if (page.data.length < ROWS_OF_A_PAGE) break;
		}
		return rows;
	}

	/** The number of rows of a data table that have a value in a column. */
	async countDataTableRows(name: string, columnName: string, value: unknown): Promise<number> {
		const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
		const query = new URLSearchParams({ take: '1', filter: JSON.stringify(filter) });
		const address = `${await this.rowsOf(name)}?${query.toString()}`;
		return (await this.send<{ count: number }>('GET', address)).count;
	}

	/** The address of the rows of a data table; undefined if there is no such table. */
	private async rowsOf(name: string): Promise<string | undefined> {
		const tables = await this.dataTables();
		const { data: found } = await this.send<{ data: Array<{ id: string; name: string }> }>(
			'GET',
			tables,
		);
		const table = found.find((one) => one.name === name);
		return table && `${tables}/${table.id}/rows`;
	}

	/** The executions of a workflow, the newest first; in n8n 1 the newest hundred. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '100' });
		const found: ExecutionSummary[] = [];
		let cursor: string | null | undefined;
		do {
			if (cursor) query.set('cursor', cursor);
			const page = await this.send<ExecutionPage>('GET', `/executions?${query.toString()}`);
			found.push(...page.results);
			cursor = page.nextCursor;
		} while (cursor);
		return found;
	}

	/** One execution with its data, as far as it is stored. */
	async execution(id: string): Promise<Execution> {
		const found = await this.send<ExecutionSummary & { data: string }>('GET', `/executions/${id}`);
		return { ...found, data: parse(found.data) as ExecutionData };
	}

	/** Waits until an execution has succeeded or failed, and returns it with its data. */
	async finished(id: string, milliseconds = 60_000): Promise<Execution> {
		return until(
			async () => {
				const execution = await this.execution(id);
				return !RUNNING.has(execution.status) && hasItsData(execution) && execution;
			},
			milliseconds,
			`Execution ${id} did not end`,
		);
	}

	private async begin(id: string, what: IDataObject): Promise<string> {
		const { executionId } = await this.send<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			// n8n 1 runs what it is sent; n8n 2 runs what it has stored.
			{ ...what, workflowData: await this.workflow(id), startNodes: [] },
		);
		return executionId;
	}

	/** n8n 2 answers before the triggers are started, and tries five times in 15 seconds. */
	private async published(id: string): Promise<void> {
		const { status, triggers } = await until(
			async () => {
				const publication = (await this.publication(id)) ?? PUBLISHED;
				return publication.status !== 'in_progress' && publication;
			},
			PUBLICATION_MILLISECONDS,
			`n8n did not start workflow ${id}`,
		);
		if (status === 'published') return;
		const reason = triggers.find(({ errorMessage }) => errorMessage)?.errorMessage;
		throw new SandboxFailure(`n8n did not start workflow ${id} (${status}): ${reason ?? ''}`);
	}

	/** Undefined in n8n 1, which answers only after it has started the triggers. */
	private async publication(id: string): Promise<PublicationStatus | undefined> {
		try {
			return await this.send('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (error instanceof RestFailure && error.status === 404) return undefined;
			throw error;
		}
	}

	private async dataTables(): Promise<string> {
		const project = await this.send<{ id: string }>('GET', '/projects/personal');
		return `/projects/${project.id}/data-tables`;
	}

	/** Reads a file of the editor, which is outside the interface. */
	private async get<Result>(path: string): Promise<Result> {
		const response = await fetch(`${this.address}${path}`, { headers: this.headers() });
		if (!response.ok) throw new RestFailure(`GET ${path}`, response.status, '');
		return (await response.json()) as Result;
	}

	private async send<Result>(method: string, path: string, body?: IDataObject): Promise<Result> {
		const response = await fetch(`${this.address}/rest${path}`, {
			method,
			headers: this.headers(),
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new RestFailure(`${method} ${path}`, response.status, text);
		this.keepCookie(response);
		return (JSON.parse(text) as { data: Result }).data;
	}

	private headers(): Record<string, string> {
		return {
			'content-type': 'application/json',
			'browser-id': this.browserId,
			cookie: this.cookie,
			// n8n may close an idle connection at the moment it is used again.
			connection: 'close',
		};
	}

	private keepCookie(response: Response): void {
		const session = response.headers
			.getSetCookie()
			.map((cookie) => cookie.split(';')[0] ?? '')
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session;
	}
}

/** n8n refused a request. */
class RestFailure extends SandboxFailure {
	constructor(
		request: string,
		readonly status: number,
		answer: string,
	) {
		super(`n8n answered ${request} with status ${status}: ${answer.slice(0, 500)}`);
	}
}
