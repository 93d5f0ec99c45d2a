import { Command, InvalidArgumentError, Option } from 'commander';
import { step } from '../../demo/progress';
import { runMain } from '../../sandbox/main';
import { build } from '../../sandbox/pack';
import type { Report } from '../../sandbox/report';
import { aimsOf } from './aims';
import { writeChart } from './chart';
import { measureCampaign } from './campaign';
import { measureFootprint } from './footprint';
import { measureGrowth } from './growth';
import { ALL_WAYS, measureN8n } from './n8n';
import { measureReading } from './reading';
import { measureSingle } from './single';
import {
	readResults,
	toPart,
	writeResults,
	type Findings,
	type PartName,
	type Results,
	type Way,
} from './results';
import { aimsTable, TABLES, type Tables } from './tables';

interface Options {
	only?: PartName;
	recipients: number[];
	ways: Way[];
	profile?: string;
}

type Measurements = { [Name in PartName]: (report: Report) => Promise<Findings[Name]> };

const TITLES: Record<PartName, string> = {
	n8n: 'Sending from a real n8n',
	n8nLegacyEngine: "The same with n8n's older expression engine",
	single: 'One message an execution',
	campaign: 'The example campaign, 20,000 rows',
	reading: 'Reading large answers',
	growth: "The node's own time for each recipient",
	footprint: 'Loading and size',
};

/** Enough to see what the engine costs. */
const LEGACY_WAYS: Way[] = ['floor', 'expressions', 'xml', 'httpRequest'];

const PARTS = Object.keys(TITLES) as PartName[];

function readCount(text: string, earlier: number[] | undefined): number[] {
	const count = Number(text);
	if (!Number.isSafeInteger(count) || count < 1) {
		throw new InvalidArgumentError('A number of recipients is 1 or more.');
	}
	return [...(earlier ?? []), count];
}

function readOptions(argv: readonly string[]): Options {
	const {
		recipients = [1000, 10_000, 100_000],
		ways = ALL_WAYS,
		...rest
	} = new Command('npm run bench --')
		.description('Measures the package, and writes docs/benchmark.json and a chart of it.')
		.addOption(new Option('--only <part>', 'measure one part alone').choices(PARTS))
		.option('--recipients <counts...>', 'recipients of the sends from n8n', readCount)
		.addOption(new Option('--ways <ways...>', 'how n8n sends').choices(ALL_WAYS))
		.option('--profile <folder>', 'write CPU profiles of the measured processes to a folder')
		.parse(argv)
		.opts<Partial<Options>>();
	return { recipients, ways, ...rest };
}

const measurementsOf = ({ recipients, ways, profile }: Options): Measurements => ({
	n8n: (report) => measureN8n(ways, recipients, report, { profiles: profile }),
	n8nLegacyEngine: (report) =>
		measureN8n(LEGACY_WAYS, [10_000], report, { profiles: profile, engine: 'legacy' }),
	single: measureSingle,
	campaign: measureCampaign,
	reading: (report) => measureReading(report, profile),
	growth: (report) => measureGrowth(report, profile),
	footprint: () => measureFootprint(),
});

async function measurePart<Name extends PartName>(
	name: Name,
	measurements: Measurements,
	results: Results,
): Promise<void> {
	const measure: Measurements[Name] = measurements[name];
	const findings = await step(TITLES[name], (report) => measure(report));
	const show: Tables[Name] = TABLES[name];
	console.log(`\n${show(findings)}\n`);
	Object.assign(results, { [name]: toPart<Name>(findings) });
}

async function main(): Promise<void> {
	const options = readOptions(process.argv);
	const measurements = measurementsOf(options);
	await step('Building the package', () => build());
	const results = readResults();
	for (const name of options.only ? [options.only] : PARTS) {
		await measurePart(name, measurements, results);
		// After each part, so that an interruption costs only the part it falls in.
		writeResults(results);
	}
	await writeChart(results);
	console.log(aimsTable(aimsOf(results)));
}

runMain(main);
