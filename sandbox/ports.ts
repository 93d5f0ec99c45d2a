import { createServer } from 'node:net';
import { SandboxFailure } from './failure';

const HOST = '127.0.0.1';

/** Any port of this machine that is free now. */
export function freePort(): Promise<number> {
	return listenOnce(0);
}

/** The port itself when it is free; otherwise throws with the option that chooses another. */
export async function requireFreePort(port: number, option: string): Promise<number> {
	try {
		return await listenOnce(port);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
		throw new SandboxFailure(
			`Port ${port} ${reason}. End the program that holds it, or choose another with ${option}.`,
		);
	}
}

/** The preferred port when it is free, otherwise any free one. */
export async function preferPort(port: number): Promise<number> {
	return listenOnce(port).catch(() => freePort());
}

function listenOnce(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => {
			const address = server.address();
			const taken = typeof address === 'object' && address ? address.port : port;
			server.close(() => resolve(taken));
		});
	});
}
