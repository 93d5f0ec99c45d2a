import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { readCommandLine } from '../../simulator/commandLine';

const root = path.join(__dirname, '..', '..');

const start = (...options: string[]): ChildProcessWithoutNullStreams =>
	spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...options], { cwd: root });

/** What the program printed, and the code it ended with. */
async function ended(program: ChildProcessWithoutNullStreams) {
	let output = '';
	program.stdout.on('data', (chunk) => (output += chunk));
	program.stderr.on('data', (chunk) => (output += chunk));
	const [code] = await once(program, 'close');
	return { code, output };
}

describe('npm run simulator', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)(
		'prints its address when it is ready, answers, and ends cleanly on %s',
		async (signal) => {
			const program = start('--port', '0', '--prefix', 'Foo');
			const [line] = await once(program.stdout, 'data');
			const address = /^Simulator is listening on (http:\/\/127\.0\.0\.1:[0-9]+)\n$/.exec(
				String(line),
			)?.[1];
			const answer = await fetch(`${address}/auth.asp?user=demo&password=demo`);
			expect(await answer.text()).toBe('Login=OK');
			program.kill(signal);
			expect(await ended(program)).toEqual({ code: 0, output: '' });
		},
		20_000,
	);

	test('ends with a clear sentence when the port is in use', async () => {
		const occupant = createServer().listen(0, '127.0.0.1');
		await once(occupant, 'listening');
		const address = occupant.address();
		const port = typeof address === 'object' && address ? address.port : 0;
		expect(await ended(start('--port', String(port)))).toEqual({
			code: 1,
			output: `Port ${port} on 127.0.0.1 is in use. Choose another one with --port.\n`,
		});
		occupant.close();
	}, 20_000);

	test('refuses an address that other machines can reach unless that is allowed', async () => {
		expect(await ended(start('--host', '0.0.0.0', '--port', '0'))).toEqual({
			code: 1,
			output: 'Other machines could reach 0.0.0.0. Add --allow-remote if that is what you want.\n',
		});
	}, 20_000);
});

describe('the command line', () => {
	const read = (...options: string[]) => readCommandLine(['node', 'simulator', ...options]);

	test('has a default for every option', () => {
		expect(read()).toEqual({
			host: '127.0.0.1',
			port: 8085,
			allowRemote: false,
			simulator: {
				speed: 1,
				latencyMs: 0,
				prefix: 'Svc',
				trailingAmpersand: true,
				firstMessageNumber: 1,
				charset: 'utf-8',
			},
		});
	});

	test('takes every option', () => {
		const options =
			'--port 0 --host ::1 --allow-remote --speed 60 --latency 20 --prefix Foo ' +
			'--no-trailing-ampersand --first-message-number 0 --charset windows-1252';
		expect(read(...options.split(' '))).toEqual({
			host: '::1',
			port: 0,
			allowRemote: true,
			simulator: {
				speed: 60,
				latencyMs: 20,
				prefix: 'Foo',
				trailingAmpersand: false,
				firstMessageNumber: 0,
				charset: 'windows-1252',
			},
		});
	});
});
