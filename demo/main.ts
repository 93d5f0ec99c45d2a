import { Command } from 'commander';
import { inspect } from 'node:util';
import { SandboxFailure } from '../sandbox/failure';
import { runMain } from '../sandbox/main';
import { checksOf, isSeen, type Check } from './checks';
import { playStory, type Stage } from './story';
import { conversation, outcomeTable } from './table';
import { owner, sendAndFollow } from './workflow';

function readOptions(argv: readonly string[]): { once?: true } {
	return new Command('npm run demo --')
		.description(
			'Sends messages from a real n8n to a simulated gateway, answers a reply, and shows what happened.',
		)
		.option('--once', 'check everything and end; the exit code is 0 only if everything was seen')
		.parse(argv)
		.opts<{ once?: true }>();
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
	throw new SandboxFailure(`${name} ended by itself. ${ended.lastLines()}`);
}

async function main(): Promise<void> {
	const options = readOptions(process.argv);
	const stage = await playStory();
	printOutcome(stage);
	printAddresses(stage);
	if (!options.once) return stayOpen(stage);
	console.log();
	if (printChecks(checksOf(stage.evidence))) return;
	throw new SandboxFailure(`Not everything was seen. ${stage.n8n.process.lastLines()}`);
}

runMain(main);
