/** Whether there is time for all runs of the properties: `npm run unit:thorough`, as CI does. */
const { thorough } = globalThis as { thorough?: boolean };

/** How many runs of a property `npm test` has time for, of as many as would be thorough. */
export const runs = (count: number): number => (thorough ? count : Math.ceil(count / 10));
