import type { IDataObject, INode } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './folders';
import { pollTimesEvery } from './pollTimes';

export interface ExampleWorkflow extends IDataObject {
	id: string;
	name: string;
	nodes: INode[] & IDataObject[];
}

export const exampleCredential = {
	id: 'MessagingGateway',
	name: 'Messaging Gateway account',
	type: 'messagingGatewayApi',
} as const;

const folder = path.join(projectFolder, 'examples');

export const exampleFiles = (): string[] =>
	readdirSync(folder).filter((file) => file.endsWith('.json'));

export const examplePath = (file: string): string => path.join(folder, file);

export const readExample = (file: string): ExampleWorkflow =>
	JSON.parse(readFileSync(examplePath(file), 'utf8')) as ExampleWorkflow;

/** Makes the polling triggers of a workflow poll every few seconds instead of every minute. */
export function pollEvery(seconds: number, { nodes }: ExampleWorkflow): void {
	for (const { parameters } of nodes) {
		if ('pollTimes' in parameters) parameters.pollTimes = pollTimesEvery(seconds);
	}
}
