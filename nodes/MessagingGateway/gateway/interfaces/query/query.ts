import type { GatewayInterface } from '../interface';
import { checkLogin, getBalance, transferCredits } from './account';
import { deleteScheduled, getStatus } from './idCalls';
import { optOut, reply, replyWithoutShortCode, shortCodeMessage } from './readRecords';
import { send } from './send';

/** HTTP GET with query parameters; answers are name/value pairs (protocol, "Query interface (HTTP GET)"). */
export const query = {
	name: 'query',
	label: 'Query',
	send,
	getStatus,
	deleteScheduled,
	reply,
	replyWithoutShortCode,
	shortCodeMessage,
	optOut,
	getBalance,
	checkLogin,
	transferCredits,
} satisfies GatewayInterface;
