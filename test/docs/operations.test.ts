import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import {
	DELETE_RESULTS,
	DELIVERY_STATUSES,
	SEND_RESULTS,
	TRANSFER_RESULTS,
} from '../../nodes/MessagingGateway/gateway/specification/codes';
import { readPage, rowsOf, sectionOf } from './pages';

const { properties } = new MessagingGateway().description;

/** Every operation with its heading on the page. */
const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap((choice) => {
		const [resource = ''] = (choice.displayOptions?.show?.resource ?? []) as string[];
		return (choice.options as INodePropertyOptions[]).map(({ name, value }) => ({
			heading: `${resourceName(resource)}: ${name}`,
			resource,
			operation: String(value),
		}));
	});

function resourceName(resource: string): string {
	const choices = properties.find(({ name }) => name === 'resource')?.options;
	const choice = (choices as INodePropertyOptions[]).find(({ value }) => value === resource);
	return choice?.name ?? '';
}

const page = (operation: string): string =>
	readPage(operation === 'sendAndWait' ? 'docs/asking.md' : 'docs/operations.md');

/** The fields that the panel of an operation shows, notices aside. */
const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(({ name, type, displayOptions }) => {
		const { resource: resources = [], operation: ofOperations = [] } = displayOptions?.show ?? {};
		const isShown = resources.includes(resource) && ofOperations.includes(operation);
		return isShown && name !== 'operation' && type !== 'notice';
	});

const labelOf = ({ displayName }: INodeProperties): string => displayName;

/** Collections of options, whose entries the page lists one by one. */
const isOptions = ({ name }: INodeProperties): boolean => name === 'options';

it('the page has each operation, and no other', () => {
	const headings = [...readPage('docs/operations.md').matchAll(/^## (.*)$/gm)].map(
		([, text]) => text,
	);
	expect(headings.sort()).toEqual(operations.map(({ heading }) => heading).sort());
});

describe.each(operations)('$heading', ({ heading, resource, operation }) => {
	const section = (): string =>
		operation === 'sendAndWait' ? page(operation) : sectionOf(page(operation), `## ${heading}`);

	it('has its fields on the page', () => {
		const fields = fieldsOf(resource, operation).filter((field) => !isOptions(field));
		const isReferring = /Fields and options as in|are as in/.test(section());
		if (!isReferring) expect(rowsOf(section(), 'Field').sort()).toEqual(fields.map(labelOf).sort());
	});

	it('has its options on the page, in the order of the panel', () => {
		const options = fieldsOf(resource, operation)
			.filter(isOptions)
			.flatMap(({ options: entries }) => entries as INodeProperties[])
			// What only saved workflows have is not offered any more.
			.filter(({ description }) => !description?.startsWith('Saved before'));
		const isReferring = /Fields and options as in/.test(section());
		if (!isReferring) expect(rowsOf(section(), 'Option')).toEqual(options.map(labelOf));
	});
});

it.each([
	['## Message: Send', SEND_RESULTS],
	['## Message: Delete Scheduled', DELETE_RESULTS],
	['## Account: Transfer Credits', TRANSFER_RESULTS],
])('%s has every result, and no other', (heading, results) => {
	const section = sectionOf(readPage('docs/operations.md'), heading);
	expect(rowsOf(section, 'result').sort()).toEqual(Object.keys(results).sort());
});

it('Get Status has every status that the protocol describes', () => {
	const section = sectionOf(readPage('docs/operations.md'), '## Message: Get Status');
	const described = Object.keys(DELIVERY_STATUSES).filter((status) => status !== 'FAIL');
	expect(rowsOf(section, 'status').sort()).toEqual(described.sort());
});
