import type { INodeProperties } from 'n8n-workflow';
import { recordInterfaceOption } from '../n8n/interface.fields';
import { notice, optionsField } from '../n8n/usualFields';
import type { OnceOnlyKind } from '../n8n/recordItems';
import { showOnlyFor } from './shared.fields';

/** A notice that people must read before running Get New, and the options. */
export const getNewFields = (
	resource: OnceOnlyKind,
	options: INodeProperties[] = [],
): INodeProperties[] => [
	notice(
		'onceOnlyNotice',
		'The gateway returns each record once only. What this operation reads, with Execute Step too, no other workflow, trigger or run will get.',
		showOnlyFor(resource, 'getNew'),
	),
	optionsField([...options, recordInterfaceOption], showOnlyFor(resource, 'getNew')),
];
