import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { collectionOf, fieldOf } from '../../nodes/MessagingGateway/fields/evaluation';
import { evaluatingNode } from '../support/expressions';
import { anyItem, anyTemplate } from '../support/templates';
import { runs } from '../support/runs';

/** What a field gives at each item: a value, or the message of n8n's error. */
const readings = (count: number, field: (item: number) => unknown): unknown[] =>
	Array.from({ length: count }, (_, item) => {
		try {
			return { value: field(item) };
		} catch (error) {
			return { error: (error as Error).message };
		}
	});

const values = (typed: unknown, items: IDataObject[]) => {
	const { context, evaluated } = evaluatingNode({ text: typed } as INodeParameters, items);
	const field = fieldOf(context, 'text', '');
	return { values: items.map((_, item) => field(item)), evaluated: evaluated.length };
};

/** Lets another n8n evaluate fields; one as typed is read as before. */
function evaluateBy(
	context: IExecuteFunctions,
	other: (evaluate: () => unknown, item: number) => unknown,
): void {
	const read = context.getNodeParameter as (...asked: unknown[]) => unknown;
	context.getNodeParameter = ((...asked: unknown[]) => {
		const [, item, , isTyped] = asked;
		return isTyped ? read(...asked) : other(() => read(...asked), item as number);
	}) as typeof context.getNodeParameter;
}

const PEOPLE = [
	{ name: 'Thandi', phone: 27821111111, address: { city: 'Durban', 'post code': '4001' } },
	{ name: 'Jan', phone: 27822222222, address: { city: 'Paarl', 'post code': '7646' } },
	{ name: 'Zoë', phone: 27823333333, address: { city: 'Upington', 'post code': '8801' } },
];

describe('a field', () => {
	it.each([
		['Hello', ['Hello', 'Hello', 'Hello']],
		['=Dear {{ $json.name }}!', ['Dear Thandi!', 'Dear Jan!', 'Dear Zoë!']],
		['={{ $json.phone }}', [27821111111, 27822222222, 27823333333]],
		['={{$json["phone"]}}', [27821111111, 27822222222, 27823333333]],
		["=+{{ $json.address['post code'] }}", ['+4001', '+7646', '+8801']],
		['={{ $json["address"].city }}, {{ 7 }}', ['Durban, 7', 'Paarl, 7', 'Upington, 7'], 3],
		[
			'={{ $json["address"].city }}, {{ $json.name }}',
			['Durban, Thandi', 'Paarl, Jan', 'Upington, Zoë'],
		],
		['={{ $json.name.toUpperCase() }}', ['THANDI', 'JAN', 'ZOË'], 3],
		['={{ $json.name + 1 }}', ['Thandi1', 'Jan1', 'Zoë1'], 3],
		['={{ $itemIndex }}', [0, 1, 2], 3],
		['={{ $json.name.length }}', [6, 3, 3], 3],
		['=\\{{ $json.name }}', Array(3).fill('\\{{ $json.name }}'), 3],
	])('%s is %j, evaluated by n8n for one item or for three', (typed, expected, evaluated = 1) => {
		expect(values(typed, PEOPLE)).toEqual({ values: expected, evaluated });
	});

	it('is left to n8n at the items whose value is missing or no plain value', () => {
		const others = [null, undefined, ['Jan'], false, 0, '', -0].map((name) => ({ name }));
		expect(values('=<{{ $json.name }}>', [{ name: 'Thandi' }, ...others, {}])).toEqual({
			values: ['<Thandi>', '<>', '<>', '<Jan>', '<false>', '<0>', '<>', '<0>', '<>'],
			evaluated: 5,
		});
	});

	it('is no template for others where the first item holds the words of an expression', () => {
		const own = '{{ $json.city + "" }}';
		const people = [
			{ name: 'Jan', city: own },
			{ name: 'Zoë', city: 'Paarl' },
		];
		expect(values(`={{ $json.name }} ${own}`, people).values).toEqual([`Jan ${own}`, 'Zoë Paarl']);
	});

	it('is left to n8n altogether if n8n fills it in another way', () => {
		const { context, evaluated } = evaluatingNode({ text: '={{ $json.name }}' }, PEOPLE);
		evaluateBy(context, (evaluate) => `${String(evaluate())} of this n8n`);
		const field = fieldOf(context, 'text', '');
		expect(PEOPLE.map((_, item) => field(item))).toEqual([
			'Thandi of this n8n',
			'Jan of this n8n',
			'Zoë of this n8n',
		]);
		expect(evaluated).toHaveLength(3);
	});

	it('is left to n8n altogether if n8n cannot fill it at the first item', () => {
		const { context, evaluated } = evaluatingNode({ text: '={{ $json.name }}' }, PEOPLE);
		evaluateBy(context, (evaluate, item) => {
			if (item === 0) throw new Error('Not now');
			return evaluate();
		});
		expect(readings(3, fieldOf(context, 'text', ''))).toEqual([
			{ error: 'Not now' },
			{ value: 'Jan' },
			{ value: 'Zoë' },
		]);
		expect(evaluated).toHaveLength(2);
	});

	it('that is missing throws at each item, as n8n does', () => {
		const { context } = evaluatingNode({}, PEOPLE);
		const field = fieldOf(context, 'text');
		expect(readings(3, field)).toEqual(
			Array.from({ length: 3 }, () => ({ error: 'Could not get parameter "text"' })),
		);
	});

	it('of a single item is left to n8n', () => {
		const [person] = PEOPLE;
		expect(values('={{ $json.name }}', [person as IDataObject])).toEqual({
			values: ['Thandi'],
			evaluated: 1,
		});
	});
});

describe('a collection of fields', () => {
	it('is read field by field', () => {
		const options = {
			interface: 'xml',
			reference: '=order {{ $json.phone }}',
			maxParts: '={{ $json.name.length }}',
		};
		const { context, evaluated } = evaluatingNode({ options }, PEOPLE);
		const field = collectionOf(context, 'options');
		expect(PEOPLE.map((_, item) => field(item))).toEqual([
			{ interface: 'xml', reference: 'order 27821111111', maxParts: 6 },
			{ interface: 'xml', reference: 'order 27822222222', maxParts: 3 },
			{ interface: 'xml', reference: 'order 27823333333', maxParts: 3 },
		]);
		expect(evaluated.map(({ name }) => name).sort()).toEqual([
			'options.interface',
			'options.maxParts',
			'options.maxParts',
			'options.maxParts',
			'options.reference',
		]);
	});

	it('without expressions is read once, groups of fields included', () => {
		const options = { sendBetween: { values: { from: '08:00', until: '17:00' } } };
		const { context, evaluated } = evaluatingNode({ options }, PEOPLE);
		const field = collectionOf(context, 'options');
		expect(field(2)).toEqual({ sendBetween: { values: { from: '08:00', until: '17:00' } } });
		expect(field(0)).toEqual(field(2));
		expect(evaluated).toHaveLength(1);
	});

	it('that is absent is empty', () => {
		const { context } = evaluatingNode({}, PEOPLE);
		expect(collectionOf(context, 'options')(1)).toEqual({});
	});

	it('with a key that is no name is left to n8n as a whole', () => {
		const options = { 'a.b': '={{ $json.name }}' };
		const { context } = evaluatingNode({ options }, PEOPLE);
		const field = collectionOf(context, 'options');
		expect(PEOPLE.map((_, item) => field(item))).toEqual([
			{ 'a.b': 'Thandi' },
			{ 'a.b': 'Jan' },
			{ 'a.b': 'Zoë' },
		]);
	});

	it('that comes from one expression is left to n8n', () => {
		const { context, evaluated } = evaluatingNode({ options: '={{ $json.address }}' }, PEOPLE);
		const field = collectionOf(context, 'options');
		expect(PEOPLE.map((_, item) => field(item).city)).toEqual(['Durban', 'Paarl', 'Upington']);
		expect(evaluated).toHaveLength(3);
	});
});

describe('any template over any items gives what n8n gives', () => {
	it.each(['field', 'collection'])('in a %s', (kind) => {
		const read = (typed: string, items: IDataObject[], prepared: boolean): unknown[] => {
			const { context } = evaluatingNode({ text: typed, options: { reference: typed } }, items);
			if (kind === 'field') {
				const direct = (index: number) => context.getNodeParameter('text', index, '') as unknown;
				return readings(items.length, prepared ? fieldOf(context, 'text', '') : direct);
			}
			const direct = (index: number) => context.getNodeParameter('options', index, {}) as unknown;
			return readings(items.length, prepared ? collectionOf(context, 'options') : direct);
		};
		fc.assert(
			fc.property(
				anyTemplate,
				fc.array(anyItem, { minLength: 2, maxLength: 4 }),
				(typed, items) => {
					expect(read(typed, items, true)).toStrictEqual(read(typed, items, false));
				},
			),
			{ numRuns: runs(500) },
		);
	});
});
