import type { RestClient } from '../sandbox/rest';
import type { Simulator } from '../sandbox/simulator';
import { until } from '../sandbox/until';
import type { ApprovalEvidence } from './evidence';
import { approval } from './workflow';

/** Asks one of the people, whose handset opens the link and presses the first button. */
export async function askForApproval(
	simulator: Simulator,
	rest: RestClient,
): Promise<ApprovalEvidence> {
	const before = (await simulator.messages()).length;
	const id = await rest.run(approval.id, approval.trigger);
	const waits = async () => (await rest.execution(id)).status === 'waiting';
	await until(waits, 60_000, 'n8n does not wait for the answer');
	const questions = (await simulator.messages()).slice(before);
	const link = questions[0]?.text.split('\n').at(-1) ?? '';
	const page = await (await fetch(link)).text();
	const waitedOn = await waits();
	const body = new URLSearchParams({ decision: 'approve' });
	const thanks = await (await fetch(link, { method: 'POST', body })).text();
	return { questions, page, waitedOn, thanks, execution: await rest.finished(id) };
}
