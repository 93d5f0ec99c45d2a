import { Command, InvalidArgumentError } from 'commander';
import { inspect } from 'node:util';
import { SandboxFailure } from '../sandbox/failure';
import { runMain } from '../sandbox/main';
import { checksOf, isSeen, type Check } from './checks';
import { playStory, type Stage, type StoryOptions } from './story';
import { conversation, outcomeTable } from './table';
import { owner, sendAndFollow } from './workflow';

interface Options extends StoryOptions {
	once?: true;
}

function readPort(text: string): number {
	const port = Number(text);
	if (/^[0-9]+$/.test(text) && port >= 1 && port <= 65535) return port;
	throw new InvalidArgumentError('A port is a number from 1 to 65535.');
}

function readOptions(argv: readonly string[]): Options {
	return new Command('npm run demo --')
		.description(
			'Sends messages from a real n8n to a simulated gateway, answers a reply, and shows what happened.',
		)
		.option('--once', 'check everything and end; the exit code is 0 only if everything was seen')
		.option('--port <port>', 'port of the n8n editor (default: 5678, or a free one)', readPort)
		.option(
			'--simulator-port <port>',
			'port of the simulator (default: 8085, or a free one)',
			readPort,
		)
		.parse(argv)
		.opts<Options>();
}

function printOutcome({ evidence }: Stage): void {
	console.log(`\n${outcomeTable(evidence)}`);
	console.log(conversation(evidence));
	console.log(`Credits:  ${evidence.creditsBefore} before, ${evidence.creditsAfter} after\n`);
}

/** One line for each check; true when all were seen. */
function printChecks(checks: Check[]): boolean {
	for (const check of checks) {
		console.log(`${isSeen(check) ? 'seen' : 'missing'}: ${check.what}`);
		if (isSeen(check)) continue;
		console.log(`    expected ${inspect(check.expected, { breakLength: Infinity })}`);
		console.log(`    but was  ${inspect(check.actual, { breakLength: Infinity })}`);
	}
	return checks.every(isSeen);
}

function printAddresses({ n8n, simulator }: Stage): void {
	console.log(`Editor:     ${n8n.address}/workflow/${sendAndFollow.id}`);
	console.log(`Sign in:    ${owner.email} with the password ${owner.password}`);
	console.log(`Simulator:  ${simulator.address}`);
}

/** Keeps n8n and the simulator up until Ctrl+C, or until one of them ends by itself. */
async function stayOpen({ n8n, simulator }: Stage): Promise<void> {
	console.log('\nPress Ctrl+C to end the demo.');
	process.exitCode = 0;
	const ended = await Promise.race([
		n8n.process.ended.then(() => n8n.process),
		simulator.process.ended.then(() => simulator.process),
	]);
	const name = ended === n8n.process ? 'n8n' : 'The simulator';
	throw new SandboxFailure(`${name} ended by itself. Its last lines were:\n${ended.tail()}`);
}

async function main(): Promise<void> {
	const options = readOptions(process.argv);
	const stage = await playStory(options);
	printOutcome(stage);
	printAddresses(stage);
	if (!options.once) return stayOpen(stage);
	console.log();
	if (printChecks(checksOf(stage.evidence))) return;
	throw new SandboxFailure(
		`Not everything was seen. The last lines of n8n were:\n${stage.n8n.process.tail()}`,
	);
}

runMain(main);
