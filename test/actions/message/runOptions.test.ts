import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { OF_AN_ITEM } from '../../../nodes/MessagingGateway/actions/message/runOptions';
import { MessagingGateway } from '../../../nodes/MessagingGateway/MessagingGateway.node';
import { execute, sendRows, type Run, type Setup } from '../../support/context';
import { answering } from '../../support/sending';
import { testServer } from '../../support/server';
import { TOOL } from '../../support/tool';

const server = testServer();

const send = async (parameters: IDataObject, rest: Partial<Setup> = {}): Promise<Run> =>
	await sendRows(server.url, { numbers: '27821111111', ...parameters }, rest);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => 27820000000 + index);

describe('a tool of an agent', () => {
	it('sends to at most 20 recipients', async () => {
		server.answer(answering());
		expect((await send({ numbers: numbers(20) }, { node: TOOL })).json).toHaveLength(20);
		server.requests.length = 0;
		const { json } = await send({ numbers: numbers(21) }, { node: TOOL });
		expect(json).toHaveLength(21);
		expect(json[20]).toMatchObject({
			result: 'NOT_SENT',
			description:
				"Not sent. There are 21 recipients, and a tool without 'Max Recipients' sends to at most 20",
		});
		expect(server.requests).toEqual([]);
	});

	it('sends to as many as Max Recipients allows', async () => {
		server.answer(answering());
		const options = { maxRecipients: 30 };
		const executionId = '58';
		const { json } = await send({ numbers: numbers(21), options }, { node: TOOL, executionId });
		expect(json.map(({ result }) => result)).toEqual(Array(21).fill('ACCEPTED'));
	});
});

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
