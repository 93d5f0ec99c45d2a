import unit from './jest.config.mjs';

/** @type {import('jest').Config} */
export default {
	...unit,
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.e2e.ts'],
	testPathIgnorePatterns: [],
	testTimeout: 120_000,
	reporters: [['default', { summaryThreshold: 0 }]],
	verbose: true,
};
