import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../../sandbox/folders';
import { NAMES, OURS } from './aims';
import type { Reading, Results, Sending, Way } from './results';
import { READERS, WAYS, whole } from './tables';

const FILE = path.join(projectFolder, 'docs', 'images', 'benchmark.svg');

/** Lengths in pixels. */
const WIDTH = 760;
const LABEL_WIDTH = 230;
const LONGEST_BAR = 330;
const ROW_HEIGHT = 24;
const BAR_HEIGHT = 14;
const TITLE_HEIGHT = 44;

/** Bars to be compared with each other, to a scale of their own. */
interface Section {
	title: string;
	bars: Bar[];
}

interface Bar {
	label: string;
	/** Null draws no bar: what there is to say is said in words. */
	value: number | null;
	shown: string;
	isOurs: boolean;
}

/** Draws the results that are there, for light and dark pages. */
export async function writeChart({ n8n, reading }: Results): Promise<void> {
	const sections = [
		...(n8n ? [sendingSection(n8n.findings)] : []),
		...(reading ? readingSections(reading.findings) : []),
	].filter(({ bars }) => bars.length > 0);
	await writeFile(FILE, draw(sections));
}

const FLOORS: Way[] = ['floor', 'savedFloor'];

const sendingSection = (sendings: Sending[]): Section => ({
	title: 'Sending 10,000 personalised messages from n8n, in seconds beyond an empty workflow',
	bars: sendings
		.filter(({ way, recipients }) => !FLOORS.includes(way) && recipients === 10_000)
		.map(({ way, requests, secondsAboveFloor, problem }) => ({
			label: WAYS[way],
			value: secondsAboveFloor,
			shown: `${problem ?? `${secondsAboveFloor?.toFixed(1)} s`}, ${whole(requests)} requests`,
			isOurs: OURS.includes(way),
		})),
});

const readingSections = (readings: Reading[]): Section[] =>
	readings
		.filter(({ reader }) => reader === 'node')
		.map(({ kind, via, records }) => ({
			title: `Reading ${whole(records)} ${NAMES[kind].toLowerCase()} over ${via}, in milliseconds`,
			bars: readings
				.filter((other) => other.kind === kind && other.via === via)
				.map(({ reader, milliseconds }) => ({
					label: READERS[reader],
					value: milliseconds,
					shown: `${milliseconds.toFixed(0)} ms`,
					isOurs: reader === 'node',
				})),
		}));

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.ours { fill: #1a7f64 }
.others { fill: #9aa4ae }
@media (prefers-color-scheme: dark) {
	text { fill: #f0f6fc }
	.ours { fill: #3fb68b }
	.others { fill: #6e7781 }
}`;

function draw(sections: Section[]): string {
	const parts: string[] = [];
	let top = 0;
	for (const { title, bars } of sections) {
		parts.push(`<text class="title" x="0" y="${top + 30}">${escape(title)}</text>`);
		top += TITLE_HEIGHT;
		const longest = Math.max(...bars.map(({ value }) => value ?? 0));
		for (const bar of bars) {
			parts.push(drawBar(bar, longest, top));
			top += ROW_HEIGHT;
		}
	}
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" role="img">`,
		'<title>Sending and reading, compared with the other ways to do it in n8n</title>',
		`<style>${STYLE}</style>`,
		...parts,
		'</svg>\n',
	].join('\n');
}

function drawBar({ label, value, shown, isOurs }: Bar, longest: number, top: number): string {
	const length = value === null ? 0 : Math.max(2, (value / longest) * LONGEST_BAR);
	const baseline = top + BAR_HEIGHT - 2;
	return [
		`<text x="0" y="${baseline}">${escape(label)}</text>`,
		`<rect class="${isOurs ? 'ours' : 'others'}" x="${LABEL_WIDTH}" y="${top}" width="${length.toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
		`<text x="${(LABEL_WIDTH + length + 8).toFixed(1)}" y="${baseline}">${escape(shown)}</text>`,
	].join('\n');
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
