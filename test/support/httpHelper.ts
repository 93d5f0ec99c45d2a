import type { IHttpRequestOptions } from 'n8n-workflow';
import http, { type IncomingMessage } from 'node:http';

export interface HelperResponse {
	statusCode: number;
	headers: http.IncomingHttpHeaders;
	body: IncomingMessage;
}

/** Replaces n8n's HTTP helper: one request, the answer as a stream, and failures thrown in the same form. */
export async function httpHelper(request: IHttpRequestOptions): Promise<HelperResponse> {
	return await new Promise((resolve, reject) => {
		const sent = http.request(
			request.url,
			{
				method: request.method ?? 'GET',
				headers: request.headers as http.OutgoingHttpHeaders,
				timeout: request.timeout,
				agent: false,
			},
			(body) => resolve({ statusCode: body.statusCode ?? 0, headers: body.headers, body }),
		);
		sent.on('timeout', () => {
			const late = Object.assign(new Error('timeout exceeded'), { code: 'ECONNABORTED' });
			sent.destroy(late);
		});
		// n8n's errors hold their request with the password.
		sent.on('error', (cause) =>
			reject(Object.assign(new Error('Request failed', { cause }), { request })),
		);
		sent.end(request.body as string | undefined);
	});
}
