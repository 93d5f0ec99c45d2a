import type { GatewayInterface } from '../interface';
import { deleteScheduled, getStatus } from './idCalls';
import { reply, shortCodeMessage } from './readRecords';
import { send } from './send';

/** HTTP POST with XML documents as request and answer (protocol, "XML interface (HTTP POST)"). */
export const xml = {
	name: 'xml',
	label: 'XML',
	send,
	getStatus,
	deleteScheduled,
	reply,
	shortCodeMessage,
} satisfies GatewayInterface;
