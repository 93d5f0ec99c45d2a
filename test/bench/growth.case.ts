import type { IHttpRequestOptions } from 'n8n-workflow';
import { FIRST_ID, numberOf } from './answers';
import { runBuiltNode } from './builtNode';
import { measureAndPrint, median, repeat, timed } from './measuring';
import type { Growth } from './results';

export type GrowthCase = Omit<Growth, 'microsecondsPerRecipient'>;

/** Recipients to warm up with, and the least that one measurement is made of. */
const WARM_UP_RECIPIENTS = 20_000;

/** Runs of which the median counts; the longest ones speak for themselves. */
const repetitionsOf = (recipients: number): number => (recipients < 1_000_000 ? 3 : 1);

/** Milliseconds spent on answering, which are none of the node's. */
let answering = 0;

/** Accepts every message of either interface, read no further than that takes. */
function accept({ url, body }: IHttpRequestOptions): Uint8Array {
	const start = performance.now();
	const answer = typeof body === 'string' ? acceptDocument(body) : acceptQuery(url);
	const bytes = Buffer.from(answer);
	answering += performance.now() - start;
	return bytes;
}

function acceptDocument(document: string): string {
	const results = Array.from(document.matchAll(/<Number>(\d+)<\/Number>/g), ([number], index) =>
		[
			`<SendResult><MessageNumber>${index + 1}</MessageNumber>`,
			`<NumberID>${number}<ID>${FIRST_ID + index}</ID></NumberID></SendResult>`,
		].join(''),
	);
	return `<?xml version="1.0"?><XMLGateway_Response>${results.join('')}</XMLGateway_Response>`;
}

const acceptQuery = (url: string): string => `${/&numbers=(\d+)/.exec(url)?.[1]}=${FIRST_ID}&`;

/** Sends a message of its own to each of so many different numbers. */
async function send({ via, recipients }: GrowthCase): Promise<void> {
	const options = { interface: via };
	const count = await runBuiltNode({
		count: recipients,
		parameters: (item) => ({
			resource: 'message',
			operation: 'send',
			numbers: numberOf(item),
			text: `Hello customer ${item}, your order is ready to be collected.`,
			options,
		}),
		answer: accept,
	});
	if (count !== recipients) throw new Error(`The node gave ${count} items`);
}

/** Microseconds of a run in the node's own code, for each recipient. */
async function measureRun(asked: GrowthCase): Promise<number> {
	const runs = Math.ceil(WARM_UP_RECIPIENTS / asked.recipients);
	answering = 0;
	const total = await timed(async () => await repeat(runs, async () => await send(asked)));
	return ((total - answering) * 1000) / (runs * asked.recipients);
}

void measureAndPrint(async (asked: GrowthCase): Promise<number> => {
	await measureRun({ ...asked, recipients: Math.min(asked.recipients, WARM_UP_RECIPIENTS) });
	return median(await repeat(repetitionsOf(asked.recipients), async () => await measureRun(asked)));
});
