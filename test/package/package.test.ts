import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
	dependencies?: object;
	peerDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

interface Pack {
	size: number;
	unpackedSize: number;
	files: Array<{ path: string }>;
}
/** What `npm publish` would send; `npm run build` has to have been run. */
const [pack] = JSON.parse(
	execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}),
) as [Pack];
const packed = pack.files.map((file) => file.path).sort();

describe('the package as it is published', () => {
	it('holds the built nodes, their icons, codex files and schemas, the licences, and nothing else', () => {
		const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KiB`;
		process.stdout.write(
			`The pack has ${kilobytes(pack.size)}, ${kilobytes(pack.unpackedSize)} unpacked\n`,
		);
		const [schemas, others] = [true, false].map((wanted) =>
			packed.filter((file) => file.includes('/__schema__/') === wanted),
		);
		// Which ones, schema.test.ts says.
		expect(schemas).toHaveLength(12);
		expect(others).toEqual([
			'LICENSE',
			'README.md',
			'dist/THIRD_PARTY_LICENSES.txt',
			'dist/bundle.js',
			'dist/credentials/MessagingGatewayApi.credentials.js',
			'dist/nodes/MessagingGateway/MessagingGateway.node.js',
			'dist/nodes/MessagingGateway/MessagingGateway.node.json',
			'dist/nodes/MessagingGateway/MessagingGatewayTrigger.node.js',
			'dist/nodes/MessagingGateway/MessagingGatewayTrigger.node.json',
			'dist/nodes/MessagingGateway/messagingGateway.dark.svg',
			'dist/nodes/MessagingGateway/messagingGateway.svg',
			'package.json',
		]);
	});

	it('needs nothing at run time but n8n itself', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const required = packed
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...read(file).matchAll(/\brequire\("([^"]+)"\)/g)])
			.map(([, name]) => name as string)
			.filter((name) => !name.startsWith('node:'));
		expect([...new Set(required)].sort()).toEqual([
			'../../bundle.js',
			'../bundle.js',
			'n8n-workflow',
		]);
	});

	it.each([...manifest.n8n.nodes, ...manifest.n8n.credentials])(
		'%s loads, and holds the class that n8n looks for, with its icons and its codex file',
		(file) => {
			expect(packed).toContain(file);
			const [name = ''] = path.basename(file).split('.');
			const loaded = jest.requireActual<Record<string, new () => Loaded>>(path.join(root, file));
			const instance = new (loaded[name] as new () => Loaded)();
			const { light, dark } = (instance.description ?? instance).icon as Icons;
			for (const icon of [light, dark]) {
				expect(existsSync(path.join(root, path.dirname(file), icon.slice('file:'.length)))).toBe(
					true,
				);
			}
			if (!instance.description) return;
			const codex = JSON.parse(read(file.replace(/\.js$/, '.json'))) as { node: string };
			expect(codex.node).toBe(`n8n-nodes-messaging-gateway.${instance.description.name}`);
		},
	);

	/** The libraries in the bundle: esbuild names the file above the code of each. */
	const libraries = new Set(
		[...read('dist/bundle.js').matchAll(/^\/\/ .*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(
			([, name]) => name as string,
		),
	);
	const licences = read('dist/THIRD_PARTY_LICENSES.txt').split(/^(?=\S+ \S+ \(.+\)\n-+$)/m);

	it('brings along one licence for each bundled library', () => {
		expect(licences.map((licence) => licence.split(' ')[0])).toEqual([...libraries].sort());
		expect(libraries).toContain('fast-xml-builder');
	});

	it.each([...libraries])('has the licence of %s in full, with its copyright line', (library) => {
		const { version } = JSON.parse(read(`node_modules/${library}/package.json`)) as Library;
		const licence = licences.find((text) => text.startsWith(`${library} ${version} (MIT)\n`)) ?? '';
		expect(licence).toMatch(/^Copyright (\(c\) )?\d{4}/m);
		const text = licence.replace(/\s+/g, ' ');
		expect(text).toContain('Permission is hereby granted, free of charge, to any person obtaining');
		expect(text).toContain('OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.');
	});
});

interface Library {
	version: string;
}
interface Icons {
	light: string;
	dark: string;
}
interface Loaded {
	icon?: Icons;
	description?: { name: string; icon: Icons };
}
