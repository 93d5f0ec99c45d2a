import { Command, Option } from 'commander';
import { step } from '../../demo/progress';
import { runMain } from '../../sandbox/main';
import { build } from '../../sandbox/pack';
import type { Report } from '../../sandbox/report';
import { measureCampaign } from './campaign';
import { ALL_WAYS, measureN8n } from './n8n';
import { keep, type Findings, type PartName, type Way } from './results';
import { measureSingle } from './single';

interface Options {
	only?: PartName;
	ways: Way[];
}

type Measurements = { [Name in PartName]: (report: Report) => Promise<Findings[Name]> };

const TITLES: Record<PartName, string> = {
	n8n: 'Sending from a real n8n',
	single: 'One message an execution',
	campaign: 'The example campaign, 20,000 rows',
};

const PARTS = Object.keys(TITLES) as PartName[];

function readOptions(argv: readonly string[]): Options {
	const { ways = ALL_WAYS, ...rest } = new Command('npm run bench --')
		.description('Measures the package, and writes docs/benchmark.json.')
		.addOption(new Option('--only <part>', 'measure one part alone').choices(PARTS))
		.addOption(new Option('--ways <ways...>', 'how n8n sends').choices(ALL_WAYS))
		.parse(argv)
		.opts<Partial<Options>>();
	return { ways, ...rest };
}

async function measurePart<Name extends PartName>(
	name: Name,
	measurements: Measurements,
): Promise<void> {
	const measure: Measurements[Name] = measurements[name];
	keep(name, await step(TITLES[name], measure));
}

async function main(): Promise<void> {
	const { only, ways } = readOptions(process.argv);
	const measurements: Measurements = {
		n8n: (report) => measureN8n(ways, [1000, 10_000, 100_000], report),
		single: measureSingle,
		campaign: measureCampaign,
	};
	await step('Building the package', () => build());
	for (const name of only ? [only] : PARTS) await measurePart(name, measurements);
}

runMain(main);
