import type { INodePropertyOptions } from 'n8n-workflow';
import { checkLogin } from './account/checkLogin.operation';
import { getBalance } from './account/getBalance.operation';
import { transferCredits } from './account/transferCredits.operation';
import { deleteScheduled } from './message/deleteScheduled.operation';
import { getStatus } from './message/getStatus.operation';
import { preview } from './message/preview.operation';
import { send } from './message/send.operation';
import { sendAndWait } from './message/sendAndWait.operation';
import { NOT_FOR_A_TOOL, type Operation } from './operation';
import { check } from './optOut/check.operation';
import { getAll } from './optOut/getAll.operation';
import { getNew as getNewReplies } from './reply/getNew.operation';
import { getNew as getNewShortCodeMessages } from './shortCodeMessage/getNew.operation';

/** The resources of the node, in the order of the editor's list: what most people come for stands first. */
export const RESOURCES: Resource[] = [
	{
		option: { name: 'Message', value: 'message' },
		operations: [send, sendAndWait, getStatus, deleteScheduled, preview],
	},
	{
		option: { name: 'Reply', value: 'reply', displayOptions: NOT_FOR_A_TOOL },
		operations: [getNewReplies],
	},
	{
		option: {
			name: 'Short Code Message',
			value: 'shortCodeMessage',
			displayOptions: NOT_FOR_A_TOOL,
		},
		operations: [getNewShortCodeMessages],
	},
	{ option: { name: 'Opt-Out', value: 'optOut' }, operations: [getAll, check] },
	{
		option: { name: 'Account', value: 'account' },
		operations: [getBalance, checkLogin, transferCredits],
	},
];

export interface Resource {
	option: INodePropertyOptions & { value: string };
	/** In the order of the editor's list. A new node has the first. */
	operations: [Operation, ...Operation[]];
}
