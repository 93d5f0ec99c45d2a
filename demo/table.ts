import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../sandbox/execution';
import type { Evidence } from './evidence';
import { approval as approvalNames, autoReply, sendAndFollow } from './workflow';

/** A table of what happened to each recipient, from n8n's execution data. */
export function outcomeTable({ execution }: Evidence): string {
	const sent = itemsOf(execution.data, sendAndFollow.sendNode);
	const statuses = itemsOf(execution.data, sendAndFollow.statusNode);
	const statusById = new Map(statuses.map((status) => [status.messageId, status]));
	const table = new Table({
		head: ['Recipient', 'Name', 'Result', 'Message ID', 'Status', 'Delivered at'],
		style: { head: [], border: [] },
	});
	for (const item of sent) table.push(row(item, statusById.get(item.messageId)));
	return table.toString();
}

/** The reply of a recipient, the answer to it, and the question that was answered on a page. */
export function conversation({ replyExecutions, answers, approval }: Evidence): string {
	const replies = replyExecutions.flatMap(({ data }) => itemsOf(data, autoReply.replyNode));
	return [
		...replies.map(({ from, text }) => `Reply:    ${text} (from ${from})`),
		...answers.map(({ text, id }) => `Answer:   ${text} (message ${id})`),
		...approval.questions.map(({ text, id }) => `Question: ${text.split('\n')[0]} (message ${id})`),
		...itemsOf(approval.execution.data, approvalNames.approvedNode).map(
			({ data }) => `Approved: ${String((data as IDataObject).respondedAt)}`,
		),
	].join('\n');
}

function row(item: IDataObject, status: IDataObject | undefined): string[] {
	return [
		item.recipient,
		item.reference,
		item.result,
		item.messageId,
		status?.status,
		status?.delivered ? status.statusAt : undefined,
	].map((value) => String(value ?? '-'));
}
