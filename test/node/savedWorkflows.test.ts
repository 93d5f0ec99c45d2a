import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';

const { description } = new MessagingGateway();

/** What n8n makes of saved parameters before the node runs: what it does not show, it drops. */
const loaded = (saved: INodeParameters) =>
	NodeHelpers.getNodeParameters(description.properties, saved, true, false, null, description);

describe('a workflow that was saved before Default Country was a field', () => {
	it.each([
		['message', 'send'],
		['message', 'sendAndWait'],
		['optOut', 'check'],
	])('keeps its option in %s %s', (resource, operation) => {
		const options = { defaultCountry: 'ZA' };
		expect(loaded({ resource, operation, options })).toMatchObject({
			defaultCountry: '',
			options: { defaultCountry: 'ZA' },
		});
	});

	it('and a new one does not get it', () => {
		const options = loaded({ resource: 'message', operation: 'send' })?.options;
		expect(options).not.toHaveProperty('defaultCountry');
	});
});
