import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readCommandLine } from '../../simulator/commandLine';
import { startProgram } from '../../simulator/program';

const root = path.join(__dirname, '..', '..');

/** Runs the program as a process of its own. */
const spawned = (...options: string[]): ChildProcessWithoutNullStreams =>
	spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...options], { cwd: root });

/** Starts the program in this process, and returns what it wrote. */
async function started(...options: string[]) {
	let output = '';
	const app = await startProgram(['node', 'simulator', '--port', '0', ...options], {
		print: (line) => (output += `${line}\n`),
		fail: (sentence) => (output += sentence),
	});
	if (app) running.push(app);
	return { output, isRunning: app !== undefined };
}

const running: FastifyInstance[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'simulator-'));
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await Promise.all(running.map((app) => app.close()));
});

function fileWith(content: string): string {
	const file = path.join(folder, 'seed.json');
	writeFileSync(file, content);
	return file;
}

describe('npm run simulator', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)(
		'prints its address when it is ready, answers, and ends cleanly on %s',
		async (signal) => {
			const program = spawned('--port', '0', '--prefix', 'Foo');
			const [line] = await once(program.stdout, 'data');
			const address = /^Simulator is listening on (http:\/\/127\.0\.0\.1:[0-9]+)\n$/.exec(
				String(line),
			)?.[1];
			const answer = await fetch(`${address}/auth.asp?user=demo&password=demo`);
			expect(await answer.text()).toBe('Login=OK');
			let output = '';
			program.stdout.on('data', (chunk) => (output += chunk));
			program.stderr.on('data', (chunk) => (output += chunk));
			program.kill(signal);
			expect(await once(program, 'close')).toEqual([0, null]);
			expect(output).toBe('');
		},
		20_000,
	);

	test('says that other machines could reach an address, unless that is allowed', async () => {
		expect(await started('--host', '0.0.0.0')).toEqual({
			isRunning: false,
			output: 'Other machines could reach 0.0.0.0. Add --allow-remote if that is what you want.',
		});
	});

	test('says that the port is in use', async () => {
		const occupant = createServer().listen(0, '127.0.0.1');
		await once(occupant, 'listening');
		const { port } = occupant.address() as AddressInfo;
		expect(await started('--port', String(port))).toEqual({
			isRunning: false,
			output: `Port ${port} on 127.0.0.1 is in use. Choose another one with --port.`,
		});
		occupant.close();
	});

	test('begins with the seed of a file', async () => {
		const seed = { accounts: [{ id: 1, login: 'mine', password: 'mine', credits: 7 }] };
		const program = spawned('--port', '0', '--seed', fileWith(JSON.stringify(seed)));
		const [line] = await once(program.stdout, 'data');
		const address = /http:\S+/.exec(String(line))?.[0];
		const balance = async () =>
			(await fetch(`${address}/credits.asp?user=mine&password=mine`)).text();
		expect(await balance()).toBe('Credits=7');
		await fetch(`${address}/control/reset`, { method: 'POST' });
		expect(await balance()).toBe('Credits=7');
		expect(await (await fetch(`${address}/auth.asp?user=demo&password=demo`)).text()).toBe(
			'Login=FAIL',
		);
		program.kill();
		await once(program, 'close');
	}, 20_000);

	test('ends with exit code 1 and what is wrong with the seed, which is checked as /control/seed does', async () => {
		const program = spawned('--seed', fileWith('{ "acounts": [] }'));
		let output = '';
		program.stderr.on('data', (chunk) => (output += chunk));
		expect(await once(program, 'close')).toEqual([1, null]);
		expect(output).toContain('seed.json was refused: body must NOT have additional properties');
	}, 20_000);

	test('says that there is no such seed file', async () => {
		const { isRunning, output } = await started('--seed', '/nowhere/seed.json');
		expect(isRunning).toBe(false);
		expect(output).toContain('the seed could not be read: ENOENT');
	});

	test('prints the Base URL too when a path belongs to it', async () => {
		expect((await started('--path', '/api')).output).toMatch(
			/^Simulator is listening on (http:\/\/127\.0\.0\.1:[0-9]+)\nThe Base URL is \1\/api\n$/,
		);
	});
});

describe('the command line', () => {
	const read = (...options: string[]) => readCommandLine(['node', 'simulator', ...options]);

	test('has a default for every option', () => {
		expect(read()).toEqual({
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
				quotedErrors: false,
				trailingAmpersand: true,
				firstMessageNumber: 1,
				returnOnce: false,
				charset: 'utf-8',
				webhooks: { replies: null, deliveryReports: null },
			},
		});
	});

	test('takes every option', () => {
		const options =
			'--port 0 --host ::1 --allow-remote --seed x.json --speed 60 --latency 20 --path /api/ ' +
			'--time-zone Africa/Johannesburg --prefix Foo --do-not-contact-word WASPADNC ' +
			'--quoted-errors --no-trailing-ampersand --first-message-number 0 --return-once --charset windows-1252 ' +
			'--reply-webhook http://a.example/x --delivery-webhook https://b.example/y';
		expect(read(...options.split(' '))).toEqual({
			host: '::1',
			port: 0,
			allowRemote: true,
			seedFile: 'x.json',
			simulator: {
				speed: 60,
				latencyMs: 20,
				path: '/api',
				timeZone: 'Africa/Johannesburg',
				prefix: 'Foo',
				doNotContactWord: 'WASPADNC',
				quotedErrors: true,
				trailingAmpersand: false,
				firstMessageNumber: 0,
				returnOnce: true,
				charset: 'windows-1252',
				webhooks: { replies: 'http://a.example/x', deliveryReports: 'https://b.example/y' },
			},
		});
	});

	test.each([
		['--path', 'api', 'It must look like /api.'],
		['--time-zone', 'GMT+25', 'It must be the name of a time zone, like Africa/Johannesburg.'],
		['--do-not-contact-word', 'A&B', 'It must be a word of capital letters.'],
		['--reply-webhook', 'n8n:5678', '"n8n:5678" is not an address that begins with http'],
		['--delivery-webhook', 'file:///x', '"file:///x" is not an address that begins with http'],
	])('refuses %s %s, and says why', (option, value, why) => {
		const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
			throw new Error('ended');
		});
		const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
		expect(() => read(option, value)).toThrow('ended');
		expect(exit).toHaveBeenCalledWith(1);
		expect(write).toHaveBeenCalledWith(expect.stringContaining(why));
		jest.restoreAllMocks();
	});
});
