const { cp, mkdir, readFile, readdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { parallel, series } = require('gulp');

const { nodes, credentials } = require('./package.json').n8n;

const output = 'dist';

/** The files n8n loads by their name in package.json, and the file with the code of all of them. */
const entryPoints = [...nodes, ...credentials];
const bundleFile = `${output}/bundle.js`;

async function clean() {
	await rm(output, { recursive: true, force: true });
}

/** One bundle for all: the nodes and the credential share most of their code. */
async function bundle() {
	const sources = entryPoints.map((file) => path.posix.relative(output, file).replace(/\.js$/, ''));
	const { metafile } = await esbuild.build({
		stdin: {
			contents: sources.map((source) => `export * from './${source}';`).join('\n'),
			resolveDir: __dirname,
		},
		outfile: bundleFile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow'],
		legalComments: 'inline',
		// Letters as escapes and lines without end are what a scanner takes for hidden code.
		charset: 'utf8',
		lineLimit: 500,
		logLevel: 'warning',
		metafile: true,
	});
	await writeFile(bundleFile, escapeInvisible(await readFile(bundleFile, 'utf8')));
	const { inputs } = metafile.outputs[bundleFile];
	await writeLicences(Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
}

/** Characters that nobody sees are written as escapes, also where esbuild writes them plainly. */
function escapeInvisible(code) {
	return code.replace(/(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
		character.split('').map(unitEscape).join(''),
	);
}

function unitEscape(unit) {
	return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Where n8n looks for a class of that name there is nothing but the way to the bundle. */
async function writeEntryPoints() {
	for (const file of entryPoints) {
		const bundlePath = path.posix.relative(path.dirname(file), bundleFile);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `module.exports = require("${bundlePath}");\n`);
	}
}

/** Writes the licence of every bundled library beside the bundles, as those licences ask. */
async function writeLicences(inputs) {
	const folders = new Set(
		inputs.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean),
	);
	const licences = await Promise.all([...folders].sort().map(readLicence));
	await writeFile(path.join(output, 'THIRD_PARTY_LICENSES.txt'), licences.join('\n\n'));
}

/** Reads the licence of a library. Without one in its package the build fails. */
async function readLicence(folder) {
	const { name, version, license } = JSON.parse(
		await readFile(path.join(folder, 'package.json'), 'utf8'),
	);
	const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
	if (!file) throw new Error(`${name} is bundled, and npm has it without its licence`);
	const text = await readFile(path.join(folder, file), 'utf8');
	return `${name} ${version} (${license})
${'-'.repeat(60)}
${text.trim()}
`;
}

/** Icons, codex files and the schemas of outputs stand beside the node they are of. */
async function copyAssets() {
	for (const folder of new Set(nodes.map((file) => path.relative(output, path.dirname(file))))) {
		const assets = (await readdir(folder)).filter((file) =>
			/\.(svg|node\.json)$|^__schema__$/.test(file),
		);
		await mkdir(path.join(output, folder), { recursive: true });
		await Promise.all(
			assets.map((file) =>
				cp(path.join(folder, file), path.join(output, folder, file), { recursive: true }),
			),
		);
	}
}

exports.default = series(clean, parallel(bundle, writeEntryPoints, copyAssets));
