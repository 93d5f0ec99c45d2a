import { isOptOut } from '../../nodes/MessagingGateway/gateway/specification/text';

describe('opt-out trigger words', () => {
	it.each([
		['Stop', true],
		['STOP', true],
		[' stop\n', true],
		['End', true],
		['Cancel', true],
		['Unsubscribe', true],
		['quit', true],
		['Stop sending me this', true],
		['stop send', true],
		['Opt out please', true],
		['opt-out', true],
		['OPT_OUT', true],
		['Opt😀out', true],
		['Opt😀😀out', false],
		['optout', false],
		['opt  out', false],
		['Stop it', false],
		['Please stop', false],
		['The end', false],
		['', false],
	])('%j: %s', (text, optOut) => {
		expect(isOptOut(text)).toBe(optOut);
	});
});
