/** Texts that are an opt-out as a whole (protocol, "Opt-out trigger words"). */
const WHOLE = /^(?:stop|end|cancel|unsubscribe|quit)$/i;

/** Texts whose start makes them an opt-out; any one character may separate `Opt` and `out`. */
const START = /^(?:stop send|opt.out)/is;

/** Whether the gateway treats a text as an opt-out: it then blocks the number and confirms it itself. */
export const isOptOut = (text: string): boolean => {
	const trimmed = text.trim();
	return WHOLE.test(trimmed) || START.test(trimmed);
};
