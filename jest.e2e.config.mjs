import { common } from './jest.config.mjs';

const project = (displayName, n8nMajor, testMatch) => ({
	...common,
	displayName,
	roots: ['<rootDir>/test/e2e'],
	testMatch,
	globals: { n8nMajor },
});

/** A command that starts the n8n to try instead of the usual ones. */
const chosen = process.env.MESSAGING_GATEWAY_N8N;

/** What has to work in every n8n that people run. */
const MAIN_PATH = ['operations', 'question', 'send', 'trigger', 'workflow'];

/** All parts but the editor's; two n8n with everything take longer than anybody waits. */
const PARTS_OF_N8N_1 = [
	...MAIN_PATH,
	'fields',
	'queueKill',
	'queueLarge',
	'queueQuestion',
	'sendOnce',
	'sendOutage',
	'triggerEveryMinute',
	'triggerLosses',
];
const filesOf = (parts) => parts.map((part) => `**/${part}.e2e.ts`);

/** @type {import('jest').Config} */
export default {
	projects: chosen
		? [project('chosen n8n', 2, filesOf(MAIN_PATH))]
		: [project('n8n 2', 2, filesOf(['*'])), project('n8n 1', 1, filesOf(PARTS_OF_N8N_1))],
	testTimeout: 120_000,
	reporters: [['default', { summaryThreshold: 0 }]],
	verbose: true,
};
