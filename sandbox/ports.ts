import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** Any port of this machine that is free now. */
export function freePort(): Promise<number> {
	return listenOnce(0);
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
