/** Texts that are an opt-out as a whole (spec, "Opt-out trigger words"). */
const WHOLE = /^(?:stop|end|cancel|unsubscribe|quit)$/i;

/** Texts that are an opt-out by how they start; between `Opt` and `out` any one character stands. */
const START = /^(?:stop send|opt.out)/is;

/** Whether the gateway takes a text for an opt-out: it then blocks the number and confirms by itself. */
export const isOptOut = (text: string): boolean => {
	const trimmed = text.trim();
	return WHOLE.test(trimmed) || START.test(trimmed);
};
