import type { Resource } from '../operation';
import { getNew } from './getNew.operation';

export const reply: Resource = {
	option: { name: 'Reply', value: 'reply' },
	default: getNew,
	operations: [getNew],
};
