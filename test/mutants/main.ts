import Table from 'cli-table3';
import { Command, InvalidArgumentError } from 'commander';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { step } from '../../demo/progress';
import { temporaryFolder } from '../../sandbox/folders';
import { runMain } from '../../sandbox/main';
import type { Report } from '../../sandbox/report';
import { isRefusedByCompiler } from './compiler';
import { chooseMutants, type Choice, type Mutant } from './mutants';
import { inParallel, UnitTests } from './unitTests';

const LEAST_SHARE = 0.92;

function readCount(text: string): number {
	const count = Number(text);
	if (Number.isSafeInteger(count) && count > 0) return count;
	throw new InvalidArgumentError('Give a whole number.');
}

const options = new Command('npm run mutants --')
	.description('Plants small errors one at a time, and shows which of them the unit tests miss.')
	.option('--count <number>', 'how many', readCount, 300)
	.option('--only <paths...>', 'only in files whose path begins with one of these', [''])
	.option('--seed <text>', 'another choice of errors', '1')
	.option('--workers <number>', 'how many at the same time', readCount, availableParallelism())
	.parse()
	.opts<Choice & { workers: number }>();

async function main(): Promise<void> {
	const mutants = chooseMutants(options);
	const tests = new UnitTests(await temporaryFolder('mutants'), mutants);
	await step('Running the unit tests without errors', () => tests.readReach());
	const survivors = await step(`Planting ${mutants.length} errors`, (report) =>
		survivorsOf(mutants, tests, report),
	);
	console.log(`\n${shares(mutants, survivors)}`);
	if (survivors.length > mutants.length * (1 - LEAST_SHARE)) process.exitCode = 1;
}

/** The mutants that compile and that no test finds, each shown at once. */
async function survivorsOf(mutants: Mutant[], tests: UnitTests, report: Report) {
	const survivors: Mutant[] = [];
	let tried = 0;
	await inParallel(mutants, options.workers, async (mutant) => {
		if (!(await tests.find(mutant)) && !isRefusedByCompiler(mutant)) {
			survivors.push(mutant);
			console.log(`\n${mutant.place}\n- ${mutant.line}\n+ ${mutant.changed}`);
		}
		tried += 1;
		report(`${tried} tried, ${survivors.length} not found`);
	});
	return survivors;
}

/** How many were found, by folder and in all. */
function shares(mutants: Mutant[], survivors: Mutant[]): string {
	const table = new Table({ head: ['', 'Planted', 'Found', ''], style: { head: [], border: [] } });
	const add = (name: string, isInside: (mutant: Mutant) => boolean): void => {
		const planted = mutants.filter(isInside).length;
		const found = planted - survivors.filter(isInside).length;
		table.push([name, planted, found, `${((100 * found) / planted).toFixed(1)} %`]);
	};
	const folderOf = ({ place }: Mutant): string => path.dirname(place.split(':')[0] ?? '');
	for (const folder of [...new Set(mutants.map(folderOf))].sort())
		add(folder, (mutant) => folderOf(mutant) === folder);
	add('All', () => true);
	return table.toString();
}

runMain(main);
