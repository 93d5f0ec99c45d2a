import path from 'node:path';
import { SandboxFailure } from './failure';
import { run } from './processes';

export interface NpmOptions {
	folder: string;
	/** npm settings, e.g. `{ nodedir: '/opt/node' }`. */
	settings?: Record<string, string>;
	onLine?: (line: string) => void;
}

/** Runs npm in a folder and gives its standard output; throws with npm's last lines. */
export function npm(args: string[], options: NpmOptions): Promise<string> {
	const [program, ...first] = npmCommand();
	return run({
		name: `npm ${args[0]}`,
		program,
		args: [...first, ...args],
		cwd: options.folder,
		environment: npmEnvironment(options.settings ?? {}),
		...(options.onLine && { onLine: options.onLine }),
	});
}

/** Not every registry answers a ping, but every one has packages; this one is tiny. */
const TINY_PACKAGE = 'ee-first';
/** What npm says after that is its own stack. */
const REASON_LINES = 5;

/** Throws when the registry does not answer, before minutes are spent on finding that out. */
export async function requireRegistry(folder: string, wanted: string): Promise<void> {
	try {
		await npm(['view', TINY_PACKAGE, 'version', '--fetch-retries=0', '--fetch-timeout=20000'], {
			folder,
		});
	} catch (error) {
		const reason = (error as Error).message.split('\n').slice(0, REASON_LINES).join('\n');
		throw new SandboxFailure(
			`${wanted} cannot be fetched: the npm registry did not answer. ` +
				'Check the network and the npm settings (npm config get registry), then run this again; ' +
				`once installed, no network is needed.\n${reason}`,
		);
	}
}

/** The npm that started this program where there is one: it fits the running Node. */
function npmCommand(): [string, ...string[]] {
	const starter = process.env['npm_execpath'];
	if (starter && path.basename(starter) === 'npm-cli.js') return [process.execPath, starter];
	return ['npm'];
}

/** What `npm run` leaves in the environment describes the package, not the folder npm works in. */
function npmEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^npm_(package|lifecycle|config_local_prefix$)/.test(name),
	);
	const own = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]);
	return Object.fromEntries([...inherited, ...own]) as NodeJS.ProcessEnv;
}
