import { startProgram } from './program';

async function main(): Promise<void> {
	const app = await startProgram(process.argv, {
		print: (line) => console.log(line),
		fail: (sentence) => {
			console.error(sentence);
			process.exitCode = 1;
		},
	});
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => app?.close());
}

void main();
