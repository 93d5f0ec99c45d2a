/** Answers of the XML interface as the specification describes them; nothing is escaped. */

export type NumberId = [number: string, id: string];

/** The result of one message; '' makes an empty message number. */
export const sendResult = (messageNumber: number | string, ...ids: NumberId[]): string =>
	`<SendResult><MessageNumber>${messageNumber}</MessageNumber>${ids
		.map(([number, id]) => `<NumberID><Number>${number}</Number><ID>${id}</ID></NumberID>`)
		.join('')}</SendResult>`;

export const sendResponse = (...content: string[]): string =>
	`<?xml version="1.0" encoding="utf-8"?><XMLGateway_Response>${content.join('')}</XMLGateway_Response>`;

/** A send in which each message went to one number. */
export const accepted = (...ids: NumberId[]): string =>
	sendResponse(...ids.map((id, index) => sendResult(index + 1, id)));

export const statusId = (
	id: string,
	status: string,
	code: number,
	at = '2026/11/20 08:15:42',
): string =>
	`<StatusID><MessageID>${id}</MessageID><CLI></CLI><Status>${status}</Status><StatusDateTime>${at}</StatusDateTime><StatusCode>${code}</StatusCode></StatusID>`;

export const statusResponse = (...content: string[]): string =>
	`<?xml version="1.0"?><XMLGatewayStatus_Response>${content.join('')}</XMLGatewayStatus_Response>`;
