/** Why a recipient was not accepted; each interface has its own words for these. */
export type Refusal =
	| 'accountLocked'
	| 'tooLong'
	| 'badDestination'
	| 'trialNotToSelf'
	| 'optedOut'
	| 'industryDoNotContact'
	| 'insufficientCredits';

/** Numbers that are refused whatever the account and the text, to try what a workflow does then. */
export const REFUSED_NUMBERS: ReadonlyMap<string, Refusal> = new Map([
	['27820009301', 'accountLocked'],
	['27820009302', 'tooLong'],
	['27820009303', 'badDestination'],
	['27820009304', 'trialNotToSelf'],
	['27820009305', 'optedOut'],
	['27820009306', 'industryDoNotContact'],
	['27820009307', 'insufficientCredits'],
]);
