/** The table "Limits" of the protocol, and the limits that this package sets. */

/** Longest message, in GSM 7-bit septets. */
export const MAX_MESSAGE_LENGTH = 918;
/** Numbers in one query-interface send. */
export const MAX_NUMBERS_PER_QUERY = 100;
/** Message IDs in one query-interface request. */
export const MAX_IDS_PER_QUERY = 100;
/** Message IDs in one XML status request; further ones are answered SKIPPED. */
export const MAX_IDS_PER_XML = 1000;
/** Recipients in one XML send. The protocol sets no limit; this keeps a request and its answer small. */
export const MAX_RECIPIENTS_PER_XML = 1000;
/** Longest path and parameters of a query-interface request: web servers take 8,000 bytes, login and host too. */
export const MAX_QUERY_LENGTH = 7000;
/** Longest answer that is read. */
export const MAX_ANSWER_MEBIBYTES = 64;
/** Sends that may be under way together: if the process is killed, the results of all are unknown. */
export const MAX_REQUESTS_AT_ONCE = 8;
/** Messages that one trigger watches: their states are stored with every change. */
export const MAX_WATCHED_IDS = 10_000;
