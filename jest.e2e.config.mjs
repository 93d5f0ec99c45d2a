import unit from './jest.config.mjs';

const project = (n8nMajor, parts) => ({
	...unit,
	displayName: `n8n ${n8nMajor}`,
	roots: ['<rootDir>/test/e2e'],
	testMatch: [`**/${parts}.e2e.ts`],
	testPathIgnorePatterns: [],
	globals: { n8nMajor },
});

/** @type {import('jest').Config} */
export default {
	// All parts but the editor's run in n8n 1 as well, and together they take longer than anybody waits.
	projects: [
		project(2, '*'),
		project(1, '{fields,operations,queueLarge,send,trigger,triggerLosses,workflow}'),
	],
	testTimeout: 120_000,
	reporters: [['default', { summaryThreshold: 0 }]],
	verbose: true,
};
