import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readCommandLine } from '../../simulator/commandLine';
import { startProgram } from '../../simulator/program';
import { DEMO } from './service';

jest.setTimeout(20_000);

const root = path.join(__dirname, '..', '..');

/** Runs the program as a process of its own. */
const spawned = (...options: string[]): ChildProcessWithoutNullStreams =>
	spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...options], { cwd: root });

/** The address that it prints, and nothing else, when it is ready. */
async function addressOf(program: ChildProcessWithoutNullStreams): Promise<string> {
	const [line] = await once(program.stdout, 'data');
	const printed = /^Simulator is listening on (http:\/\/127\.0\.0\.1:[0-9]+)\n/;
	return printed.exec(String(line))?.[1] ?? '';
}

const running: FastifyInstance[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'simulator-'));
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await Promise.all(running.map((app) => app.close()));
});

/** Starts the program in this process; gives what it wrote. */
async function started(...options: string[]): Promise<string> {
	let output = '';
	const app = await startProgram(['node', 'simulator', '--port', '0', ...options], {
		print: (line) => (output += `${line}\n`),
		fail: (sentence) => (output += `Failed: ${sentence}`),
	});
	if (app) running.push(app);
	return output;
}

function fileWith(content: string): string {
	const file = path.join(folder, 'seed.json');
	writeFileSync(file, content);
	return file;
}

describe('npm run simulator', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)(
		'prints its address when it is ready, answers, and ends cleanly on %s',
		async (signal) => {
			const program = spawned('--port', '0');
			const answer = await fetch(`${await addressOf(program)}/auth.asp?${DEMO}`);
			expect(await answer.text()).toBe('Login=OK');
			let output = '';
			program.stdout.on('data', (chunk) => (output += chunk));
			program.stderr.on('data', (chunk) => (output += chunk));
			program.kill(signal);
			expect(await once(program, 'close')).toEqual([0, null]);
			expect(output).toBe('');
		},
	);

	test('ends with exit code 1 and what is wrong with the seed, which is checked as /control/seed does', async () => {
		const program = spawned('--seed', fileWith('{ "acounts": [] }'));
		let output = '';
		program.stderr.on('data', (chunk) => (output += chunk));
		expect(await once(program, 'close')).toEqual([1, null]);
		expect(output).toContain('seed.json was refused: body must NOT have additional properties');
	});

	test('says that there is no such seed file', async () => {
		const output = await started('--seed', '/nowhere/seed.json');
		expect(output).toContain(
			'Failed: Simulator could not start: the seed could not be read: ENOENT',
		);
	});

	test('begins with the seed of a file, after a reset too', async () => {
		const seed = { accounts: [{ id: 1, login: 'mine', password: 'mine', credits: 7 }] };
		const program = spawned('--port', '0', '--seed', fileWith(JSON.stringify(seed)));
		const address = await addressOf(program);
		const get = async (url: string) => (await fetch(address + url)).text();
		expect(await get('/credits.asp?user=mine&password=mine')).toBe('Credits=7');
		await fetch(`${address}/control/reset`, { method: 'POST' });
		expect(await get('/credits.asp?user=mine&password=mine')).toBe('Credits=7');
		expect(await get(`/auth.asp?${DEMO}`)).toBe('Login=FAIL');
		program.kill();
		await once(program, 'close');
	});

	test('says that other machines could reach an address, unless that is allowed', async () => {
		expect(await started('--host', '0.0.0.0')).toBe(
			'Failed: Other machines could reach 0.0.0.0. Add --allow-remote if that is what you want.',
		);
	});

	test('says that the port is in use', async () => {
		const occupant = createServer().listen(0, '127.0.0.1');
		await once(occupant, 'listening');
		const { port } = occupant.address() as AddressInfo;
		expect(await started('--port', String(port))).toBe(
			`Failed: Port ${port} on 127.0.0.1 is in use. Choose another one with --port.`,
		);
		occupant.close();
	});

	test('prints what the credential asks for', async () => {
		expect(await started('--path', '/api')).toMatch(
			/^Simulator is listening on (http:\/\/127\.0\.0\.1:[0-9]+)\nThe Base URL is \1\/api\nElement Prefix Svc, Gateway Time Zone UTC\n$/,
		);
	});
});

describe('the command line', () => {
	const read = (options: string) => readCommandLine(['node', 'simulator', ...options.split(' ')]);

	test('has a default for every option', () => {
		expect(readCommandLine(['node', 'simulator'])).toEqual({
			host: '127.0.0.1',
			port: 8085,
			allowRemote: false,
			seedFile: undefined,
			simulator: {
				speed: 1,
				latencyMs: 0,
				path: '',
				timeZone: 'UTC',
				prefix: 'Svc',
				doNotContactWord: 'INDUSTRYDNC',
			},
		});
	});

	test.each<[string, object]>([
		['--host ::1 --port 0 --allow-remote', { host: '::1', port: 0, allowRemote: true }],
		['--seed x.json', { seedFile: 'x.json' }],
		['--speed 60 --latency 20', { simulator: { speed: 60, latencyMs: 20 } }],
		['--path /api/', { simulator: { path: '/api' } }],
		['--time-zone Africa/Johannesburg', { simulator: { timeZone: 'Africa/Johannesburg' } }],
		['--prefix Foo', { simulator: { prefix: 'Foo' } }],
		['--do-not-contact-word WASPADNC', { simulator: { doNotContactWord: 'WASPADNC' } }],
	])('takes %s', (options, expected) => expect(read(options)).toMatchObject(expected));

	test.each([
		['--port 65536', 'A port is a number from 0 to 65535.'],
		['--speed fast', 'It must be a number, 0 or more.'],
		['--prefix 1', 'It must be a word that an XML element name can begin with.'],
		['--path api', 'It must look like /api.'],
		['--time-zone GMT+25', 'It must be the name of a time zone, like Africa/Johannesburg.'],
		['--do-not-contact-word A&B', 'It must be a word of capital letters.'],
	])('refuses %s, and says why', (options, why) => {
		const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
			throw new Error('ended');
		});
		const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
		expect(() => read(options)).toThrow('ended');
		expect(exit).toHaveBeenCalledWith(1);
		expect(write).toHaveBeenCalledWith(expect.stringContaining(why));
		jest.restoreAllMocks();
	});
});
