import Table from 'cli-table3';
import { NAMES, type Aim } from './aims';
import type { Findings, PartName, Reader, Sending, Way } from './results';

/** What shows the findings of each part. */
export type Tables = { [Name in PartName]: (findings: Findings[Name]) => string };

export const WAYS: Record<Way, string> = {
	floor: 'No Operation (the floor)',
	savedFloor: 'No Operation, execution saved',
	expressions: 'Edit Fields, the two expressions',
	xml: 'Send, XML',
	parallelXml: 'Send, XML, 4 in parallel',
	saved: 'Send, XML, execution saved',
	once: 'Send, XML, once per reference',
	evaluated: 'Send, XML, fields n8n evaluates',
	query: 'Send, query',
	parallelQuery: 'Send, query, 8 in parallel',
	httpRequest: 'HTTP Request, an item at a time',
};

export const READERS: Record<Reader, string> = {
	node: 'this node, to items',
	'fast-xml-parser': 'fast-xml-parser alone',
	split: 'a bare split of the text',
};

/** The findings of each part as a table. */
export const TABLES: Tables = {
	n8n: sendingTable,
	n8nLegacyEngine: sendingTable,
	single: (singles) =>
		table(singles, ({ keys, milliseconds, written, atOnce }) => ({
			Keys: keys === null ? 'no Send Once' : whole(keys),
			Time: measured(milliseconds, 'ms'),
			Written: measured(written, 'MB', 2),
			'20 at once': measured(atOnce, 'ms'),
		})),
	campaign: (steps) =>
		table(steps, ({ workflow, node, rows, milliseconds }) => ({
			Workflow: workflow,
			Node: node ?? '',
			Rows: whole(rows),
			Time: measured(milliseconds / 1000, 's', 2),
		})),
	reading: (readings) =>
		table(readings, ({ kind, via, records, reader, milliseconds, peakMemory }) => ({
			Records: `${whole(records)} ${NAMES[kind].toLowerCase()}`,
			Interface: via,
			Reader: READERS[reader],
			Time: measured(milliseconds, 'ms'),
			'Peak memory': measured(peakMemory, 'MiB'),
		})),
	growth: (growth) =>
		table(growth, ({ via, recipients, microsecondsPerRecipient }) => ({
			Interface: via,
			Recipients: whole(recipients),
			'Time for each': measured(microsecondsPerRecipient, 'µs', 1),
		})),
	footprint: (footprint) =>
		table([footprint], ({ loadMilliseconds, packSize }) => ({
			'Loading both nodes': measured(loadMilliseconds, 'ms', 1),
			'Size of the package': measured(packSize, 'KiB'),
		})),
};

function sendingTable(sendings: Sending[]): string {
	return table(sendings, (sending) => ({
		Way: WAYS[sending.way],
		Recipients: whole(sending.recipients),
		Requests: whole(sending.requests),
		Accepted: whole(sending.accepted),
		Time: sending.problem ?? measured(sending.seconds, 's', 2),
		'Above the floor': measured(sending.secondsAboveFloor, 's', 2),
		Standstill: measured(sending.standstill, 'ms'),
		'Peak memory': measured(sending.peakMemory, 'MiB'),
	}));
}

export const aimsTable = (aims: Aim[]): string =>
	table(aims, ({ what, aim, measured: found, met }) => ({
		'': what,
		Aim: aim,
		Measured: found,
		Met: met ? 'met' : 'not met',
	}));

export const whole = (count: number): string => count.toLocaleString('en');

const measured = (value: number | null, unit: string, digits = 0): string =>
	value === null ? '-' : `${value.toFixed(digits)} ${unit}`;

/** Draws a row for each finding; the names of the cells are the head. */
function table<Finding>(
	findings: Finding[],
	rowOf: (finding: Finding) => Record<string, string>,
): string {
	const rows = findings.map(rowOf);
	const drawn = new Table({ head: Object.keys(rows[0] ?? {}), style: { head: [], border: [] } });
	drawn.push(...rows.map((row) => Object.values(row)));
	return drawn.toString();
}
