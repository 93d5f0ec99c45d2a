import type { IDataObject } from 'n8n-workflow';
import { itemsOf, runCount } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import { setUpStage, START } from './stage';
import { chain, gatewayNode, leadTo, node, rowNodes } from './workflows';

const stage = setUpStage();

const NUMBER = '27821111111';
/** Two people with one telephone and one question, so that nothing but the link tells them apart. */
const PEOPLE = [{ name: 'Thandi' }, { name: 'Sipho' }];
const NO_ACTION_REQUIRED = 'No action required';
const ANSWERED = /This question was answered at \d\d:\d\d\./;

/** Asks everybody, one after the other. */
function askingAll(parameters: IDataObject = {}): IDataObject {
	const question = {
		resource: 'message',
		operation: 'sendAndWait',
		numbers: NUMBER,
		message: 'Shall we pay?',
		approvalOptions: { values: { approvalType: 'double' } },
		...parameters,
	};
	const workflow = chain([
		START,
		...rowNodes(PEOPLE),
		node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
		gatewayNode('Ask {{ $json }} "again"', question, stage.demoCredential),
		node('After', 'n8n-nodes-base.noOp'),
		node('Done', 'n8n-nodes-base.noOp'),
	]);
	const connections = workflow.connections as IDataObject;
	connections.Loop = leadTo('Done', 'Ask {{ $json }} "again"');
	connections.After = leadTo('Loop');
	return workflow;
}

async function begin(parameters?: IDataObject): Promise<string> {
	const { id } = await stage.rest.createWorkflow(askingAll(parameters));
	return await stage.rest.run(id, START.name);
}

/** The link of the question that is asked as the first, the second and so on. */
async function linkOf(execution: string, turn: number): Promise<string> {
	const message = await until(
		async () => {
			const { status } = await stage.rest.execution(execution);
			const messages = await stage.simulator.messages();
			return status === 'waiting' && messages.length === turn && messages;
		},
		90_000,
		`Question ${turn} is not asked`,
	);
	const links = message.map(({ text }) => String(text.split('\n').at(-1)));
	expect(new Set(links).size).toBe(turn);
	// The simulator lists them by their IDs, which rise.
	return links.at(-1) as string;
}

interface Shown {
	status: number;
	text: string;
}

async function shown(response: Promise<Response>): Promise<Shown> {
	const answer = await response;
	return { status: answer.status, text: await answer.text() };
}

const open = async (link: string): Promise<Shown> => await shown(fetch(link));

const answer = async (link: string, decision: string): Promise<Shown> =>
	await shown(fetch(link, { method: 'POST', body: new URLSearchParams({ decision }) }));

async function decisions(execution: string): Promise<unknown[]> {
	const { data, status } = await stage.rest.finished(execution, 110_000);
	expect(status).toBe('success');
	return Array.from({ length: runCount(data, 'After') }, (_, run) =>
		itemsOf(data, 'After', { run }).map((item) => (item.data as IDataObject).approved),
	);
}

describe('two people who are asked in a loop', () => {
	it.each([
		['approve', 'disapprove'],
		['disapprove', 'approve'],
	] as const)(
		'answer each their own question: %s, %s',
		async (first, second) => {
			const execution = await begin();
			const one = await linkOf(execution, 1);
			expect((await open(one)).text).toContain('Shall we pay?');
			expect((await answer(one, first)).text).toContain('Thank you');

			const two = await linkOf(execution, 2);
			// She opens her link again, reloads the page of thanks, and presses the other button.
			for (const late of [open(one), answer(one, first), answer(one, 'approve')]) {
				const { status, text } = await late;
				expect(status).toBe(410);
				expect(text).toMatch(ANSWERED);
				expect(text).not.toContain('Shall we pay?');
			}
			expect((await stage.rest.execution(execution)).status).toBe('waiting');

			expect((await open(two)).text).toContain('Shall we pay?');
			expect((await answer(two, second)).text).toContain('Thank you');
			expect(await decisions(execution)).toEqual([[first === 'approve'], [second === 'approve']]);
			for (const link of [one, two]) {
				expect((await answer(link, 'approve')).text).toContain(NO_ACTION_REQUIRED);
			}
			expect(await decisions(execution)).toHaveLength(2);
			expect(await stage.simulator.messages()).toHaveLength(2);
		},
		180_000,
	);

	it('have both their links after a restart of n8n', async () => {
		const execution = await begin();
		const one = await linkOf(execution, 1);
		await answer(one, 'disapprove');
		const two = await linkOf(execution, 2);
		await stage.restart();
		expect((await answer(one, 'approve')).text).toMatch(ANSWERED);
		expect((await answer(two, 'approve')).text).toContain('Thank you');
		expect(await decisions(execution)).toEqual([[false], [true]]);
	}, 300_000);

	it('may press as often as they like', async () => {
		const execution = await begin();
		const one = await linkOf(execution, 1);
		const presses = ['approve', 'disapprove', 'approve', 'disapprove', 'approve'];
		const answers = await Promise.all(presses.map((decision) => answer(one, decision)));
		const thanks = answers.filter(({ text }) => text.includes('Thank you'));
		expect(thanks).toHaveLength(1);
		// n8n itself answers those that come when the execution already runs.
		for (const { status, text } of answers) {
			if (status !== 200)
				expect(text).toMatch(/Already|No longer open|Not taken|is running already/);
			expect([200, 409, 410]).toContain(status);
		}
		const two = await linkOf(execution, 2);
		await answer(two, 'disapprove');
		const [first, ...rest] = await decisions(execution);
		expect(thanks[0]?.text).toContain(String(first) === 'true' ? 'Approve' : 'Decline');
		expect(rest).toEqual([[false]]);
		expect(await stage.simulator.messages()).toHaveLength(2);
	}, 180_000);

	it('learn that a question is no longer open to which nobody answered', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' };
		const execution = await begin({ options: { limitWaitTime: { values } } });
		const one = await linkOf(execution, 1);
		const two = await until(
			async () => (await stage.simulator.messages())[1]?.text.split('\n').at(-1),
			90_000,
		);
		const late = await until(async () => {
			const { status, text } = await answer(one, 'approve');
			return status === 410 && text;
		}, 30_000);
		expect(late).toContain('This question cannot be answered any more.');
		expect(two).not.toBe(one);
		await stage.rest.cancel(execution);
	}, 180_000);
});
