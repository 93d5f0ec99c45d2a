import { pack } from '../../sandbox/pack';
import { findPostgres, startPostgres } from '../../sandbox/postgres';
import type { RunningProcess } from '../../sandbox/processes';
import { findRedis, startRedis } from '../../sandbox/redis';
import { createUserFolder } from '../../sandbox/userFolder';
import { startWorker } from '../../sandbox/worker';
import { isN8n1 } from './release';
import { Stage } from './stage';

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
		return new QueueWorker(await startWorker({ ...cluster.sandbox, userFolder }), userFolder);
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

/** A stage whose n8n is the main one of queue mode, with two workers. */
export class Cluster extends Stage {
	readonly workers: QueueWorker[] = [];

	/** Starts PostgreSQL, Redis, the simulator, the main n8n and the workers. */
	static async start(
		programs: { postgres: string; redis: string },
		settings: Record<string, string> = STALLED_SOONER,
	): Promise<Cluster> {
		const cluster = new Cluster();
		const environment: Record<string, string> = {
			EXECUTIONS_MODE: 'queue',
			...settings,
			...(await startPostgres(programs.postgres)),
			...(await startRedis(programs.redis)),
		};
		await cluster.open(environment);
		// Workers make the links of questions, and know the address of main only by this.
		environment.WEBHOOK_URL ??= `${cluster.n8n.address}/`;
		for (let count = 0; count < 2; count += 1) await cluster.addWorker();
		return cluster;
	}

	/** Starts a worker, in the place of one that was killed if there is such a one. */
	async addWorker(killed?: QueueWorker): Promise<void> {
		const userFolder = killed?.userFolder ?? (await createUserFolder(await pack()));
		this.workers.push(await QueueWorker.start(this, userFolder));
	}
}
