const compilerOptions = {
	module: 'CommonJS',
	moduleResolution: 'Node10',
	ignoreDeprecations: '6.0',
};

/** @type {import('jest').Config} */
export default {
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
	// Two cores are two workers: by default Jest leaves one of them idle.
	maxWorkers: '100%',
	testPathIgnorePatterns: ['/test/e2e/', '/test/bench/'],
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
