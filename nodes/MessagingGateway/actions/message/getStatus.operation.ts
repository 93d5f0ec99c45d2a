import { retryingReads } from '../../gateway/exchange/exchange';
import { getStatus as requestStatus, type StatusReading } from '../../gateway/operations/getStatus';
import { interfaceWith } from '../../gateway/interfaces/choice';
import { ID_ADVICE } from '../../fields/messageIds';
import { addHints, type Hint } from '../../host/hints';
import { includeInputFieldsOption, withInputFields } from '../../rows/inputFields';
import { itemsOfRead } from '../../rows/output';
import type { Row } from '../../rows/row';
import { connect } from '../../host/transport';
import { mapYielding } from '../../rows/readItems';
import type { Operation } from '../operation';
import { messageIdFields, questionsOf, readIdRows, type IdRow } from './idRows';
import { isCancelled } from '../../host/execution';

/** Returns the delivery status of each ID. The IDs of all items are sent together. */
export const getStatus: Operation = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get delivery status of SMS messages',
		description: 'Find out whether SMS messages have been delivered',
	},
	toolDescription:
		'Returns what became of SMS that were sent: phase is queued, sent, delivered, failed or unknown, and final says that it will not change any more. Delivery takes minutes: ask once. Needs the messageId of each row that sending returned, separated by commas; a phone number is none. Reads only and costs nothing.',
	fields: messageIdFields(includeInputFieldsOption),
	async execute(context, options) {
		const { interface: chosen, includeInputFields } = options.at(0, ['reference']);
		const call = interfaceWith('getStatus', chosen).getStatus;
		const rows = await readIdRows(context, options);
		const connection = retryingReads(await connect(context));
		const cancelled = () => isCancelled(context);
		const reading = await requestStatus(connection, questionsOf(rows), call, cancelled);
		addHints(context, () => [problemHint(rows), clockHint(reading)]);
		const found = await mapYielding(rows, (row) => toRow(row, reading));
		const items = itemsOfRead(context, found);
		return includeInputFields === true ? withInputFields(context, items) : items;
	},
};

function toRow(
	{ item, messageId, reference, problem }: IdRow,
	{ statuses, failure }: StatusReading,
): Row {
	const row = { item, name: messageId };
	if (problem !== undefined) {
		const json = { messageId: messageId || null, ...NO_STATUS, description: problem, reference };
		return { ...row, json, certainty: 'notDone', failure: null };
	}
	const status = statuses.get(messageId);
	return status
		? { ...row, json: { messageId, ...status, reference }, certainty: 'done', failure: null }
		: { ...row, json: { messageId, reference }, certainty: 'notDone', failure };
}

const NO_STATUS = {
	status: null,
	statusCode: null,
	phase: 'unknown',
	final: false,
	delivered: false,
	statusAt: null,
};

const clockHint = ({ clockProblem }: StatusReading): Hint =>
	clockProblem && `Scheduled messages leave at another time than you gave: ${clockProblem}.`;

function problemHint(rows: IdRow[]): Hint {
	const problems = rows.flatMap(({ problem }) => problem ?? []);
	return problems.length > 0
		? `No status for ${problems.length} of ${rows.length} rows: ${problems[0]}. ${ID_ADVICE}.`
		: undefined;
}
