/** The table "Limits" of the protocol, and the limits that this package sets. */

/** Longest message, in GSM 7-bit septets. */
export const MAX_MESSAGE_LENGTH = 918;
/** Septets in a message of one part, and in each part of a longer one. */
export const SINGLE_PART_LENGTH = 160;
export const JOINED_PART_LENGTH = 153;
export const MAX_NUMBERS_PER_QUERY = 100;
export const MAX_IDS_PER_QUERY = 100;
/** Message IDs in one XML status request; further ones are answered SKIPPED. */
export const MAX_IDS_PER_XML = 1000;
/** Recipients in one XML send. The protocol sets no limit; this keeps a request and its answer small. */
export const MAX_RECIPIENTS_PER_XML = 1000;
/** Bytes of one XML send that the texts and numbers take: classic ASP reads 200,000 bytes by default. */
export const MAX_XML_LENGTH = 190_000;
/** Least digits of an international number. */
export const MIN_DIGITS = 7;
/** Longest path and parameters of a query-interface request: web servers take 8,000 bytes, login and host too. */
export const MAX_QUERY_LENGTH = 7000;
export const MAX_ANSWER_MEBIBYTES = 64;
/** Longest time for an answer, in milliseconds. */
export const TIMEOUTS: Readonly<Record<'read' | 'take' | 'change', number>> = {
	/** For a request that changes nothing. */
	read: 45_000,
	/** For a request that takes new records: giving up loses them. */
	take: 240_000,
	/** For a request that sends, deletes or transfers: giving up early leaves the result unknown. */
	change: 60_000,
};
