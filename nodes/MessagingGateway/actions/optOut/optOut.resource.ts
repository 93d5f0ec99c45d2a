import type { Resource } from '../operation';
import { check } from './check.operation';
import { getAll } from './getAll.operation';

export const optOut: Resource = {
	option: { name: 'Opt-Out', value: 'optOut' },
	default: getAll,
	operations: [check, getAll],
};
