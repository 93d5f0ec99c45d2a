/** Whether there is time for all runs of the properties: `npm run unit:thorough`, as CI does. */
export const { thorough } = globalThis as { thorough?: boolean };

/** How many runs of a property `npm test` has time for, of as many as would be thorough. */
export const runs = (count: number): number => (thorough ? count : Math.ceil(count / 10));

/** How large an input `npm test` has time for. */
export const size = runs;

/** The cases of a table that `npm test` has time for: every third, so that each row and column is tried. */
export const some = <Case>(cases: Case[]): Case[] =>
	thorough ? cases : cases.filter((_, index) => index % 3 === 0);
