import { XMLParser } from 'fast-xml-parser';
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { FIRST_ID } from './answers';
import { runBuiltNode } from './builtNode';
import { measureAndPrint, median, repeat, residentMemory, timed } from './measuring';
import type { Reader, Reading } from './results';

export type ReadingCase = Omit<Reading, 'milliseconds' | 'peakMemory'> & {
	/** The gateway's answers, in the order of their requests. */
	files: string[];
};
export type ReadingMeasure = Pick<Reading, 'milliseconds' | 'peakMemory'>;

const WARM_UPS = 2;
const REPETITIONS = 7;

type Read = (answers: Buffer[], asked: ReadingCase) => unknown;

/** All start from the bytes of the answers; only the node goes on to items. */
const READERS: Record<Reader, Read> = {
	node: readWithNode,
	'fast-xml-parser': (answers) => {
		const parser = new XMLParser({
			// Values stay text, as in the node: the least that a parser can do.
			parseTagValue: false,
			trimValues: false,
			processEntities: { maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
		});
		return answers.map((answer): unknown => parser.parse(answer.toString()));
	},
	split: (answers) =>
		answers.map((answer) =>
			answer
				.toString()
				.split('&')
				.map((entry) => entry.split(';').map((pair) => pair.split('='))),
		),
};

const OPERATIONS: Record<Reading['kind'], IDataObject> = {
	status: { resource: 'message', operation: 'getStatus' },
	reply: { resource: 'reply', operation: 'getNew' },
	optOut: { resource: 'optOut', operation: 'getAll', returnAll: true },
};

async function readWithNode(answers: Buffer[], { kind, via, records }: ReadingCase): Promise<void> {
	const left = [...answers];
	const parameters = { ...OPERATIONS[kind], options: { interface: via } };
	const count = await runBuiltNode({
		count: kind === 'status' ? records : 1,
		parameters: (item) => ({ ...parameters, messageIds: String(FIRST_ID + item) }),
		answer: () => left.shift() ?? Buffer.alloc(0),
	});
	if (count !== records) throw new Error(`The node gave ${count} items instead of ${records}`);
}

void measureAndPrint(async (asked: ReadingCase): Promise<ReadingMeasure> => {
	const answers = asked.files.map((file) => readFileSync(file));
	const read = async () => await READERS[asked.reader](answers, asked);
	globalThis.gc?.();
	const before = residentMemory('self');
	await read();
	const after = residentMemory('self');
	await repeat(WARM_UPS, async () => await timed(read));
	return {
		milliseconds: median(await repeat(REPETITIONS, async () => await timed(read))),
		peakMemory: before && after && after.peak - before.now,
	};
});
