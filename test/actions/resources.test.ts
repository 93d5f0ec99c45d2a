import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { properties } from '../../nodes/MessagingGateway/actions/resources';

/** The fields that the editor shows with these values. */
const shown = (values: INodeParameters): string[] =>
	Object.keys(
		NodeHelpers.getNodeParameters(properties, values, true, false, null, null) as object,
	).slice(2);

it.each<[INodeParameters, string[]]>([
	[{ resource: 'account', operation: 'getBalance' }, []],
	[{ resource: 'optOut', operation: 'getAll' }, ['returnAll', 'limit', 'filters']],
	[{ resource: 'optOut', operation: 'getAll', returnAll: true }, ['returnAll', 'filters']],
	[{ resource: 'optOut', operation: 'check' }, ['numbers', 'defaultCountry']],
	[
		{ resource: 'message', operation: 'sendAndWait', responseType: 'freeText' },
		['numbers', 'defaultCountry', 'message', 'linkNotice', 'responseType', 'options'],
	],
])('%j shows its own fields, each under its own condition', (values, fields) => {
	expect(shown(values).sort()).toEqual([...fields].sort());
});
