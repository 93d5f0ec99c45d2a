import { mapYielding } from '../../nodes/MessagingGateway/rows/readItems';

afterEach(() => jest.restoreAllMocks());

it('a long list lets other work in whenever more than 50 milliseconds have passed', async () => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const begun: number[] = [];
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((work) => {
		begun.push(now);
		return setImmediate(work) as never;
	});
	const results = await mapYielding(Array.from({ length: 12 }), (_, index) => {
		now += 17;
		return index;
	});
	expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
	expect(begun).toEqual([51, 102, 153]);
});
