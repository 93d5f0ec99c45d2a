import { install } from '../../sandbox/installation';
import { startInstance, type Instance } from '../../sandbox/instance';
import { pack } from '../../sandbox/pack';
import { chosenRelease, n8n2 } from '../../sandbox/releases';
import type { Report } from '../../sandbox/report';
import { createUserFolder } from '../../sandbox/userFolder';
import { median, repeat, timed, writtenToDisk } from './measuring';
import { call, CountingGateway, createWorkflows } from './n8n';
import type { Single, Way } from './results';

const MESSAGES = 20;
const MESSAGES_TO_WARM_UP = 5;

/** A store that is empty, usual and full. */
const CASES: Array<{ way: Way; keys: number | null }> = [
	{ way: 'xml', keys: null },
	{ way: 'once', keys: 0 },
	{ way: 'once', keys: 10_000 },
	{ way: 'once', keys: 20_000 },
];

/** Sends one message an execution from a real n8n, each case in an n8n of its own. */
export async function measureSingle(report: Report): Promise<Single[]> {
	const gateway = await CountingGateway.start();
	const installation = await install(chosenRelease(n8n2), report);
	const archive = await pack();
	const singles: Single[] = [];
	for (const { way, keys } of CASES) {
		report(keys === null ? 'without Send Once' : `${keys} keys`);
		const n8n = { installation, userFolder: await createUserFolder(archive) };
		await createWorkflows(n8n, gateway.address, [way]);
		const instance = await startInstance(n8n);
		try {
			if (keys) await call(instance, way, keys);
			singles.push({ keys, ...(await measureCase(instance, way)) });
		} finally {
			await instance.stop();
		}
	}
	return singles;
}

async function measureCase(n8n: Instance, way: Way): Promise<Omit<Single, 'keys'>> {
	const send = async (): Promise<number> => (await call(n8n, way, 1)) * 1000;
	await repeat(MESSAGES_TO_WARM_UP, send);
	const before = writtenToDisk(n8n.process.id);
	const times = await repeat(MESSAGES, send);
	const after = writtenToDisk(n8n.process.id);
	const atOnce = await timed(async () => await Promise.all(Array.from({ length: MESSAGES }, send)));
	return {
		milliseconds: median(times),
		written: before === null || after === null ? null : (after - before) / MESSAGES,
		atOnce,
	};
}
