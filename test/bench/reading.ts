import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../../sandbox/folders';
import type { Report } from '../../sandbox/report';
import { ANSWERS } from './answers';
import { measuringProgram } from './children';
import type { ReadingCase, ReadingMeasure } from './reading.case';
import type { Reader, Reading } from './results';

const RECORDS = { status: 10_000, reply: 50_000, optOut: 200_000 };

const READERS: Record<Reading['via'], Reader[]> = {
	xml: ['node', 'fast-xml-parser'],
	query: ['node', 'split'],
};

type Sample = Omit<ReadingCase, 'reader'>;

/** Reads large answers with the node and with its peers, each in a process of its own. */
export async function measureReading(report: Report): Promise<Reading[]> {
	const read = await measuringProgram<ReadingCase, ReadingMeasure>('reading.case');
	const readings: Reading[] = [];
	for (const { files, ...sample } of await writeSamples()) {
		for (const reader of READERS[sample.via]) {
			report(`${sample.records} of ${sample.kind} over ${sample.via} with ${reader}`);
			const measure = await read({ ...sample, reader, files });
			readings.push({ ...sample, reader, ...measure });
		}
	}
	return readings;
}

/** Every reader of a sample gets the same files. */
async function writeSamples(): Promise<Sample[]> {
	const folder = await temporaryFolder('answers');
	const samples: Sample[] = [];
	for (const kind of ['status', 'reply', 'optOut'] as const) {
		for (const via of ['xml', 'query'] as const) {
			const answers = ANSWERS[kind][via]?.(RECORDS[kind]);
			if (!answers) continue;
			const files = await writeAnswers(path.join(folder, `${kind}-${via}`), answers);
			samples.push({ kind, via, records: RECORDS[kind], files });
		}
	}
	return samples;
}

async function writeAnswers(folder: string, answers: string[]): Promise<string[]> {
	await mkdir(folder);
	return await Promise.all(
		answers.map(async (answer, index) => {
			const file = path.join(folder, String(index));
			await writeFile(file, answer);
			return file;
		}),
	);
}
