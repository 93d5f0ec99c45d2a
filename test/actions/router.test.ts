import type { IExecuteFunctions } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { contextOf, execute } from '../support/context';
import { testServer } from '../support/server';
import { TOOL } from '../support/tool';
import { accepted } from '../support/xmlAnswers';

const server = testServer();

const MESSAGE = '\'Operation\' is "fly", which is none of its values';

const fly = async (onError?: 'continueRegularOutput' | 'continueErrorOutput') =>
	await execute('http://127.0.0.1:9', 'message', 'fly', [{}, {}], {
		node: onError ? { onError } : {},
	});

describe('an operation that does not exist', () => {
	it('is an error that says what to do', async () => {
		const { error } = await fly();
		expect(error?.message).toBe(MESSAGE);
		expect(error?.description).toBe("Choose 'Resource' and 'Operation' again");
	});

	it('is one item where the run is to go on, and n8n routes it by its only key', async () => {
		const regular = await fly('continueRegularOutput');
		expect(regular.items).toEqual([{ json: { error: MESSAGE }, pairedItem: { item: 0 } }]);
		const routed = await fly('continueErrorOutput');
		expect(routed.items).toEqual([
			{ json: { error: { message: MESSAGE } }, pairedItem: { item: 0 } },
		]);
	});

	it('is a note for a language model', async () => {
		const { json } = await execute('http://127.0.0.1:9', 'message', 'fly', [{}], {
			node: TOOL,
		});
		expect(json).toEqual([{ note: `${MESSAGE}. Stop and tell the user` }]);
	});
});

it('a resource that does not exist is named so', async () => {
	const { error } = await execute('http://127.0.0.1:9', 'pigeon', 'send');
	expect(error?.message).toBe('\'Resource\' is "pigeon", which is none of its values');
});

describe('a host that cannot show hints', () => {
	const failing = () => {
		throw new Error('Not in this mode');
	};

	it.each([undefined, failing])('loses no ID (%#)', async (addExecutionHints) => {
		server.answer(accepted(['27821111111', '101']));
		const parameters = {
			resource: 'message',
			operation: 'send',
			numbers: '27821111111',
			text: '日',
		};
		const context = contextOf({ url: server.url, parameters }, [], []);
		Object.assign(context, { addExecutionHints });
		const [items] = await new MessagingGateway().execute.call(context as IExecuteFunctions);
		expect(items?.[0]?.json).toMatchObject({ result: 'ACCEPTED', messageId: '101' });
	});
});
