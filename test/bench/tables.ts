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
	onceOfMost: 'The same, 100,000 remembered',
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
		table(
			['Keys', 'Time', 'Written', '20 at once'],
			singles.map(({ keys, milliseconds, written, atOnce }) => [
				keys === null ? 'no Send Once' : whole(keys),
				measured(milliseconds, 'ms'),
				measured(written, 'MB', 2),
				measured(atOnce, 'ms'),
			]),
		),
	campaign: (steps) =>
		table(
			['Workflow', 'Node', 'Rows', 'Time'],
			steps.map(({ workflow, node, rows, milliseconds }) => [
				workflow,
				node ?? '',
				whole(rows),
				measured(milliseconds / 1000, 's', 2),
			]),
		),
	reading: (readings) =>
		table(
			['Records', 'Interface', 'Reader', 'Time', 'Peak memory'],
			readings.map(({ kind, via, records, reader, milliseconds, peakMemory }) => [
				`${whole(records)} ${NAMES[kind].toLowerCase()}`,
				via,
				READERS[reader],
				measured(milliseconds, 'ms'),
				measured(peakMemory, 'MiB'),
			]),
		),
	growth: (growth) =>
		table(
			['Interface', 'Recipients', 'Time for each'],
			growth.map(({ via, recipients, microsecondsPerRecipient }) => [
				via,
				whole(recipients),
				measured(microsecondsPerRecipient, 'µs', 1),
			]),
		),
	footprint: ({ loadMilliseconds, packSize }) =>
		table(
			['Loading both nodes', 'Size of the package'],
			[[measured(loadMilliseconds, 'ms', 1), measured(packSize, 'KiB')]],
		),
};

function sendingTable(sendings: Sending[]): string {
	return table(
		[
			'Way',
			'Recipients',
			'Requests',
			'Accepted',
			'Time',
			'Above the floor',
			'Standstill',
			'Peak memory',
		],
		sendings.map((sending) => [
			WAYS[sending.way],
			whole(sending.recipients),
			whole(sending.requests),
			whole(sending.accepted),
			sending.problem ?? measured(sending.seconds, 's', 2),
			measured(sending.secondsAboveFloor, 's', 2),
			measured(sending.standstill, 'ms'),
			measured(sending.peakMemory, 'MiB'),
		]),
	);
}

export const aimsTable = (aims: Aim[]): string =>
	table(
		['', 'Aim', 'Measured', ''],
		aims.map(({ what, aim, measured: found, met }) => [what, aim, found, met ? 'met' : 'not met']),
	);

export const whole = (count: number): string => count.toLocaleString('en');

const measured = (value: number | null, unit: string, digits = 0): string =>
	value === null ? '-' : `${value.toFixed(digits)} ${unit}`;

function table(head: string[], rows: string[][]): string {
	const drawn = new Table({ head, style: { head: [], border: [] } });
	drawn.push(...rows);
	return drawn.toString();
}
