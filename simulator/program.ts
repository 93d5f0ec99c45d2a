import type { FastifyInstance } from 'fastify';
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

/** Where the program writes: its lines, and the sentence with which it ends. */
export interface Terminal {
	print: (line: string) => void;
	fail: (sentence: string) => void;
}

/**
 * Starts the simulator as its command line says. Returns the running server; undefined if it could not
 * start, which it then has said.
 */
export async function startProgram(
	argv: string[],
	terminal: Terminal,
): Promise<FastifyInstance | undefined> {
	const line = readCommandLine(argv);
	if (!isLoopback(line.host) && !line.allowRemote) {
		terminal.fail(
			`Other machines could reach ${line.host}. Add --allow-remote if that is what you want.`,
		);
		return undefined;
	}
	try {
		return await listen(line, terminal);
	} catch (error) {
		terminal.fail(explained(error as NodeJS.ErrnoException, line));
		return undefined;
	}
}

async function listen(line: CommandLine, { print }: Terminal): Promise<FastifyInstance> {
	const { host, port, seedFile, simulator } = line;
	const seed = seedFile === undefined ? {} : { seed: await readSeedFile(seedFile) };
	const app = createSimulator({ ...simulator, ...seed, host });
	const address = await app.listen({ host, port });
	const { path, prefix, timeZone } = simulator;
	const lines = [
		`Simulator is listening on ${address}`,
		...(path ? [`The Base URL is ${address}${path}`] : []),
		`Element Prefix ${prefix}, Gateway Time Zone ${timeZone}`,
	];
	print(lines.join('\n'));
	return app;
}
