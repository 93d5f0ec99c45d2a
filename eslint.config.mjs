import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const communityNodes = n8nCommunityNodesPlugin.configs.recommended;

/** What ships in the package is held to n8n's rules for verified community nodes. */
const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', 'node_modules/'] },
	{ linterOptions: { noInlineConfig: true } },
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.strict],
	},
	{
		files: ['**/*.{js,mjs}'],
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
	{ files: shipped, extends: [communityNodes] },
	{ files: shipped, rules: { 'no-console': 'error' } },
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
		// The gateway room is the service alone: it knows neither n8n nor what is built on it.
		files: ['nodes/MessagingGateway/gateway/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					paths: [{ name: 'n8n-workflow', message: 'The gateway room knows nothing of n8n.' }],
					patterns: [
						{
							group: [
								'n8n-*',
								'**/actions/**',
								'**/events/**',
								'**/transport',
								'**/errors',
								'**/fields',
								'**/recordItems',
								'**/*.node',
								'**/credentials/**',
							],
							message: 'Imports run one way: node files, actions and events, gateway.',
						},
					],
				},
			],
		},
	},
	{
		// An operation never reaches up to the node that offers it.
		files: ['nodes/MessagingGateway/actions/**/*.ts', 'nodes/MessagingGateway/events/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							group: ['**/*.node'],
							message: 'Imports run one way: node files, actions and events, gateway.',
						},
					],
				},
			],
		},
	},
);
