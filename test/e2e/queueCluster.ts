import { install, type Installation } from '../../sandbox/installation';
import { startInstance, type Instance } from '../../sandbox/instance';
import { build, pack } from '../../sandbox/pack';
import { findPostgres, startPostgres } from '../../sandbox/postgres';
import type { RunningProcess } from '../../sandbox/processes';
import { findRedis, startRedis } from '../../sandbox/redis';
import { RestClient } from '../../sandbox/rest';
import { Simulator } from '../../sandbox/simulator';
import { createUserFolder } from '../../sandbox/userFolder';
import { startWorker } from '../../sandbox/worker';
import { isN8n1, release } from './release';
import { CREDENTIAL_TYPE, demoLogin } from './stage';

/**
 * Settings with which n8n notices a killed worker in seconds; its own are 60, 10 and 30 seconds. The last
 * says how often Bull hands out the execution of a killed worker again, from its start. n8n 1 takes 1
 * where nothing is set, and a message whose answer was due could then go out twice. n8n 2 has 0 built in;
 * that it does not heed the setting shows by another value here.
 */
export const STALLED_SOONER = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	QUEUE_WORKER_MAX_STALLED_COUNT: isN8n1 ? '0' : '1',
};

/** Main ends on SIGTERM within 30 seconds, by n8n's own setting. */
const GRACE_MILLISECONDS = 40_000;

/** A test in queue mode, which is skipped by its name where PostgreSQL or Redis is not installed. */
export function inQueueMode(
	title: string,
	scenario: (programs: { postgres: string; redis: string }) => Promise<void>,
	timeout = 900_000,
): void {
	const postgres = findPostgres();
	const redis = findRedis();
	if (postgres !== undefined && redis !== undefined) {
		it(title, async () => await scenario({ postgres, redis }), timeout);
	} else {
		it.skip(title, () => undefined);
	}
}

/** One program of n8n that takes executions off the queue. */
export class QueueWorker {
	private constructor(
		readonly process: RunningProcess,
		readonly userFolder: string,
	) {}

	static async start(cluster: Cluster, userFolder: string): Promise<QueueWorker> {
		const { installation, environment } = cluster;
		return new QueueWorker(
			await startWorker({ installation, userFolder, environment }),
			userFolder,
		);
	}

	/** The executions it has begun. */
	begun(): string[] {
		return this.logged(/Worker started execution (\d+) /);
	}

	/** Those it has begun and not finished. */
	inFlight(): string[] {
		const finished = new Set(this.logged(/Worker finished execution (\d+) /));
		return this.begun().filter((id) => !finished.has(id));
	}

	private logged(pattern: RegExp): string[] {
		return this.process.output.flatMap((line) => pattern.exec(line)?.[1] ?? []);
	}
}

interface Parts {
	installation: Installation;
	environment: Record<string, string>;
	simulator: Simulator;
	mainFolder: string;
	main: Instance;
	rest: RestClient;
	credential: string;
}

/** n8n in queue mode with the packed package in every user folder, and a simulator beside it. */
export class Cluster {
	readonly workers: QueueWorker[] = [];

	private constructor(private readonly parts: Parts) {}

	/** Starts PostgreSQL, Redis, the simulator, the main n8n and two workers. */
	static async open(
		programs: { postgres: string; redis: string },
		settings: Record<string, string> = STALLED_SOONER,
	): Promise<Cluster> {
		await build();
		const installation = await install(release, (line) => console.log(line));
		const archive = await pack();
		const mainFolder = await createUserFolder(archive);
		const workerFolders = [await createUserFolder(archive), await createUserFolder(archive)];
		const environment: Record<string, string> = {
			EXECUTIONS_MODE: 'queue',
			...settings,
			...(await startPostgres(programs.postgres)),
			...(await startRedis(programs.redis)),
		};
		const simulator = await Simulator.start();
		const main = await startInstance({
			installation,
			userFolder: mainFolder,
			environment,
			graceMilliseconds: GRACE_MILLISECONDS,
		});
		// Workers make the links of questions, and know the address of main only by this.
		environment.WEBHOOK_URL ??= `${main.address}/`;
		const rest = new RestClient(main.address);
		await rest.setUpOwner({ email: 'owner@example.com', password: 'Sandbox-Owner-1' });
		const data = demoLogin(simulator);
		const credential = await rest.createCredential('Demo', CREDENTIAL_TYPE, data);
		const parts = { installation, environment, simulator, mainFolder, main, rest, credential };
		const cluster = new Cluster(parts);
		for (const folder of workerFolders) {
			cluster.workers.push(await QueueWorker.start(cluster, folder));
		}
		return cluster;
	}

	get installation(): Installation {
		return this.parts.installation;
	}

	get environment(): Record<string, string> {
		return this.parts.environment;
	}

	get simulator(): Simulator {
		return this.parts.simulator;
	}

	get rest(): RestClient {
		return this.parts.rest;
	}

	/** Of the main n8n. */
	get address(): string {
		return this.parts.main.address;
	}

	/** ID of the credential with the right login. */
	get credential(): string {
		return this.parts.credential;
	}

	/** Ends the main n8n as a supervisor does. */
	async stopMain(): Promise<void> {
		await this.parts.main.stop();
	}

	/** Starts it again: the same address, the same database. */
	async startMain(): Promise<void> {
		const { installation, environment, mainFolder: userFolder } = this.parts;
		const port = Number(new URL(this.address).port);
		this.parts.main = await startInstance({ installation, userFolder, environment, port });
	}

	/** Starts a worker in the place of one that was killed. */
	async replace(worker: QueueWorker): Promise<void> {
		this.workers.push(await QueueWorker.start(this, worker.userFolder));
	}
}
