import type { INodeProperties } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import {
	DELETE_RESULTS,
	DELIVERY_STATUSES,
	SEND_RESULTS,
	TRANSFER_RESULTS,
} from '../../nodes/MessagingGateway/gateway/specification/codes';
import { OPERATIONS, pageOf, readPage, rowsOf } from './pages';

const { properties } = new MessagingGateway().description;

/** The fields that the panel of an operation shows, notices aside. */
const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(({ name, type, displayOptions }) => {
		const { resource: resources = [], operation: ofOperations = [] } = displayOptions?.show ?? {};
		const isShown = resources.includes(resource) && ofOperations.includes(operation);
		// The description of a tool stands on the page about agents.
		const isField = name !== 'operation' && name !== 'toolDescription' && type !== 'notice';
		return isShown && isField;
	});

const labelOf = ({ displayName }: INodeProperties): string => displayName;

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** The entries of the collections of a panel. */
const entriesOf = (fields: INodeProperties[], collection: string): INodeProperties[] =>
	fields
		.filter(({ name }) => name === collection)
		.flatMap(({ options }) => options as INodeProperties[]);

/** The fields or options that the page explains once, before the operations. */
const shared = (header: string): string[] => rowsOf(readPage('docs/operations.md'), header);

it('the page has each operation, and no other', () => {
	const headings = [...readPage('docs/operations.md').matchAll(/^## (.*)$/gm)].map(
		([, text]) => text,
	);
	expect(headings.sort()).toEqual(OPERATIONS.map(({ heading }) => heading).sort());
});

it.each(['Field', 'Option'])(
	'each %s that the page explains once is one of several operations',
	(header) => {
		const labels = OPERATIONS.map(({ resource, operation }) => {
			const fields = fieldsOf(resource, operation);
			return new Set([...fields, ...entriesOf(fields, 'options')].map(labelOf));
		});
		const counts = shared(header).map((name) => labels.filter((names) => names.has(name)).length);
		expect(counts.length).toBe(3);
		expect(Math.min(...counts)).toBeGreaterThan(1);
	},
);

describe.each(OPERATIONS)('$heading', ({ heading, resource, operation }) => {
	const all = fieldsOf(resource, operation);
	// A field with another default for tools stands twice.
	const fields = all.filter(({ name }, at) => all.findIndex((field) => field.name === name) === at);
	it('has its fields on the page', () => {
		const labels = fields.filter((field) => !isCollection(field)).map(labelOf);
		const ownLabels = labels.filter((label) => !shared('Field').includes(label));
		expect(rowsOf(pageOf(heading), 'Field').sort()).toEqual(ownLabels.sort());
	});

	it.each([
		['Option', 'options'],
		['Filter', 'filters'],
	])('has each %s on the page, in the order of the panel', (header, collection) => {
		const labels = entriesOf(fields, collection).map(labelOf);
		const ownLabels = labels.filter((label) => !shared('Option').includes(label));
		expect(rowsOf(pageOf(heading), header)).toEqual(ownLabels);
	});
});

it.each([
	['Message: Send', SEND_RESULTS],
	['Message: Delete Scheduled', DELETE_RESULTS],
	['Account: Transfer Credits', TRANSFER_RESULTS],
])('%s has every result, and no other', (heading, results) => {
	expect(rowsOf(pageOf(heading), 'result').sort()).toEqual(Object.keys(results).sort());
});

it('Get Status has every status that the protocol describes', () => {
	const described = Object.keys(DELIVERY_STATUSES).filter((status) => status !== 'FAIL');
	expect(rowsOf(pageOf('Message: Get Status'), 'status').sort()).toEqual(described.sort());
});

it('docs/trigger.md has the fields and options of the trigger, and no other', () => {
	const fields = new MessagingGatewayTrigger().description.properties.filter(
		({ type }) => type !== 'notice',
	);
	const labels = fields.filter((field) => !isCollection(field)).map(labelOf);
	expect(rowsOf(readPage('docs/trigger.md'), 'Field')).toEqual(labels);
	const options = entriesOf(fields, 'options').map(labelOf);
	expect(rowsOf(readPage('docs/trigger.md'), 'Option')).toEqual(options);
});
