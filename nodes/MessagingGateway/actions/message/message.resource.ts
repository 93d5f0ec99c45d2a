import type { Resource } from '../operation';
import { deleteScheduled } from './deleteScheduled.operation';
import { getStatus } from './getStatus.operation';
import { preview } from './preview.operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait.operation';

export const message: Resource = {
	option: { name: 'Message', value: 'message' },
	default: send,
	operations: [send, sendAndWait, getStatus, deleteScheduled, preview],
};
