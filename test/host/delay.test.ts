import { delay } from '../../nodes/MessagingGateway/host/delay';

it.each([
	[40, 39],
	[0.4, 0],
	[-5, 0],
])('a delay of %d milliseconds takes at least %d', async (milliseconds, least) => {
	const begun = performance.now();
	await delay(milliseconds);
	expect(performance.now() - begun).toBeGreaterThanOrEqual(least);
});
