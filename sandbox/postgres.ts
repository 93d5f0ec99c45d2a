import { randomUUID } from 'node:crypto';
import { chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './folders';
import { freePort } from './ports';
import { run, start } from './processes';
import { findProgram, versionsIn } from './programs';

const START_MILLISECONDS = 30_000;
const USER = 'n8n';
/** Debian keeps the server's programs outside PATH, in a folder for each version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The folder with PostgreSQL's own programs, undefined when it is not installed. */
export function findPostgres(): string | undefined {
	const folders = versionsIn(DEBIAN_FOLDER).map((version) => path.join(version, 'bin'));
	const initdb = findProgram('initdb', folders);
	return initdb && path.dirname(initdb);
}

/**
 * Starts a private PostgreSQL with an empty database, and returns the settings with which n8n
 * uses it. Both are gone when this process ends.
 */
export async function startPostgres(programs: string): Promise<Record<string, string>> {
	const folder = await temporaryFolder('postgres');
	const password = randomUUID();
	const passwordFile = path.join(folder, 'password');
	await writeFile(passwordFile, password, { mode: 0o600 });
	const data = path.join(folder, 'data');
	const prefix = await asOrdinaryUser(folder, passwordFile);
	const command = (name: string, program: string, args: string[]) => {
		const [first = '', ...rest] = [...prefix, path.join(programs, program), ...args];
		return { name, program: first, args: rest, cwd: folder };
	};
	const initdb = [
		`--pgdata=${data}`,
		`--username=${USER}`,
		`--pwfile=${passwordFile}`,
		'--auth=scram-sha-256',
		'--encoding=UTF8',
		'--locale=C',
		'--no-sync',
	];
	await run(command('initdb', 'initdb', initdb));
	const port = String(await freePort());
	const settings = [
		'listen_addresses=127.0.0.1',
		'unix_socket_directories=',
		// Its data need not survive a crash.
		'fsync=off',
	].flatMap((setting) => ['-c', setting]);
	const postgres = start(command('PostgreSQL', 'postgres', ['-D', data, '-p', port, ...settings]));
	await postgres.waitForLine(/database system is ready to accept connections/, START_MILLISECONDS);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: USER,
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** PostgreSQL refuses to run as root: the user of Debian's package then gets the files. */
async function asOrdinaryUser(...files: string[]): Promise<string[]> {
	if (process.getuid?.() !== 0) return [];
	const id = async (which: string) =>
		Number(await run({ name: 'id', program: 'id', args: [which, 'postgres'] }));
	const [user, group] = [await id('-u'), await id('-g')];
	for (const file of files) await chown(file, user, group);
	return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
}
