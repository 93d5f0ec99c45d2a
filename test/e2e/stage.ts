import type { IDataObject, INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { cleanUp } from '../../sandbox/cleanup';
import { install } from '../../sandbox/installation';
import { startInstance, type Instance } from '../../sandbox/instance';
import type { Sandbox } from '../../sandbox/n8nProgram';
import { build, pack } from '../../sandbox/pack';
import { freePort } from '../../sandbox/ports';
import { RestClient, type Execution } from '../../sandbox/rest';
import { Simulator } from '../../sandbox/simulator';
import { until } from '../../sandbox/until';
import { createUserFolder } from '../../sandbox/userFolder';
import { release } from './release';
import { chain, gatewayNode, leadTo, node, rowNodes } from './workflows';

export const CREDENTIAL_TYPE = 'messagingGatewayApi';

/** n8n ends on SIGTERM within 30 seconds, by its own setting. */
const GRACE_MILLISECONDS = 40_000;
const A_MINUTE = 60_000;
/** The first opening on a machine installs n8n. */
const LONGEST_OPENING_MILLISECONDS = 15 * A_MINUTE;

/** Settings of n8n, by their names. */
type Environment = Record<string, string>;

/** What a workflow begins with that is run by hand. */
export const START = node('Start', 'n8n-nodes-base.manualTrigger');

/** What a run is about: the rows that come in, and the node that gets them. */
export interface RunSetup {
	/** The input items. */
	rows: IDataObject[];
	parameters: IDataObject;
	/** Settings beside the parameters: On Error, Retry On Fail. */
	settings?: Partial<INode>;
	/** The workflow's own settings, such as its time zone. */
	workflow?: IDataObject;
	/** ID of a credential of `stage.credential`; the right login when absent. */
	credential?: string;
}

/** A real n8n with the packed package in it, and a simulator beside it. */
export class Stage {
	n8n!: Instance;
	simulator!: Simulator;
	rest!: RestClient;
	demoCredential!: string;
	sandbox!: Sandbox & { environment: Environment };

	/**
	 * Opens the n8n this run is about.
	 *
	 * @param environment settings of n8n on top of the private ones
	 */
	async open(environment: Environment = {}): Promise<this> {
		await build();
		const installation = await install(release, (line) => console.log(line));
		const userFolder = await createUserFolder(await pack());
		this.simulator = await Simulator.start();
		this.sandbox = { installation, userFolder, environment };
		this.n8n = await this.startN8n(await freePort());
		this.rest = new RestClient(this.n8n.address);
		await this.rest.setUpOwner({ email: 'owner@example.com', password: 'Sandbox-Owner-1' });
		this.demoCredential = await this.credential({}, 'Demo');
		return this;
	}

	private async startN8n(port: number): Promise<Instance> {
		return await startInstance({
			...this.sandbox,
			port,
			graceMilliseconds: GRACE_MILLISECONDS,
		});
	}

	/** Stops n8n, unless it has ended, and starts it again: the same address, the same database. */
	async restart(): Promise<void> {
		await this.n8n.stop();
		this.n8n = await this.startN8n(Number(new URL(this.n8n.address).port));
	}

	/** Stores a credential, the demo account's but for these data, and gives its ID. */
	async credential(data: IDataObject, name: string = randomUUID()): Promise<string> {
		return await this.rest.createCredential(name, CREDENTIAL_TYPE, this.login(data));
	}

	/** The same, and then gives what its test says. */
	async testCredential(data: IDataObject): Promise<{ status: string; message: string }> {
		const id = await this.credential(data);
		return await this.rest.testCredential(id, CREDENTIAL_TYPE, this.login(data));
	}

	private login(data: IDataObject): IDataObject {
		return { ...demoLogin(this.simulator), ...data };
	}

	/** Puts the rows through the node in a workflow of its own, and waits for the end. */
	async run(setup: RunSetup): Promise<Execution> {
		return await this.rest.finished(await this.begin(setup), 110_000);
	}

	/** The same without waiting; gives the ID of the execution. */
	async begin({ rows, parameters, settings, workflow, credential }: RunSetup): Promise<string> {
		const gateway = gatewayNode('Gateway', parameters, credential ?? this.demoCredential, {
			...settings,
		} as IDataObject);
		const after = node('After', 'n8n-nodes-base.noOp');
		const whole = chain([START, ...rowNodes(rows), gateway, after], workflow);
		(whole.nodes as IDataObject[]).push(node('Failed', 'n8n-nodes-base.noOp'));
		(whole.connections as IDataObject).Gateway = leadTo('After', 'Failed');
		return await this.beginWorkflow(whole);
	}

	/** Runs a workflow of its own that begins with START, and waits for the end. */
	async runWorkflow(workflow: IDataObject): Promise<Execution> {
		return await this.rest.finished(await this.beginWorkflow(workflow), 110_000);
	}

	private async beginWorkflow(workflow: IDataObject): Promise<string> {
		const { id } = await this.rest.createWorkflow(workflow);
		return await this.rest.run(id, START.name);
	}

	/** Sends a message past n8n, for somebody to answer. */
	async text(...numbers: string[]): Promise<void> {
		await text(this.simulator, numbers);
	}

	/** Waits for n8n, which refuses requests until it has noticed that its database is back. */
	async reachable(): Promise<void> {
		await until(async () => {
			try {
				return await this.rest.executions('any');
			} catch {
				return undefined;
			}
		}, A_MINUTE);
	}

	/** Forgets all messages, requests and faults of the simulator. */
	async reset(): Promise<void> {
		await this.simulator.post('reset', {});
	}
}

/**
 * Gives all tests of a file one stage, whose simulator is empty before each of them.
 *
 * @param environment settings of n8n, or what starts the programs that they name
 * @returns the stage, which is open when the tests run
 */
export function setUpStage(environment: Environment | (() => Promise<Environment>) = {}): Stage {
	const stage = new Stage();
	beforeAll(async () => {
		await stage.open(typeof environment === 'function' ? await environment() : environment);
	}, LONGEST_OPENING_MILLISECONDS);
	beforeEach(async () => stage.reset());
	afterAll(cleanUp);
	return stage;
}

/** Sends a message, `Hello`, to numbers. */
export async function text({ address }: Simulator, numbers: string[]): Promise<void> {
	const query = new URLSearchParams({ user: 'demo', password: 'demo', message: 'Hello' });
	query.set('numbers', numbers.join(';'));
	await fetch(`${address}/batchmessage.asp?${query.toString()}`);
}

/** What a credential holds for the demo account of a simulator. */
export const demoLogin = ({ address }: Simulator): IDataObject => ({
	service: 'other',
	baseUrl: address,
	user: 'demo',
	password: 'demo',
	brand: 'Svc',
	allowUnauthorizedCerts: false,
});
