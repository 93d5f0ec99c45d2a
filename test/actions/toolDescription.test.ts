import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';

describe('what a model is told', () => {
	const { properties } = new MessagingGateway().description;
	const descriptions = properties.filter(({ name }) => name === 'toolDescription');

	it('is a text of our own for each operation but the one that is no tool', () => {
		const named = descriptions.map(({ displayOptions }) => {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			return `${String(resource[0])}: ${String(operation[0])}`;
		});
		expect(named.sort().join(', ')).toBe(
			'account: checkLogin, account: getBalance, account: transferCredits, message: deleteScheduled, message: getStatus, message: preview, message: send, optOut: check, optOut: getAll, reply: getNew, shortCodeMessage: getNew',
		);
		for (const { displayOptions } of descriptions) {
			expect(displayOptions?.show?.['@tool']).toEqual([true]);
		}
	});
});
