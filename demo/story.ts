import path from 'node:path';
import { CommandLine } from '../sandbox/commandLine';
import { SandboxFailure } from '../sandbox/failure';
import { projectFolder } from '../sandbox/folders';
import { install } from '../sandbox/installation';
import { startInstance, type Instance } from '../sandbox/instance';
import { build, pack } from '../sandbox/pack';
import { preferPort, requireFreePort } from '../sandbox/ports';
import { n8n2 } from '../sandbox/releases';
import { RestClient, type Execution } from '../sandbox/rest';
import { Simulator } from '../sandbox/simulator';
import { createUserFolder } from '../sandbox/userFolder';
import type { Evidence } from './evidence';
import { step } from './progress';
import { account, credential, owner, sendAndFollow } from './workflow';

const USUAL_EDITOR_PORT = 5678;
const USUAL_SIMULATOR_PORT = 8085;

export interface StoryOptions {
	/** The editor's port; the usual one, or any free one, when absent. */
	port?: number;
	simulatorPort?: number;
}

/** The demo with everything running, and what was seen so far. */
export interface Stage {
	n8n: Instance;
	simulator: Simulator;
	evidence: Evidence;
}

/** From the source tree to messages that have arrived; everything started stays running. */
export async function playStory(options: StoryOptions): Promise<Stage> {
	const ports = await choosePorts(options);
	await step('Building the package', () => build());
	const installation = await step(`Preparing n8n ${n8n2.version}`, (report) =>
		install(n8n2, report),
	);
	const userFolder = await step('Installing the package in n8n as a community package', async () =>
		createUserFolder(await pack()),
	);
	const simulator = await step('Starting the simulator', () =>
		Simulator.start({ port: ports.simulator }),
	);
	await step('Importing the credential and the example workflows', () =>
		importExamples(new CommandLine(installation, userFolder), simulator.address),
	);
	const n8n = await step('Starting n8n', () =>
		startInstance({ installation, userFolder, port: ports.editor }),
	);
	const evidence = await step('Sending to five people and following their messages', () =>
		sendAndCollect(n8n, simulator),
	);
	return { n8n, simulator, evidence };
}

/** Asked for by number, a port has to be free; otherwise the usual one is only preferred. */
async function choosePorts({ port, simulatorPort }: StoryOptions) {
	return {
		editor:
			port === undefined
				? await preferPort(USUAL_EDITOR_PORT)
				: await requireFreePort(port, '--port'),
		simulator:
			simulatorPort === undefined
				? await preferPort(USUAL_SIMULATOR_PORT)
				: await requireFreePort(simulatorPort, '--simulator-port'),
	};
}

async function importExamples(commandLine: CommandLine, baseUrl: string): Promise<void> {
	const data = { ...account, baseUrl, brand: 'Svc', allowUnauthorizedCerts: false };
	await commandLine.importCredentials([{ ...credential, data }]);
	await commandLine.importWorkflows(path.join(projectFolder, 'examples'));
}

async function sendAndCollect(n8n: Instance, simulator: Simulator): Promise<Evidence> {
	const creditsBefore = await creditsLeft(simulator);
	const execution = await execute(n8n);
	return {
		execution,
		messages: await simulator.messages(),
		requests: await simulator.requests(),
		creditsBefore,
		creditsAfter: await creditsLeft(simulator),
	};
}

async function execute(n8n: Instance): Promise<Execution> {
	const rest = new RestClient(n8n.address);
	await rest.setUpOwner(owner);
	const id = await rest.run(sendAndFollow.id, sendAndFollow.trigger);
	const execution = await rest.finished(id, 120_000);
	if (execution.status === 'success') return execution;
	const { error, lastNodeExecuted } = execution.data.resultData;
	throw new SandboxFailure(
		`The workflow ended with "${execution.status}" at the node "${lastNodeExecuted}": ` +
			`${error?.message ?? 'no reason given'}\nThe last lines of n8n were:\n${n8n.process.tail()}`,
	);
}

async function creditsLeft(simulator: Simulator): Promise<number> {
	const found = (await simulator.accounts()).find(({ login }) => login === account.user);
	if (!found) throw new SandboxFailure(`The simulator has no account "${account.user}".`);
	return found.credits;
}
