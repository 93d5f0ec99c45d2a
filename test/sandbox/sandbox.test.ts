import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cached, type Program } from '../../sandbox/cache';
import { cleanUp } from '../../sandbox/cleanup';
import { projectFolder } from '../../sandbox/folders';
import { npmEnvironment, requireRegistry } from '../../sandbox/npm';
import { freePort, preferPort } from '../../sandbox/ports';
import { run, start } from '../../sandbox/processes';

const node = (script: string) => ({
	name: 'The trial',
	program: process.execPath,
	args: ['--eval', script],
	cwd: projectFolder,
});
const silent = () => undefined;

describe('the sandbox', () => {
	let folder = '';
	let source = '';

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
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

	/** A program that writes its name into the folder and is fine while that is there. */
	const program = (parts: Partial<Program> = {}): Program => ({
		name: 'thing',
		source,
		build: (target) => writeFile(path.join(target, 'program.js'), 'console.log("1.0")'),
		tryOut: async (target) => {
			await run({ name: 'It', program: process.execPath, args: [path.join(target, 'program.js')] });
		},
		...parts,
	});

	describe('its cache', () => {
		it('installs once and then finds what is there', async () => {
			const build = jest.fn(program().build);
			const first = await cached(program({ build }), silent);
			const second = await cached(program({ build }), silent);
			expect(second).toBe(first);
			expect(build).toHaveBeenCalledTimes(1);
			expect(existsSync(path.join(first, '.npmrc'))).toBe(true);
		});

		it('starts over after an installation that was interrupted', async () => {
			const build = async (target: string) => {
				await writeFile(path.join(target, 'half'), '');
				throw new Error('interrupted');
			};
			await expect(cached(program({ build }), silent)).rejects.toThrow('interrupted');
			const whole = await cached(program(), silent);
			expect((await readdir(whole)).sort()).toEqual(['.npmrc', 'package.json', 'program.js']);
		});

		it('installs again when a program that was installed does not start', async () => {
			const place = await cached(program(), silent);
			await writeFile(path.join(place, 'program.js'), 'process.exit(1)');
			const lines: string[] = [];
			expect(await cached(program(), (line) => lines.push(line))).toBe(place);
			expect(lines).toEqual(['thing does not start any more: installing it again']);
			expect(await readFile(path.join(place, 'program.js'), 'utf8')).toBe('console.log("1.0")');
		});

		it('gives two installations at once the same folder, with nothing left beside it', async () => {
			const both = [cached(program(), silent), cached(program(), silent)];
			const [first, second] = await Promise.all(both);
			expect(second).toBe(first);
			await cleanUp();
			expect(await readdir(path.join(folder, 'cache'))).toEqual([path.basename(first ?? '')]);
		});
	});

	describe('its npm', () => {
		const before = { ...process.env };

		afterEach(() => {
			process.env = { ...before };
		});

		it('keeps the settings of the machine and drops those that npm run hands down', () => {
			const environment = npmEnvironment({
				PATH: '/usr/bin',
				npm_config_registry: 'https://registry.example.com/',
				NPM_CONFIG_HTTPS_PROXY: 'http://proxy.example.com',
				'npm_config_strict-ssl': 'false',
				'npm_config_//registry.example.com/:_authToken': 'token',
				npm_config_ignore_scripts: 'true',
				NPM_CONFIG_OMIT: 'optional',
				'npm_config_dry-run': 'true',
				npm_config_global: 'true',
				npm_config_package_lock: 'false',
				npm_lifecycle_event: 'demo',
				npm_package_name: 'n8n-nodes-messaging-gateway',
			});
			expect(environment).toEqual({
				PATH: '/usr/bin',
				npm_config_registry: 'https://registry.example.com/',
				NPM_CONFIG_HTTPS_PROXY: 'http://proxy.example.com',
				'npm_config_strict-ssl': 'false',
				'npm_config_//registry.example.com/:_authToken': 'token',
			});
		});

		it('says that the registry does not answer, and what to do', async () => {
			process.env['npm_config_registry'] = `http://127.0.0.1:${await freePort()}/`;
			await expect(requireRegistry(folder, 'n8n 2')).rejects.toThrow(
				'n8n 2 could not be downloaded: the npm registry did not answer. ' +
					'Check the network and the npm settings (npm config get registry), then run this again',
			);
		});
	});

	describe('its processes', () => {
		it('shows the last lines of a program that fails', async () => {
			await expect(run(node('console.error("no disk"); process.exit(3)'))).rejects.toThrow(
				'The trial failed (exit code 3). The last lines of The trial were:\n    no disk',
			);
		});

		it('says so when a program ends before it is ready', async () => {
			const trial = start(node('console.log("port is taken")'));
			await expect(trial.waitForLine(/ready/, 10_000)).rejects.toThrow(
				'The trial ended before it was ready. The last lines of The trial were:\n    port is taken',
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
			expect(await preferPort(Number(port))).not.toBe(Number(port));
			await trial.stop();
			expect(await preferPort(Number(port))).toBe(Number(port));
		});
	});
});
