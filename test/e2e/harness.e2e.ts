import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cached } from '../../sandbox/cache';
import { cleanUp } from '../../sandbox/cleanup';
import { parseRawOutput } from '../../sandbox/commandLine';
import { itemsOf, runCount } from '../../sandbox/execution';
import { projectFolder } from '../../sandbox/folders';
import { preferPort, requireFreePort } from '../../sandbox/ports';
import { run, start } from '../../sandbox/processes';

const node = (script: string) => ({
	name: 'The trial',
	program: process.execPath,
	args: ['--eval', script],
	cwd: projectFolder,
});
const silent = () => undefined;

describe('the sandbox harness', () => {
	let folder = '';
	let source = '';

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'harness-'));
		source = path.join(folder, 'source');
		await mkdir(source);
		await writeFile(path.join(source, 'package.json'), '{}');
		await writeFile(path.join(source, 'npmrc'), 'audit=false');
		process.env['MESSAGING_GATEWAY_SANDBOX'] = path.join(folder, 'cache');
	});

	afterEach(async () => {
		delete process.env['MESSAGING_GATEWAY_SANDBOX'];
		await cleanUp();
		await rm(folder, { recursive: true });
	});

	describe('its cache', () => {
		it('installs once and then finds what is there', async () => {
			const build = jest.fn(async () => undefined);
			const first = await cached('thing', source, silent, build);
			const second = await cached('thing', source, silent, build);
			expect(second).toBe(first);
			expect(build).toHaveBeenCalledTimes(1);
			expect(existsSync(path.join(first, '.npmrc'))).toBe(true);
		});

		it('starts over after an installation that was interrupted', async () => {
			const interrupted = cached('thing', source, silent, async (target) => {
				await writeFile(path.join(target, 'half'), '');
				throw new Error('interrupted');
			});
			await expect(interrupted).rejects.toThrow('interrupted');
			const whole = await cached('thing', source, silent, async () => undefined);
			expect(existsSync(path.join(whole, 'half'))).toBe(false);
			expect(existsSync(path.join(whole, 'installed.json'))).toBe(true);
		});

		it('lets one of two installations at once wait for the other', async () => {
			const build = jest.fn(async () => undefined);
			const both = [cached('thing', source, silent, build), cached('thing', source, silent, build)];
			const [first, second] = await Promise.all(both);
			expect(second).toBe(first);
			expect(build).toHaveBeenCalledTimes(1);
		});

		it('takes over the lock of a run that was killed', async () => {
			const place = await cached('thing', source, silent, async () => undefined);
			await rm(place, { recursive: true });
			const aMinuteAgo = new Date(Date.now() - 60_000);
			await mkdir(`${place}.lock`);
			await utimes(`${place}.lock`, aMinuteAgo, aMinuteAgo);
			await cached('thing', source, silent, async () => undefined);
			expect(existsSync(`${place}.lock`)).toBe(false);
		});

		it('installs anew when the lock file changed', async () => {
			const before = await cached('thing', source, silent, async () => undefined);
			await writeFile(path.join(source, 'package-lock.json'), '{}');
			const after = await cached('thing', source, silent, async () => undefined);
			expect(after).not.toBe(before);
		});
	});

	describe('its ports', () => {
		it('names the port that is in use and the option that chooses another', async () => {
			const server = createServer();
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			await expect(requireFreePort(port, '--port')).rejects.toThrow(
				`Port ${port} is in use. End the program that holds it, or choose another with --port.`,
			);
			expect(await preferPort(port)).not.toBe(port);
			server.close();
		});
	});

	describe('its processes', () => {
		it('gives the standard output of a program that ends well', async () => {
			expect(await run(node('console.log("one\\ntwo"); console.error("aside")'))).toBe('one\ntwo');
		});

		it('shows the last lines of a program that fails', async () => {
			await expect(run(node('console.error("no disk"); process.exit(3)'))).rejects.toThrow(
				'The trial failed (exit code 3). Its last lines were:\n    no disk',
			);
		});

		it('says so when a program does not exist', async () => {
			const missing = { name: 'The trial', program: 'no-such-program', args: [] };
			await expect(run(missing)).rejects.toThrow('ENOENT');
		});

		it('says so when a program ends before it is ready', async () => {
			const trial = start(node('console.log("port is taken")'));
			await expect(trial.waitForLine(/ready/, 10_000)).rejects.toThrow(
				'The trial ended before it was ready. Its last lines were:\n    port is taken',
			);
		});

		it('ends what it started, and what that started, when it is told to end', async () => {
			const listen = `const server = require('node:net').createServer();
				server.listen(0, '127.0.0.1', () => console.log(server.address().port))`;
			const pass = `require('node:child_process').spawn(
				process.execPath, ['--eval', ${JSON.stringify(listen)}], { stdio: 'inherit' })`;
			const script = `require('./sandbox/processes').start({
				name: 'child',
				program: process.execPath,
				args: ['--eval', ${JSON.stringify(pass)}],
				onLine: (line) => console.log('grandchild listens on ' + line),
			})`;
			const trial = start({ ...node(script), args: ['--import', 'tsx', '--eval', script] });
			const [, port] = await trial.waitForLine(/grandchild listens on ([0-9]+)/, 20_000);
			await expect(requireFreePort(Number(port), '--port')).rejects.toThrow('is in use');
			await trial.stop();
			await expect(requireFreePort(Number(port), '--port')).resolves.toBe(Number(port));
		});
	});

	describe('its reading of execution data', () => {
		const output = [
			'Some log line',
			'{',
			'"data": {"resultData": {"runData": {"Send": [',
			'{"data": {"main": [[{"json": {"round": 1}}]]}},',
			'{"data": {"main": [[{"json": {"round": 2}}], [{"json": {"failed": true}}]]}}',
			']}}}}',
		].join('\n');

		it('finds the result behind the log lines', () => {
			expect(runCount(parseRawOutput(output), 'Send')).toBe(2);
		});

		it('gives the items of the last run, or of the run and output asked for', () => {
			const execution = parseRawOutput(output);
			expect(itemsOf(execution, 'Send')).toEqual([{ round: 2 }]);
			expect(itemsOf(execution, 'Send', { run: 0 })).toEqual([{ round: 1 }]);
			expect(itemsOf(execution, 'Send', { output: 1 })).toEqual([{ failed: true }]);
			expect(itemsOf(execution, 'Other')).toEqual([]);
		});

		it('shows what n8n wrote when there is no result', () => {
			expect(() => parseRawOutput('The workflow does not exist')).toThrow(
				'n8n execute gave no result:\nThe workflow does not exist',
			);
		});
	});
});
