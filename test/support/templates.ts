import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { anyText } from './anyText';

const NAMES = [
	'name',
	'phone',
	'a b',
	'class',
	'$x',
	'_',
	'0',
	'',
	'__proto__',
	'constructor',
	'length',
	'toString',
	'é',
];
const name = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom('name', 'phone', 'nested') },
	{ weight: 1, arbitrary: fc.constantFrom(...NAMES) },
);
const accessor = fc
	.tuple(name, fc.constantFrom('dot', 'double', 'single'))
	.map(([of, form]) => (form === 'dot' ? `.${of}` : form === 'double' ? `["${of}"]` : `['${of}']`));
const path = fc.array(accessor, { minLength: 1, maxLength: 3 }).map((names) => names.join(''));
const inserted = fc
	.tuple(fc.constantFrom('', ' ', '  '), path, fc.constantFrom('', ' '))
	.map(([before, names, after]) => `{{${before}$json${names}${after}}}`);
const text = fc.oneof(
	fc.string(),
	anyText(6),
	fc.constantFrom(
		'',
		' ',
		'\n',
		'Dear ',
		'\\',
		'{',
		'}',
		'}}',
		'{{',
		'.constructor',
		'"',
		"'",
		'`${1}`',
		'\ud800',
		'\u2028',
		'\0',
	),
);
/** An expression, most of them text with values of the item. */
export const anyTemplate: fc.Arbitrary<string> = fc
	.array(fc.oneof({ weight: 3, arbitrary: inserted }, { weight: 2, arbitrary: text }), {
		minLength: 1,
		maxLength: 4,
	})
	.map((parts) => `=${parts.join('')}`)
	// For the name of a method that every object has, such as `=valueOf`, n8n gives its own data.
	.filter((typed) => !(typed.slice(1) in Object.prototype));
const plain = fc.oneof(
	fc.string(),
	anyText(),
	fc.double(),
	fc.integer(),
	fc.boolean(),
	fc.constantFrom('', 0, -0, 1e21, 1e-7, 2 ** 53, NaN, Infinity, '\ud800', null, undefined),
	fc.array(fc.string(), { maxLength: 2 }),
	fc.date(),
);
const nested = fc.dictionary(fc.constantFrom('name', 'phone', 'length'), plain);
/** An item whose values are of any kind. */
export const anyItem = fc.dictionary(
	fc.constantFrom(...NAMES.filter((other) => other !== '__proto__'), 'nested'),
	fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: nested }),
) as fc.Arbitrary<IDataObject>;
