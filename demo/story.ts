import { randomBytes } from 'node:crypto';
import { exampleCredential, exampleFiles, pollEvery, readExample } from '../sandbox/examples';
import { SandboxFailure } from '../sandbox/failure';
import { importCredentials, importWorkflows } from '../sandbox/importing';
import { install } from '../sandbox/installation';
import { startInstance, type Instance } from '../sandbox/instance';
import type { Sandbox } from '../sandbox/n8nProgram';
import { build, pack } from '../sandbox/pack';
import { preferPort } from '../sandbox/ports';
import { chosenRelease, n8n2, nameOf } from '../sandbox/releases';
import { RestClient, type Execution } from '../sandbox/rest';
import { Simulator } from '../sandbox/simulator';
import { until } from '../sandbox/until';
import { createUserFolder } from '../sandbox/userFolder';
import { askForApproval } from './asking';
import type { Evidence } from './evidence';
import { step } from './progress';
import { account, autoReply, owner, reply, sendAndFollow, optedOut } from './workflow';

const USUAL_EDITOR_PORT = 5678;
const USUAL_SIMULATOR_PORT = 8085;
const SECONDS_BETWEEN_POLLS = 5;

/** The demo with everything running, and what was seen so far. */
export interface Stage {
	n8n: Instance;
	simulator: Simulator;
	evidence: Evidence;
}

/** Builds, installs and starts everything, sends and answers; what it starts stays running. */
export async function playStory(): Promise<Stage> {
	await step('Building the package', () => build());
	const release = chosenRelease(n8n2);
	const installation = await step(`Preparing ${nameOf(release)}`, (report) =>
		install(release, report),
	);
	const userFolder = await step('Installing the package in n8n as a community package', async () =>
		createUserFolder(await pack()),
	);
	const environment = { N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex') };
	const sandbox = { installation, userFolder, environment };
	const simulator = await step('Starting the simulator', async () =>
		Simulator.start({ port: await preferPort(USUAL_SIMULATOR_PORT) }),
	);
	await step('Importing the credential and the example workflows', () =>
		importExamples(sandbox, simulator.address),
	);
	const n8n = await step('Starting n8n', async () =>
		startInstance({ ...sandbox, port: await preferPort(USUAL_EDITOR_PORT) }),
	);
	const rest = new RestClient(n8n.address);
	await rest.setUpOwner(owner);
	const creditsBefore = await creditsLeft(simulator);
	await simulator.post('seed', { optOuts: [{ login: account.user, number: optedOut }] });
	const execution = await step('Sending to five people and following their messages', () =>
		execute(n8n, rest),
	);
	const messages = await simulator.messages();
	const requests = await simulator.requests();
	const replyExecutions = await step('Texting a reply and waiting for its answer', () =>
		converse(simulator, rest),
	);
	const answers = (await simulator.messages()).slice(messages.length);
	const approval = await step('Asking one of them by SMS and waiting for the answer', () =>
		askForApproval(simulator, rest),
	);
	const creditsAfter = await creditsLeft(simulator);
	const sent = { execution, messages, requests, creditsBefore };
	return {
		n8n,
		simulator,
		evidence: { ...sent, replyExecutions, answers, approval, creditsAfter },
	};
}

async function importExamples(sandbox: Sandbox, baseUrl: string): Promise<void> {
	const data = {
		...account,
		service: 'other',
		baseUrl,
		brand: 'Svc',
		allowUnauthorizedCerts: false,
	};
	await importCredentials(sandbox, [{ ...exampleCredential, data }]);
	const examples = exampleFiles().map(readExample);
	for (const example of examples) pollEvery(SECONDS_BETWEEN_POLLS, example);
	await importWorkflows(sandbox, examples);
}

async function execute(n8n: Instance, rest: RestClient): Promise<Execution> {
	const id = await rest.run(sendAndFollow.id, sendAndFollow.trigger);
	const execution = await rest.finished(id, 120_000);
	if (execution.status === 'success') return execution;
	const { error, lastNodeExecuted } = execution.data.resultData;
	throw new SandboxFailure(
		`The workflow ended with "${execution.status}" at the node "${lastNodeExecuted}": ` +
			`${error?.message ?? 'no reason given'}\n${n8n.process.lastLines()}`,
	);
}

/** Sends a reply from the handset, and returns every execution it started. */
async function converse(simulator: Simulator, rest: RestClient): Promise<Execution[]> {
	await rest.activate(autoReply.id);
	await simulator.post('replies', reply);
	const started = async () => await rest.executions(autoReply.id);
	const withinAMinute = (look: () => Promise<boolean>, otherwise: string) =>
		until(look, 60_000, otherwise);
	await withinAMinute(async () => (await started()).length > 0, 'n8n did not receive the reply');
	// The reply must not come again with the next polls.
	const polls = async () =>
		(await simulator.requests()).filter(({ path }) => path === '/xmlgetreplies.asp').length;
	const enough = (await polls()) + 2;
	await withinAMinute(async () => (await polls()) >= enough, 'n8n did not ask for replies again');
	return await Promise.all((await started()).map(({ id }) => rest.finished(id)));
}

async function creditsLeft(simulator: Simulator): Promise<number> {
	const found = (await simulator.accounts()).find(({ login }) => login === account.user);
	if (!found) throw new SandboxFailure(`The simulator has no account "${account.user}".`);
	return found.credits;
}
