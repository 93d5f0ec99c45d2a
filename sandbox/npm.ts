import path from 'node:path';
import { SandboxFailure } from './failure';
import { run } from './processes';

export interface NpmOptions {
	folder: string;
	/** npm settings, e.g. `{ nodedir: '/opt/node' }`. */
	settings?: Record<string, string>;
	onLine?: (line: string) => void;
}

/** Runs npm in a folder and returns its standard output; throws with npm's last lines. */
export async function npm(args: string[], options: NpmOptions): Promise<string> {
	const [program, ...first] = npmCommand();
	return await run({
		name: `npm ${args[0]}`,
		program,
		args: [...first, ...args],
		cwd: options.folder,
		environment: npmEnvironment(process.env, options.settings),
		...(options.onLine && { onLine: options.onLine }),
	});
}

/** Not every registry answers a ping, but every one has packages; this one is tiny. */
const TINY_PACKAGE = 'ee-first';
/** Lines of npm's error that are shown; the rest is its own stack. */
const REASON_LINES = 5;

/** Throws early if the registry does not answer, as npm would take minutes to find out. */
export async function requireRegistry(folder: string, wanted: string): Promise<void> {
	try {
		await npm(['view', TINY_PACKAGE, 'version', '--fetch-retries=0', '--fetch-timeout=20000'], {
			folder,
		});
	} catch (error) {
		const reason = (error as Error).message.split('\n').slice(0, REASON_LINES).join('\n');
		throw new SandboxFailure(
			`${wanted} could not be downloaded: the npm registry did not answer. ` +
				'Check the network and the npm settings (npm config get registry), then run this again; ' +
				`once installed, no network is needed.\n${reason}`,
		);
	}
}

/** The npm that started this program, if any: it fits the running Node. */
function npmCommand(): [string, ...string[]] {
	const starter = process.env['npm_execpath'];
	if (starter && path.basename(starter) === 'npm-cli.js') return [process.execPath, starter];
	return ['npm'];
}

/** Settings for the registry and the download cache, which are the same for every folder. */
const SETTINGS_OF_THE_MACHINE =
	/^npm_config_(registry|userconfig|globalconfig|cache|proxy|https_proxy|noproxy|ca|cafile|cert|key|strict_ssl|local_address|maxsockets|fetch_.*|offline|prefer_offline|python|nodedir|_.*|@.*|\/\/.*)$/;

/**
 * The environment for npm in a folder with its own settings. `npm run` passes on every setting of this
 * project as `npm_config_*`, which overrides the `.npmrc` of that folder, so only the settings of the
 * machine are kept.
 */
export function npmEnvironment(
	environment: NodeJS.ProcessEnv,
	settings: Record<string, string> = {},
): NodeJS.ProcessEnv {
	const inherited = Object.entries(environment).filter(([name]) => {
		const setting = name.toLowerCase().replaceAll('-', '_');
		return !setting.startsWith('npm_') || SETTINGS_OF_THE_MACHINE.test(setting);
	});
	const own = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]);
	return Object.fromEntries([...inherited, ...own]) as NodeJS.ProcessEnv;
}
