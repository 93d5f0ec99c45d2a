import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Makes package.json ready to be published. In the repository it is private, so that `npm publish` by
 * hand sends nothing. Ends with an error if the build is missing or the publisher is a placeholder.
 */
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { nodes, credentials } = manifest.n8n;
const missing = [...nodes, ...credentials].filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`Run npm run build first. Missing: ${missing.join(', ')}`);

// publisher.mjs replaces all placeholders, so one tells of the others.
if (manifest.author.email.endsWith('.example')) {
	throw new Error('Name the publisher first: .github/release/publisher.mjs');
}

delete manifest.private;
writeFileSync('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
