import { USUALLY_KEPT } from '../../nodes/MessagingGateway/host/claims';
import type { Findings, Reader, Reading, Results, Sending, Way } from './results';

/** Something this package wants to be true of itself, and what was measured. */
export interface Aim {
	what: string;
	aim: string;
	measured: string;
	met: boolean;
}

/** The aims as far as they were measured. */
export const aimsOf = ({
	n8n,
	n8nLegacyEngine,
	single,
	campaign,
	reading,
	growth,
	footprint,
}: Results): Aim[] => [
	...(n8n ? sendingAims(n8n.findings) : []),
	...(n8nLegacyEngine ? sendingAims(n8nLegacyEngine.findings, ', older engine') : []),
	...(single ? singleAims(single.findings) : []),
	...(campaign ? campaignAims(campaign.findings) : []),
	...(reading ? readingAims(reading.findings) : []),
	...(growth ? growthAims(growth.findings) : []),
	...(footprint ? footprintAims(footprint.findings) : []),
];

/** An aim for a value that must not be greater than a limit. */
function atMost(what: string, value: number, limit: number, unit: string, digits = 1): Aim {
	return {
		what,
		aim: `at most ${limit} ${unit}`,
		measured: `${value.toFixed(digits)} ${unit}`,
		met: value <= limit,
	};
}

function sendingAims(sendings: Findings['n8n'], engine = ''): Aim[] {
	const find = (wanted: Way, count: number) =>
		sendings.find(({ way, recipients }) => way === wanted && recipients === count);
	const secondsOf = (sending?: Sending) => sending?.secondsAboveFloor ?? Number.POSITIVE_INFINITY;
	const aimsFor = (
		count: number,
		limits: { requests: number; seconds: number },
		way: Way = 'xml',
		how = '',
	): Aim[] => {
		const ours = find(way, count);
		if (!ours) return [];
		const what = `${count.toLocaleString('en')} personalised messages${how}${engine}`;
		return [
			atMost(what, ours.requests, limits.requests, 'requests', 0),
			atMost(what, secondsOf(ours), limits.seconds, 's above the floor', 2),
		];
	};
	const peer = find('httpRequest', 10_000)?.secondsAboveFloor;
	return [
		...aimsFor(10_000, { requests: 10, seconds: 1 }),
		...(peer && !engine ? [timesFaster(peer / secondsOf(find('xml', 10_000)))] : []),
		...aimsFor(10_000, { requests: 10, seconds: 1.8 }, 'once', ', each once'),
		...aimsFor(100_000, { requests: 100, seconds: 8 }),
		...aimsFor(100_000, { requests: 100, seconds: 6 }, 'parallelXml', ', 4 in parallel'),
		...standstillAims(sendings, engine),
	];
}

const timesFaster = (times: number): Aim => ({
	what: '10,000 personalised messages against HTTP Request',
	aim: 'at least 20 times faster',
	measured: `${times.toFixed(1)} times`,
	met: times >= 20,
});

/** Ways of this node in which it decides itself how long n8n stands still. */
export const OURS: Way[] = [
	'xml',
	'parallelXml',
	'saved',
	'once',
	'evaluated',
	'query',
	'parallelQuery',
];

function standstillAims(sendings: Findings['n8n'], engine: string): Aim[] {
	const longest = sendings
		.filter(({ way }) => OURS.includes(way))
		.map(({ standstill }) => standstill ?? 0);
	return [atMost(`Longest standstill of n8n${engine}`, Math.max(...longest), 200, 'ms', 0)];
}

/** What Send Once may cost one message where n8n remembers as many as it does by default. */
function singleAims(singles: Findings['single']): Aim[] {
	const plain = singles.find(({ keys }) => keys === null);
	const full = singles.find(({ keys }) => keys === USUALLY_KEPT);
	if (!plain || !full) return [];
	const what = 'One message, each once, at a full store';
	return [
		atMost(what, full.milliseconds - plain.milliseconds, 40, 'ms more than without', 0),
		...(full.written === null ? [] : [atMost(what, full.written, 1, 'MB written', 2)]),
	];
}

function campaignAims(steps: Findings['campaign']): Aim[] {
	const seconds = (wanted: string | null): number =>
		(steps.find(({ workflow, node }) => workflow === 'send' && node === wanted)?.milliseconds ??
			Number.NaN) / 1000;
	return [
		atMost('A turn of 1,000 rows of the campaign', seconds(null), 1.8, 's', 2),
		atMost('Storing 1,000 results', seconds('Store Results'), 0.2, 's', 2),
	];
}

function readingAims(readings: Findings['reading']): Aim[] {
	return readings
		.filter(({ reader }) => reader === 'node')
		.flatMap((ours) => {
			const against = (peer: Reader, limit: number): Aim[] => {
				const theirs = readings.find(isSameSample(ours, peer));
				if (!theirs) return [];
				const what = `${NAMES[ours.kind]}, ${ours.via}: time against ${peer}`;
				return [atMost(what, ours.milliseconds / theirs.milliseconds, limit, 'times', 2)];
			};
			return [
				...against('fast-xml-parser', 1.3),
				...(ours.kind === 'optOut' ? against('split', 2) : []),
			];
		});
}

const isSameSample =
	(ours: Reading, peer: Reader) =>
	({ kind, via, reader }: Reading): boolean =>
		kind === ours.kind && via === ours.via && reader === peer;

/** How each kind of record is called in tables and charts. */
export const NAMES: Record<Reading['kind'], string> = {
	status: 'Statuses',
	reply: 'Replies',
	optOut: 'Opt-outs',
};

/** Time that is flat but for memory being slower to reach the more of it is in use. */
const MOST_GROWTH = 1.5;

function growthAims(growth: Findings['growth']): Aim[] {
	return (['xml', 'query'] as const).map((via) => {
		const times = growth
			.filter((entry) => entry.via === via)
			.map((entry) => entry.microsecondsPerRecipient);
		const [first = Number.NaN] = times;
		const what = `Time for each recipient, ${via}: 1,000,000 against 100`;
		return atMost(what, (times.at(-1) ?? Number.NaN) / first, MOST_GROWTH, 'times', 2);
	});
}

const footprintAims = ({ loadMilliseconds, packSize }: Findings['footprint']): Aim[] => [
	atMost('Loading the nodes', loadMilliseconds, 30, 'ms'),
	atMost('The package', packSize, 250, 'KiB', 0),
];
