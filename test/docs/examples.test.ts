import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readExample } from '../../sandbox/examples';
import { projectFolder } from '../../sandbox/folders';

const SCHEMA = 'nodes/MessagingGateway/__schema__/v1.0.0/message/send.json';

/** The columns of the table SMS Messages that an example makes. */
function columnsOf(file: string): IDataObject[] {
	const table = readExample(file).nodes.find(({ name }) => name === 'Create SMS Messages');
	return (table?.parameters.columns as { column: IDataObject[] }).column;
}

it('the table of results is the same in all examples, and begins with the fields of Send', () => {
	const columns = columnsOf('campaign-prepare.json');
	const { properties } = JSON.parse(readFileSync(path.join(projectFolder, SCHEMA), 'utf8')) as {
		properties: Record<string, { type: string }>;
	};
	const fields = Object.entries(properties).map(([name, { type }]) => ({
		name,
		type: type === 'integer' ? 'number' : type,
	}));
	expect(columns.slice(0, fields.length)).toEqual(fields);
	expect(columnsOf('delivery-tracking.json')).toEqual(columns);
	expect(columnsOf('replies.json')).toEqual(columns);
});
