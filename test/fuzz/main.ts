import { Command, InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import { PROPERTIES } from './properties';

function readMinutes(text: string): number {
	const minutes = Number(text);
	if (minutes > 0) return minutes;
	throw new InvalidArgumentError('Give a number of minutes.');
}

const { minutes } = new Command('npm run fuzz --')
	.description('Reads answers of the gateway that are damaged at random, over every operation.')
	.option('--minutes <minutes>', 'how long', readMinutes, 10)
	.parse()
	.opts<{ minutes: number }>();

/** Gives every property its share of the time; the seed in a failure's report makes it repeatable. */
async function main(): Promise<void> {
	const share = (minutes * 60_000) / PROPERTIES.length;
	for (const { name, property } of PROPERTIES) {
		const outcome = await fc.check(property, {
			numRuns: Number.MAX_SAFE_INTEGER,
			interruptAfterTimeLimit: share,
		});
		if (outcome.failed) {
			console.log(
				`${name}: failed after ${outcome.numRuns} answers\n${fc.defaultReportMessage(outcome)}`,
			);
			process.exitCode = 1;
		} else {
			console.log(`${name}: ${outcome.numRuns} answers`);
		}
	}
}

void main();
