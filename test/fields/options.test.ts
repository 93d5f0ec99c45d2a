import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { execute } from '../support/context';
import { poll } from '../support/poll';
import { testServer } from '../support/server';

const server = testServer();
beforeEach(() => server.answer(''));

/*
 * Whoever sets an option means something by it. An expression of a field that does not exist gives
 * undefined: with an option that counts for nothing then, the message goes out and is paid for.
 *
 * The cases are made from the descriptions, so that an option that is added later is in them.
 */

const { properties } = new MessagingGateway().description;

/** An operation, with the fields without which it makes no request. */
interface Use {
	resource: string;
	operation: string;
	parameters: IDataObject;
	/** What every request of the second item holds, if items have options of their own. */
	ofSecond?: { own: IDataObject; sign: string };
}

const TO = { numbers: '27821111111', text: 'Hi', message: 'Are you well?' };

const USES: Use[] = [
	{
		resource: 'message',
		operation: 'send',
		parameters: TO,
		ofSecond: { own: { ...TO, numbers: '27822222222' }, sign: '27822222222' },
	},
	{ resource: 'message', operation: 'sendAndWait', parameters: TO },
	...['getStatus', 'deleteScheduled'].map((operation) => ({
		resource: 'message',
		operation,
		parameters: { messageIds: '101' },
		ofSecond: { own: { messageIds: '202' }, sign: '202' },
	})),
	{ resource: 'message', operation: 'preview', parameters: { text: 'Hi' } },
	{ resource: 'reply', operation: 'getNew', parameters: {} },
	{ resource: 'shortCodeMessage', operation: 'getNew', parameters: {} },
	{ resource: 'optOut', operation: 'getAll', parameters: {} },
	{ resource: 'optOut', operation: 'check', parameters: { numbers: '27821111111' } },
	{ resource: 'account', operation: 'getBalance', parameters: {} },
	{ resource: 'account', operation: 'checkLogin', parameters: {} },
	{
		resource: 'account',
		operation: 'transferCredits',
		parameters: { fromAccountId: '1001', toAccountId: '1002', quantity: 5 },
	},
];

const isShown = ({ displayOptions }: INodeProperties, { resource, operation }: Use): boolean => {
	const { resource: resources = [], operation: operations = [] } = displayOptions?.show ?? {};
	return resources.includes(resource) && operations.includes(operation);
};

/** The fields from which people choose: those that are required hold what a row is about. */
const isOption = ({ name, type, required }: INodeProperties): boolean =>
	!required && type !== 'notice' && name !== 'operation';

const optionsOf = (use: Use): INodeProperties[] =>
	properties.filter((field) => isShown(field, use) && isOption(field));

/** A field with a value that it does not offer, as the parameters of a node. */
interface Refused {
	/** The labels of the field and of what is around it. */
	labels: string[];
	parameters: IDataObject;
	value: unknown;
}

const OBJECT = { some: 'thing' };

/** What no field of a type offers, beside undefined and null. */
const NEVER_OFFERED: Record<string, (field: INodeProperties) => unknown[]> = {
	boolean: () => ['', 'true', 'yes', 1, 0, OBJECT, [true]],
	collection: () => ['', 'text', 7, true, [], [OBJECT], OBJECT],
	dateTime: () => ['soon', '9 o’clock', 7, true, OBJECT, ['2099-01-01']],
	fixedCollection: () => ['', 'text', 7, true, [], OBJECT],
	multiOptions: () => ['', 'text', 7, true, ['none of them'], [null], OBJECT],
	number: ({ typeOptions }) => [
		...['', 'two', '1,5', '1e1', '0x1', true, Number.NaN, Infinity, OBJECT, [1]],
		...(typeOptions?.minValue === undefined ? [] : [typeOptions.minValue - 1]),
		...(typeOptions?.maxValue === undefined ? [] : [typeOptions.maxValue + 1]),
		...(typeOptions?.numberPrecision === 0 ? [1.5, '1.5'] : []),
	],
	options: ({ name }) => [
		...['none of them', 7, true, OBJECT, ['auto']],
		...(name === 'defaultCountry' ? [] : ['']),
	],
	string: ({ typeOptions }) =>
		typeOptions?.takesList
			? [OBJECT]
			: [OBJECT, ['text'], true, Number.NaN, 'order-[object Object]'],
};

/** All values that a field and the fields in it do not offer. */
function refusedBy(field: INodeProperties): Refused[] {
	const { name, displayName, type, options = [] } = field;
	const values = [undefined, null, ...(NEVER_OFFERED[type]?.(field) ?? [])];
	const own = values.map((value) => ({
		labels: [displayName],
		parameters: { [name]: value as IDataObject },
		value,
	}));
	const around = (inner: Refused, parameters: IDataObject): Refused => ({
		labels: [...inner.labels, displayName],
		parameters: { [name]: parameters },
		value: inner.value,
	});
	if (type === 'collection') {
		const inner = (options as INodeProperties[]).flatMap(refusedBy);
		return [...own, ...inner.map((one) => around(one, one.parameters))];
	}
	if (type === 'fixedCollection') {
		const inside = (options as INodePropertyCollection[]).flatMap((group) =>
			[
				...group.values.flatMap(refusedBy),
				{ labels: [], parameters: undefined, value: undefined },
				{ labels: [], parameters: OBJECT, value: 'some' },
			].map((one) => [one, { [group.name]: one.parameters }] as const),
		);
		return [
			...own,
			...inside.map(([one, parameters]) => around(one as Refused, parameters as IDataObject)),
		];
	}
	return own;
}

/** n8n gives the fallback for a field that is absent, and undefined for an expression that gives it. */
const asTyped = (parameters: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			name,
			value === undefined ? () => undefined : value,
		]),
	) as IDataObject;

const asText = (value: unknown): string =>
	typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');

it('each operation is here', () => {
	const choices = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.map((option) => [
				(displayOptions?.show?.resource as string[])[0],
				(option as { value: string }).value,
			]),
		);
	expect(USES.map(({ resource, operation }) => [resource, operation]).sort()).toEqual(
		choices.sort(),
	);
});

describe.each(USES)('$resource $operation', (use) => {
	const { resource, operation, parameters, ofSecond } = use;
	const fields = optionsOf(use);

	if (operation !== 'preview') {
		it('makes a request without options', async () => {
			await execute(server.url, resource, operation, parameters);
			expect(server.requests.length).toBeGreaterThan(0);
		});
	}

	const cases = fields.flatMap(refusedBy).map((one) => ({ ...one, text: asText(one.value) }));
	if (cases.length === 0) return;

	it.each(cases)('does nothing with $labels as $text', async ({ labels, parameters: bad }) => {
		const set = { ...parameters, ...asTyped(bad) };
		const stopped = await execute(server.url, resource, operation, set);
		const node = { onError: 'continueRegularOutput' as const };
		const continued = await execute(server.url, resource, operation, set, { node });
		expect(server.requests).toEqual([]);
		expect(continued.error).toBeUndefined();
		if (operation === 'send') {
			expect(['NOT_SENT', 'INVALID_TIME']).toContain(continued.json[0]?.result);
		}

		const shown = [stopped, continued].map(({ error, json }) =>
			[error?.message, JSON.stringify(json)].join(' '),
		);
		for (const text of shown) {
			expect(labels.some((label) => text.includes(label)) || /There is no option/.test(text)).toBe(
				true,
			);
			expect(text).not.toMatch(/undefined|object Object|not a function|Cannot read|iterable/);
		}
	});

	if (!ofSecond) return;

	it.each(cases)('leaves a second item out with $labels as $text', async ({ parameters: bad }) => {
		const { own, sign } = ofSecond;
		await execute(server.url, resource, operation, [parameters, { ...own, ...asTyped(bad) }], {
			node: { onError: 'continueRegularOutput' },
		});
		expect(server.requests.length).toBeGreaterThan(0);
		for (const { path, body, query } of server.requests) {
			expect(JSON.stringify([path, body, query])).not.toContain(sign);
		}
	});
});

describe('the trigger', () => {
	const fields = new MessagingGatewayTrigger().description.properties.filter(isOption);
	const cases = fields.flatMap(refusedBy).map((one) => ({ ...one, text: asText(one.value) }));
	const events = ['reply', 'shortCodeMessage', 'statusChange'];

	it.each(cases)('reads nothing with $labels as $text', async ({ parameters: bad }) => {
		const parameters = { events, messageIds: '101', ...asTyped(bad) };
		const polled = await poll({ url: server.url, parameters });
		const tested = await poll({ url: server.url, parameters, mode: 'manual' });
		expect(server.requests).toEqual([]);
		for (const { error, recorded } of [polled, tested]) {
			expect([error, ...recorded].map((one) => one?.message).join(' ')).toMatch(
				/^'.*' (is|has)|^There is no option/,
			);
		}
	});
});

describe('what is said of an option', () => {
	const SENTENCES: Array<[options: unknown, message: string]> = [
		[{ dryRun: undefined }, "'Dry Run' has no value. Correct its expression, or remove it"],
		[
			{ sendOnce: null },
			"'Send Once per Reference' has no value. Correct its expression, or remove it",
		],
		[{ dryRun: 'yes' }, '\'Dry Run\' is "yes", which is none of its values'],
		[
			{ failWhen: 'sometimes' },
			'\'Stop With an Error When\' is "sometimes", which is none of its values',
		],
		[{ maxRecipients: 'two' }, '\'Max Recipients\' is "two". Give a whole number of 1 or more'],
		[{ requestsInParallel: 9 }, '\'Requests in Parallel\' is "9". Give a whole number from 1 to 8'],
		[{ dryrun: true }, 'There is no option "dryrun"'],
		['dryRun', '\'Options\' is "dryRun", which holds no options'],
		[7, '\'Options\' is "7", which holds no options'],
		[[true], '\'Options\' is "[true]", which holds no options'],
	];

	it.each(SENTENCES)('%j of the run', async (options, message) => {
		const { error } = await execute(server.url, 'message', 'send', {
			...TO,
			options: options as IDataObject,
		});
		expect(error?.message).toBe(message);
		expect(error?.description).toBe(
			'Nothing was sent: the options of the first item hold for all items',
		);
	});

	it.each<[IDataObject, result: string, description: string]>([
		[
			{ maxParts: undefined },
			'NOT_SENT',
			"Not sent. 'Max Messages per Text' has no value. Correct its expression, or remove it",
		],
		[
			{ maxParts: 7 },
			'NOT_SENT',
			'Not sent. \'Max Messages per Text\' is "7". Give a whole number from 1 to 6',
		],
		[
			{ onUnsupportedCharacters: 'drop' },
			'NOT_SENT',
			'Not sent. \'Emoji and Special Characters\' is "drop", which is none of its values',
		],
		[
			{ reference: { id: 7 } },
			'NOT_SENT',
			"Not sent. 'Reference' is no text, or holds an object: an expression in it gives an object, a list, true or false. Choose one of its values",
		],
		[
			{ scheduledAt: null },
			'INVALID_TIME',
			"'Scheduled At' has no value. Correct its expression, or remove it",
		],
		[
			{ scheduledAt: 'soon' },
			'INVALID_TIME',
			'\'Scheduled At\' is "soon", which cannot be read. Write it as 2026-12-24 10:00:00',
		],
	])('%j of a row, whose recipient and reference are kept', async (own, result, description) => {
		const { json } = await execute(server.url, 'message', 'send', {
			...TO,
			options: { reference: 'order-7', failWhen: 'never', ...own },
		});
		const reference = 'reference' in own ? null : 'order-7';
		expect(json).toMatchObject([
			{ recipient: '27821111111', result, description, reference, accepted: false },
		]);
		expect(server.requests).toEqual([]);
	});
});

it('a read says that no request was made', async () => {
	const { error } = await execute(server.url, 'optOut', 'getAll', { filters: [true] as never });
	expect(error?.description).toBe('No request was made');
});

it('a choice may be in other letters, a number in digits, and the least or the greatest', async () => {
	const numbers = { maxRecipients: ' 1 ', maxParts: 6, requestsInParallel: '8' };
	const options = { interface: 'XML', failWhen: 'Never', ...numbers };
	const { error } = await execute(server.url, 'message', 'send', {
		...TO,
		defaultCountry: 'za',
		options,
	});
	expect(error).toBeUndefined();
	expect(server.requests.map(({ method }) => method)).toEqual(['POST']);
});
