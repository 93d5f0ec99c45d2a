import type { Resource } from '../operation';
import { getNew } from './getNew.operation';

export const shortCodeMessage: Resource = {
	option: { name: 'Short Code Message', value: 'shortCodeMessage' },
	default: getNew,
	operations: [getNew],
};
