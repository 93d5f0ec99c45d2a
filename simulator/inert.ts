/**
 * The headers that make an answer inert in a browser: it runs no script and has an origin of its
 * own, whatever text of others it holds.
 */
export const INERT = {
	'content-security-policy': 'sandbox',
	'x-content-type-options': 'nosniff',
};
