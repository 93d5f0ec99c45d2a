import unit from './jest.config.mjs';

/** Tests in a real n8n: all of them in n8n 2, and what does not need a browser in n8n 1 too. */
const project = (n8nMajor, testPathIgnorePatterns = []) => ({
	...unit,
	displayName: `n8n ${n8nMajor}`,
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.e2e.ts'],
	testPathIgnorePatterns,
	globals: { n8nMajor: n8nMajor },
});

/** @type {import('jest').Config} */
export default {
	projects: [project(2), project(1, ['harness', 'editor'])],
	testTimeout: 120_000,
	reporters: [['default', { summaryThreshold: 0 }]],
	verbose: true,
};
