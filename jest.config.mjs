const compilerOptions = {
	module: 'CommonJS',
	moduleResolution: 'Node10',
	ignoreDeprecations: '6.0',
};

/** @type {import('jest').Config} */
export default {
	roots: ['<rootDir>/test'],
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
