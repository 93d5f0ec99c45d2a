import { readCommandLine, type CommandLine } from './commandLine';
import { readSeedFile } from './seedFile';
import { createSimulator } from './simulator';

const isLoopback = (host: string): boolean =>
	/^127\.[0-9]+\.[0-9]+\.[0-9]+$/.test(host) || host === '::1' || host === 'localhost';

/** Says why the simulator could not start, and what to do. */
function explained(error: NodeJS.ErrnoException, { host, port }: CommandLine): string {
	const sentences: Record<string, string> = {
		EADDRINUSE: `Port ${port} on ${host} is in use. Choose another one with --port.`,
		EACCES: `Listening on port ${port} is not permitted. Choose another one with --port.`,
		EADDRNOTAVAIL: `This machine does not have the address ${host}. Choose another with --host.`,
		ENOTFOUND: `The host ${host} is not known. Choose another with --host.`,
	};
	return sentences[error.code ?? ''] ?? `Simulator could not start: ${error.message}`;
}

function fail(sentence: string): void {
	console.error(sentence);
	process.exitCode = 1;
}

async function start(line: CommandLine): Promise<void> {
	const { host, port, seedFile, simulator } = line;
	const seed = seedFile === undefined ? {} : { seed: await readSeedFile(seedFile) };
	const app = createSimulator({ ...simulator, ...seed, host });
	const address = await app.listen({ host, port });
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => app.close());
	console.log(`Simulator is listening on ${address}`);
	if (simulator.path) console.log(`The Base URL is ${address}${simulator.path}`);
}

async function main(): Promise<void> {
	const line = readCommandLine(process.argv);
	if (!isLoopback(line.host) && !line.allowRemote) {
		fail(`Other machines could reach ${line.host}. Add --allow-remote if that is what you want.`);
		return;
	}
	try {
		await start(line);
	} catch (error) {
		fail(explained(error as NodeJS.ErrnoException, line));
	}
}

void main();
