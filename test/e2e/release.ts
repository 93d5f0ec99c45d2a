import { chosenRelease, n8n1, n8n2 } from '../../sandbox/releases';

/** The n8n a run is about: each project of jest.e2e.config.mjs names one. */
const { n8nMajor } = globalThis as unknown as { n8nMajor: 1 | 2 };

export const isN8n1 = n8nMajor === 1;
export const release = chosenRelease(isN8n1 ? n8n1 : n8n2);
