import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf } from '../../sandbox/execution';
import { anyItem, anyTemplate } from '../support/templates';
import { isN8n1 } from './release';
import { Stage, START } from './stage';
import { chain, gatewayNode, rowNodes, type WorkflowNode } from './workflows';

afterAll(cleanUp);

const TEMPLATES = 60;
const ITEMS = 12;

/** n8n 1 runs with its only engine here, the one that n8n 2 calls legacy. */
const ENGINES = isN8n1 ? ['legacy'] : ['default', 'legacy'];

/** The same expression in a form that the node leaves to n8n at every item, as it does with backslashes. */
const leftToN8n = (template: string): string =>
	template.includes('\\')
		? template
		: template.replace(/\{\{ *(\$json[^{}]*?) *\}\}/g, '{{ [$1][0] }}');

it.each(ENGINES)(
	'fields are filled as n8n fills them, with the %s engine',
	async (engine) => {
		const environment = engine === 'legacy' ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
		const stage = await new Stage().open(environment);
		const templates = fc.sample(anyTemplate, TEMPLATES);
		const rows = fc.sample(anyItem, ITEMS);
		const preview = (name: string, text: string): WorkflowNode =>
			gatewayNode(name, { resource: 'message', operation: 'preview', text }, stage.demoCredential, {
				onError: 'continueRegularOutput',
			});
		const pairs = templates.map((text, index) => [
			preview(`Node ${index}`, text),
			preview(`n8n ${index}`, leftToN8n(text)),
		]);
		const workflow = chain([START, ...rowNodes(rows)]);
		(workflow.nodes as WorkflowNode[]).push(...pairs.flat());
		(workflow.connections as IDataObject).Each = {
			main: [pairs.flat().map(({ name }) => ({ node: name, type: 'main', index: 0 }))],
		};
		const { data } = await stage.runWorkflow(workflow);
		for (const [index, text] of templates.entries()) {
			const filled = itemsOf(data, `Node ${index}`);
			expect(filled).toHaveLength(ITEMS);
			expect([text, filled]).toEqual([text, itemsOf(data, `n8n ${index}`)]);
		}
		await stage.n8n.stop();
	},
	900_000,
);
