const compilerOptions = {
	module: 'CommonJS',
	moduleResolution: 'Node10',
	ignoreDeprecations: '6.0',
};

/** @type {import('jest').Config} */
export const common = {
	// The sources too, so that the tests of a file can be found.
	roots: [
		'<rootDir>/test',
		'<rootDir>/nodes',
		'<rootDir>/credentials',
		'<rootDir>/simulator',
		'<rootDir>/sandbox',
		'<rootDir>/demo',
	],
	testMatch: ['**/*.test.ts'],
	// Types are checked by tsc, once.
	transform: {
		'\\.ts$': [
			'ts-jest',
			{
				diagnostics: false,
				tsconfig: {
					target: 'ES2022',
					esModuleInterop: true,
					isolatedModules: true,
					...compilerOptions,
				},
			},
		],
	},
};

/** @type {import('jest').Config} */
export default {
	// Two cores are two workers: by default Jest leaves one of them idle.
	maxWorkers: '100%',
	// A busy machine is no failure.
	testTimeout: 30_000,
	projects: [
		{
			...common,
			displayName: 'unit',
			testPathIgnorePatterns: ['/test/e2e/', '/test/bench/', '/test/browser/'],
		},
		{ ...common, displayName: 'browser', roots: ['<rootDir>/test/browser'] },
	],
};
