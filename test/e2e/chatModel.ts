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

/** What a model does when it is asked: gives the message, or fails with a status of HTTP. */
export type Turn = (chat: ChatRequest) => IDataObject | number;

/** The model calls the first tool of an agent, once with each of these arguments. */
export const call =
	(...toolArguments: IDataObject[]): Turn =>
	({ tools, messages }) => ({
		role: 'assistant',
		content: null,
		tool_calls: toolArguments.map((one, index) => ({
			id: `call_${messages.length}_${index}`,
			type: 'function',
			function: { name: tools[0]?.function.name ?? '', arguments: JSON.stringify(one) },
		})),
	});

/** The model ends. */
export const end: Turn = () => ({ role: 'assistant', content: 'It is done.' });

/** Starts a model that calls the first tool of an agent with these arguments, once, and then ends. */
export const startChatModel = async (toolArguments: IDataObject): Promise<ChatModel> =>
	await startModel(call(toolArguments), end);

/** Starts a model that says this to everything it is asked. */
export const startTalkingModel = async (say: (chat: ChatRequest) => string): Promise<ChatModel> =>
	await startModel((chat) => ({ role: 'assistant', content: say(chat) }));

/** Starts a model that takes these turns; the last is repeated. */
export async function startModel(...turns: Turn[]): Promise<ChatModel> {
	const server = await startServer();
	const read = ({ body }: RecordedRequest) => JSON.parse(body) as ChatRequest;
	const replies = turns.map((turn): Reply => (request, response) => {
		const said = turn(read(request));
		response.setHeader('content-type', 'application/json');
		if (typeof said === 'number') response.statusCode = said;
		const failed = { error: { message: 'The model failed' } };
		response.end(JSON.stringify(typeof said === 'number' ? failed : completion(said)));
	});
	server.answer(...replies);
	return {
		address: `${server.url}/v1`,
		requests: () => server.requests.map(read),
		close: server.close,
	};
}

const completion = (message: IDataObject): IDataObject => ({
	id: 'completion',
	object: 'chat.completion',
	created: 0,
	model: 'scripted',
	choices: [{ index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
