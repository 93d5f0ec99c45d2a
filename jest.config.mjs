/** @type {import('jest').Config} */
export default {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/test/e2e/', '/test/bench/'],
	transform: { '\\.(ts|m?js)$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	// The libraries that the build bundles are ES modules.
	transformIgnorePatterns: ['/node_modules/(?!(fast-xml-parser|fast-xml-builder|@nodable)/)'],
};
