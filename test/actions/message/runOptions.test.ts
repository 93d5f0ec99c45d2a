import type { INodeProperties } from 'n8n-workflow';
import { OF_AN_ITEM } from '../../../nodes/MessagingGateway/actions/message/runOptions';
import { MessagingGateway } from '../../../nodes/MessagingGateway/MessagingGateway.node';
import { execute } from '../../support/context';
import { testServer } from '../../support/server';

const server = testServer();

it('the interface of the first item is used for all of them', async () => {
	server.answer('27821111111=101&27822222222=102&');
	const { json } = await execute(server.url, 'message', 'send', [
		{ numbers: '27821111111', text: 'Hi', options: { interface: 'query' } },
		{ numbers: '27822222222', text: 'Hi', options: { interface: 'xml' } },
	]);
	expect(json.map(({ messageId }) => messageId)).toEqual(['101', '102']);
	expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
});

it('an option of Send is of the run exactly if its description says so', () => {
	const ofSend = ({ displayOptions }: INodeProperties) =>
		displayOptions?.show?.operation?.includes('send');
	const fields = new MessagingGateway().description.properties.filter(ofSend);
	const options = fields.find(({ name }) => name === 'options')?.options as INodeProperties[];
	const ofItems = [...options, ...fields.filter(({ name }) => name === 'defaultCountry')]
		.filter(
			({ description }) => !description?.includes('The value of the first item holds for all'),
		)
		.map(({ name }) => name);
	expect(ofItems.sort()).toEqual([...OF_AN_ITEM].sort());
});
