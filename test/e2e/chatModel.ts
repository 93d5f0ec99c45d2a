import type { IDataObject } from 'n8n-workflow';
import { startServer, type RecordedRequest, type Reply } from '../support/server';

/** What an AI agent asks its model. */
export interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string; description: string } }>;
}

/** A chat model behind the interface that n8n's OpenAI node speaks, which says what it is told to. */
export interface ChatModel {
	address: string;
	/** What it was asked, oldest first. */
	requests: () => ChatRequest[];
	close: () => Promise<void>;
}

/** Starts a model that calls the first tool of an agent with these arguments, once, and then ends. */
export const startChatModel = async (toolArguments: IDataObject): Promise<ChatModel> =>
	await startModel(
		({ tools }) => callOf(tools[0]?.function.name ?? '', toolArguments),
		() => ({ role: 'assistant', content: 'It is done.' }),
	);

/** Starts a model that says this to everything it is asked. */
export const startTalkingModel = async (say: (chat: ChatRequest) => string): Promise<ChatModel> =>
	await startModel((chat) => ({ role: 'assistant', content: say(chat) }));

/** Starts a model that answers with these messages in turn; the last is repeated. */
async function startModel(
	...answers: Array<(chat: ChatRequest) => IDataObject>
): Promise<ChatModel> {
	const server = await startServer();
	const read = ({ body }: RecordedRequest) => JSON.parse(body) as ChatRequest;
	const replies = answers.map((answer): Reply => (request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(completion(answer(read(request)))));
	});
	server.answer(...replies);
	return {
		address: `${server.url}/v1`,
		requests: () => server.requests.map(read),
		close: server.close,
	};
}

const callOf = (name: string, toolArguments: IDataObject): IDataObject => ({
	role: 'assistant',
	content: null,
	tool_calls: [
		{
			id: 'call_1',
			type: 'function',
			function: { name, arguments: JSON.stringify(toolArguments) },
		},
	],
});

const completion = (message: IDataObject): IDataObject => ({
	id: 'completion',
	object: 'chat.completion',
	created: 0,
	model: 'scripted',
	choices: [{ index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
