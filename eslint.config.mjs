import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const communityNodes = n8nCommunityNodesPlugin.configs.recommended;

/** What ships in the package is held to n8n's rules for verified community nodes. */
const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** What n8n's scan of a published package looks at beside these: its built files, and all JSON. */
const published = ['dist/**/*.js', 'dist/**/*.json', '{nodes,credentials}/**/*.json'];

/**
 * The folders of the nodes from the lowest floor up, those beside each other in one list. A file
 * imports from its own folder and from lower floors.
 */
const node = './nodes/MessagingGateway';
const floors = [
	[`${node}/gateway/specification`],
	[`${node}/gateway/exchange`],
	[`${node}/gateway/interfaces`],
	[`${node}/gateway/operations`],
	[`${node}/host`],
	[`${node}/fields`],
	[`${node}/rows`],
	[`${node}/question`],
	[`${node}/actions`, `${node}/events`],
	[`${node}/*.node.ts`],
];
/** Two folders beside each other do not import each other, and only the node files know them. */
const beside = [
	...floors.slice(1).flatMap((_, index) => pairs(floors[index], floors.slice(index + 1).flat())),
	...pairs([`${node}/actions`], [`${node}/events`]),
	...pairs([`${node}/events`], [`${node}/actions`]),
	...pairs([`${node}/gateway/interfaces/query`], [`${node}/gateway/interfaces/xml`]),
	...pairs([`${node}/gateway/interfaces/xml`], [`${node}/gateway/interfaces/query`]),
	...pairs([node], ['./credentials']),
	...pairs(['./credentials'], [`${node}/!(gateway)/**`, `${node}/*.node.ts`]),
];
const walls = beside.map(([target, from]) => ({
	target,
	from,
	message: 'A file imports from its own folder and from lower floors only.',
}));

function pairs(targets, sources) {
	return targets.flatMap((target) => sources.map((from) => [target, from]));
}

export default tseslint.config(
	{ ignores: ['coverage/', 'node_modules/'] },
	{ linterOptions: { noInlineConfig: true } },
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.strict],
	},
	{
		files: ['**/*.{js,mjs}'],
		ignores: ['dist/**'],
		extends: [js.configs.recommended],
		languageOptions: {
			globals: {
				require: 'readonly',
				module: 'readonly',
				exports: 'readonly',
				process: 'readonly',
				__dirname: 'readonly',
			},
		},
	},
	{
		// The simulator's page runs in a browser.
		files: ['simulator/page/**/*.js'],
		languageOptions: {
			globals: {
				document: 'readonly',
				location: 'readonly',
				performance: 'readonly',
				fetch: 'readonly',
				confirm: 'readonly',
				requestAnimationFrame: 'readonly',
				setInterval: 'readonly',
				setTimeout: 'readonly',
				clearTimeout: 'readonly',
				EventSource: 'readonly',
				IntersectionObserver: 'readonly',
			},
		},
	},
	{ files: [...shipped, ...published], extends: [communityNodes] },
	{ files: [...shipped, ...published], rules: { 'no-console': 'error' } },
	{
		files: published.filter((pattern) => pattern.endsWith('.json')),
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['package.json'],
		extends: [communityNodes],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Meant for n8n's own nodes, whose documentation URL is a page name and not an address.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Both want the string 'main' where n8n's newer rules want NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['nodes/MessagingGateway/gateway/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [{ group: ['n8n-*'], message: 'The gateway knows nothing of n8n.' }] },
			],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.ts'],
		plugins: { 'import-x': importX },
		settings: {
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
			'import-x/resolver': { node: { extensions: ['.ts', '.js'] } },
		},
		rules: {
			'import-x/no-cycle': 'error',
			'import-x/no-restricted-paths': ['error', { zones: walls }],
		},
	},
);
