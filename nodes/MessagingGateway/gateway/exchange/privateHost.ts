/**
 * Matches hosts of this machine, and names and addresses that exist in private networks only (RFC 1918,
 * RFC 3927, RFC 8375, and unique local and link-local addresses of IPv6).
 */
export const PRIVATE_HOST = [
	'[^.:/[\\s]+',
	'[^:/\\s]+\\.(?:home|home\\.arpa|internal|lan|local|localhost)',
	'(?:0|10|127|169\\.254|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))(?:\\.\\d+)+',
	'\\[(?:::1?|(?:f[cd]|fe[89ab])[^\\]]*)\\]',
].join('|');
