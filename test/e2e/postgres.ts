import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { findPostgres, startPostgres } from '../../sandbox/postgres';

/** Tests that need PostgreSQL; they are skipped by their name where it is not installed. */
export function withPostgres(name: string, tests: (programs: string) => void): void {
	const programs = findPostgres();
	if (programs === undefined) it.skip(`${name}: needs PostgreSQL`, () => undefined);
	else describe(name, () => tests(programs));
}

/** Starts PostgreSQL behind a wire, and returns n8n's settings for it. */
export async function startPostgresBehindWire(programs: string) {
	const settings = await startPostgres(programs);
	const wire = await Wire.to(Number(settings.DB_POSTGRESDB_PORT));
	return { wire, settings: { ...settings, DB_POSTGRESDB_PORT: String(wire.port) } };
}

/** The connection to a database, which can be cut and mended. */
export class Wire {
	private readonly sockets = new Set<Socket>();
	private readonly server: Server;
	private isCut = false;

	private constructor(target: number) {
		this.server = createServer((near) => {
			if (this.isCut) {
				near.destroy();
				return;
			}
			const far = connect(target, '127.0.0.1');
			for (const [socket, other] of [
				[near, far],
				[far, near],
			] as const) {
				this.sockets.add(socket);
				socket.on('error', () => undefined);
				socket.on('close', () => {
					this.sockets.delete(socket);
					other.destroy();
				});
				socket.pipe(other);
			}
		});
	}

	/** Leads to that port. */
	static async to(target: number): Promise<Wire> {
		const wire = new Wire(target);
		wire.server.listen(0, '127.0.0.1').unref();
		await once(wire.server, 'listening');
		return wire;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	/** Breaks all connections, and each new one, until it is mended. */
	cut(): void {
		this.isCut = true;
		for (const socket of this.sockets) socket.destroy();
	}

	mend(): void {
		this.isCut = false;
	}
}
