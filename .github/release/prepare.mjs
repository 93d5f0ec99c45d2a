import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Makes package.json ready to be published. In the repository it is private, so that `npm publish` by
 * hand sends nothing. Ends with an error if the build is missing or a placeholder is left.
 */
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { nodes, credentials } = manifest.n8n;
const missing = [...nodes, ...credentials].filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`Run npm run build first. Missing: ${missing.join(', ')}`);

// All other places are held to these by test/package/names.test.ts.
const { author, homepage, bugs, repository } = manifest;
const PLACEHOLDER =
	/^Messaging Gateway Nodes$|\.example$|github\.com\/n8n-nodes-messaging-gateway\//;
const left = [author.name, author.email, homepage, bugs.url, repository.url].filter((value) =>
	PLACEHOLDER.test(value),
);
if (left.length > 0) {
	throw new Error(`Replace these in package.json, then npm run unit: ${left.join(', ')}`);
}

delete manifest.private;
writeFileSync('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
