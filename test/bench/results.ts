import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFolder } from '../../sandbox/folders';

/**
 * Ways to send the same messages from n8n. The floor is the same workflow with a no-op node;
 * `expressions` only evaluates the two expressions that every way of sending needs for each item;
 * `once` sends once for each reference; `evaluated` sends with expressions that only n8n can evaluate.
 */
export type Way =
	| 'floor'
	| 'savedFloor'
	| 'expressions'
	| 'xml'
	| 'parallelXml'
	| 'saved'
	| 'once'
	| 'evaluated'
	| 'query'
	| 'parallelQuery'
	| 'httpRequest';

/** One way of sending to so many recipients in a real n8n. */
export interface Sending {
	way: Way;
	recipients: number;
	/** Requests that reached the gateway in one run. */
	requests: number;
	/** Messages that the gateway accepted in one run. */
	accepted: number;
	/** From calling the workflow to its end, the median run; null where it did not end well. */
	seconds: number | null;
	/** The same, less what the floor takes; null for the floor and where either is unknown. */
	secondsAboveFloor: number | null;
	/** The longest wait for n8n's health check while the node ran, in milliseconds; null without a run. */
	standstill: number | null;
	/** Peak resident memory of the n8n process in MiB; null where the system does not tell. */
	peakMemory: number | null;
	/** Why there is no time. */
	problem?: string;
}

/** One message an execution, with Send Once per Reference or without, and many such executions. */
export interface Single {
	/** Keys of the node in n8n's store; null without Send Once per Reference. */
	keys: number | null;
	/** From calling the workflow to its end, the median of one after the other. */
	milliseconds: number;
	/** What n8n writes to the disk for each, in MB; null where the system does not tell. */
	written: number | null;
	/** From calling so many workflows at once to the end of the last, in milliseconds. */
	atOnce: number;
}

/** A page of the example campaign's forms in a browser, one of its workflows, or a node of those. */
export interface CampaignStep {
	workflow: 'check' | 'start' | 'manage' | 'send' | 'track';
	/** Null for the whole. */
	node: string | null;
	/** Rows that it handles; those of its first node for a workflow. */
	rows: number;
	milliseconds: number;
}

/** What each part of the benchmark finds. */
export interface Findings {
	n8n: Sending[];
	single: Single[];
	campaign: CampaignStep[];
}

export type PartName = keyof Findings;

const FILE = path.join(projectFolder, 'docs', 'benchmark.json');

/** Shows the findings of a part, and writes them into docs/benchmark.json beside the other parts. */
export function keep<Name extends PartName>(name: Name, findings: Findings[Name]): void {
	console.table(findings.map(inTwoDecimals));
	const part = { measuredAt: new Date().toISOString(), machine: describeMachine(), findings };
	const all = { ...(JSON.parse(readFileSync(FILE, 'utf8')) as object), [name]: part };
	writeFileSync(FILE, `${JSON.stringify(all, (_, value: unknown) => rounded(value), '\t')}\n`);
}

const inTwoDecimals = (finding: object): object =>
	Object.fromEntries(Object.entries(finding).map(([name, value]) => [name, rounded(value)]));

/** More than two decimals are chance. */
const rounded = (value: unknown): unknown =>
	typeof value === 'number' ? Number(value.toFixed(2)) : value;

function describeMachine(): string {
	const gibibytes = Math.round(os.totalmem() / 2 ** 30);
	const processor = os.cpus()[0]?.model ?? 'unknown processor';
	return `${os.availableParallelism()} cores of ${processor}, ${gibibytes} GiB, ${os.platform()}, Node.js ${process.versions.node}`;
}
