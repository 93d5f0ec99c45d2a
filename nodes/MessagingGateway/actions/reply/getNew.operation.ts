import { excludeShortCodeOption, recordInterfaceOption } from '../../n8n/interface.fields';
import { optionsField } from '../../n8n/usualFields';
import type { Operation } from '../operation';
import { getNewRecords, onceOnlyNotice } from '../getNewRecords';

/** Takes the replies that nobody has read yet. */
export const getNew: Operation = {
	option: {
		name: 'Get New',
		value: 'getNew',
		action: 'Get new SMS replies',
		description: 'Take the SMS replies that have not been read yet',
	},
	fields: [onceOnlyNotice, optionsField([excludeShortCodeOption, recordInterfaceOption])],
	execute: async (context, options) => await getNewRecords(context, 'reply', options.at(0)),
};
