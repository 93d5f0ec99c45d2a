import type { IDataObject } from 'n8n-workflow';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an AI agent asks its model. */
export interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string; description: string } }>;
}

/** A chat model behind the interface that n8n's OpenAI node speaks, which says what it is told to. */
export interface ChatModel {
	address: string;
	requests: ChatRequest[];
	close: () => void;
}

/** Starts a model that calls the first tool of an agent with these arguments, once, and then ends. */
export async function startChatModel(toolArguments: IDataObject): Promise<ChatModel> {
	const requests: ChatRequest[] = [];
	const server = createServer((request, response) => {
		void readBody(request).then((body) => {
			const chat = JSON.parse(body) as ChatRequest;
			requests.push(chat);
			const answer =
				requests.length === 1
					? callOf(chat.tools[0]?.function.name ?? '', toolArguments)
					: { role: 'assistant', content: 'It is done.' };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(answer)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}/v1`, requests, close: () => server.close() };
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
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
