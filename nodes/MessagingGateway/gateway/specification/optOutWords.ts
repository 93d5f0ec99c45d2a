/** Texts that are an opt-out as a whole (protocol, "Opt-out trigger words"). */
const WHOLE = /^(?:stop|end|cancel|unsubscribe|quit)$/i;
/** Texts whose start makes them an opt-out; any one character, an emoji too, may separate `Opt` and `out`. */
const START = /^(?:stop send|opt.out)/isu;

/** Whether the gateway treats a text as an opt-out: it then blocks the number and confirms it itself. */
export const isOptOut = (text: string): boolean =>
	WHOLE.test(text.trim()) || START.test(text.trim());

/** The gateway's text for a number that was added by hand (protocol, "Opt-out entry"). */
export const MANUAL_OPT_OUT = '* MANUALLY ADDED BY USER *';
