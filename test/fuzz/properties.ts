import fc from 'fast-check';
import {
	success,
	type Answer,
	type Connection,
} from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { maskOf } from '../../nodes/MessagingGateway/gateway/exchange/mask';
import { interfaceWith } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import type {
	RecordCall,
	RecordKind,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { isLeftover } from '../../nodes/MessagingGateway/gateway/interfaces/readRecords';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { checkLogin, getBalance } from '../../nodes/MessagingGateway/gateway/operations/account';
import { deleteScheduled } from '../../nodes/MessagingGateway/gateway/operations/deleteScheduled';
import { getStatus } from '../../nodes/MessagingGateway/gateway/operations/getStatus';
import { readRecords } from '../../nodes/MessagingGateway/gateway/operations/readRecords';
import { send } from '../../nodes/MessagingGateway/gateway/operations/send';
import { transferCredits } from '../../nodes/MessagingGateway/gateway/operations/account';
import { clockIn } from '../../nodes/MessagingGateway/gateway/specification/time';
import { damaged, WHOLE_ANSWERS } from './answers';

const PASSWORD = 's3cret&<pass>';

/** A property that holds for every answer of the gateway. */
export interface FuzzProperty {
	name: string;
	property: fc.IAsyncProperty<unknown>;
}

/** Makes a connection that brings the same answer to every request. */
const always = (answer: Omit<Answer, 'to'>): Connection => ({
	exchange: async () => success({ ...answer, to: { interface: 'query', path: '/' } }),
	clock: clockIn('Europe/Kyiv'),
	mask: maskOf(PASSWORD),
});

function check(fails: boolean, what: string): void {
	if (fails) throw new Error(what);
}

const overAnswers = (
	name: string,
	whole: string,
	holds: (connection: Connection, body: string) => Promise<void>,
): FuzzProperty => ({
	name,
	property: fc.asyncProperty(
		damaged(whole),
		fc.constantFrom(200, 200, 200, 401, 404, 500),
		fc.boolean(),
		async (body, status, isCut) => {
			const cut = isCut ? { cut: failure('connectionBroken') } : {};
			await holds(always({ status, body, ...cut }), body);
		},
	),
});

const sending = (name: 'query' | 'xml'): FuzzProperty =>
	overAnswers(`send over ${name}`, WHOLE_ANSWERS[`${name}Send`], async (connection, body) => {
		const messages = ['27821111111', '27822222222', '27823333333'].map((number, index) => ({
			number,
			text: name === 'xml' ? `Text ${index}` : 'Hi',
			schedule: null,
		}));
		const outcomes = [...(await send(connection, { query, xml }[name], messages)).values()];
		check(outcomes.length !== messages.length, 'a message has no outcome');
		for (const { result, messageId, certainty, failure: reason } of outcomes) {
			check(reason?.kind === 'unexpected', 'something threw');
			check((result === 'ACCEPTED') !== (messageId !== null), 'accepted without an ID');
			check(certainty === 'done' && result !== 'ACCEPTED', 'done without being accepted');
			check(
				messageId !== null && !body.split(/\D+/).includes(messageId),
				`the ID ${messageId} is not in the answer as it stands`,
			);
		}
	});

const deleting = (name: 'query' | 'xml'): FuzzProperty =>
	overAnswers(`delete over ${name}`, WHOLE_ANSWERS[`${name}Deletion`], async (connection, body) => {
		const questions = ['101', '102', '103'].map((id) => ({ id, reference: null }));
		const call = { query, xml }[name].deleteScheduled;
		const outcomes = await deleteScheduled(connection, questions, call);
		for (const [id, { result, failure: reason }] of outcomes) {
			check(reason?.kind === 'unexpected', 'something threw');
			check(result === 'DELETED' && !/deleted/i.test(body), `${id} was never said to be deleted`);
		}
	});

const asking = (name: 'query' | 'xml'): FuzzProperty =>
	overAnswers(`status over ${name}`, WHOLE_ANSWERS[`${name}Status`], async (connection) => {
		const questions = ['101', '102', '103'].map((id) => ({ id, reference: null }));
		const reading = await getStatus(connection, questions, { query, xml }[name].getStatus);
		for (const { id } of questions) {
			check(!reading.statuses.has(id) && !reading.failure, 'an ID without a word');
		}
		check(JSON.stringify(reading).length > 100_000, 'text of the answer is not bounded');
	});

const reading = (kind: RecordKind, call: RecordCall, whole: string, via: string): FuzzProperty =>
	overAnswers(`${kind} over ${via}`, whole, async (connection, body) => {
		const read = await readRecords(connection, kind, call);
		if (!read.ok) return;
		const told = read.value.entries.map((entry) =>
			isLeftover(entry) ? entry.raw : JSON.stringify(Object.values(entry)),
		);
		check(told.join('').length > body.length * 12 + 1000, 'more than arrived');
	});

/** Every parser of both interfaces, called through the operation that uses it. */
export const PROPERTIES: FuzzProperty[] = [
	sending('query'),
	sending('xml'),
	deleting('query'),
	deleting('xml'),
	asking('query'),
	asking('xml'),
	reading('reply', query.reply, WHOLE_ANSWERS.queryReplies, 'query'),
	reading('reply', xml.reply, WHOLE_ANSWERS.xmlReplies, 'xml'),
	reading('shortCodeMessage', query.shortCodeMessage, WHOLE_ANSWERS.queryShortCodes, 'query'),
	reading('shortCodeMessage', xml.shortCodeMessage, WHOLE_ANSWERS.xmlShortCodes, 'xml'),
	reading('optOut', interfaceWith('optOut').optOut, WHOLE_ANSWERS.optOuts, 'query'),
	overAnswers('balance', WHOLE_ANSWERS.balance, async (connection) => {
		const balance = await getBalance(connection);
		check(balance.ok && !Number.isFinite(balance.value), 'a balance that is no number');
	}),
	overAnswers('login', WHOLE_ANSWERS.login, async (connection, body) => {
		const login = await checkLogin(connection);
		check(login.ok && login.value === 'OK' && !/ok/i.test(body), 'a login that nobody confirmed');
	}),
	overAnswers('transfer', WHOLE_ANSWERS.transfer, async (connection, body) => {
		const transfer = { fromAccountId: '1', toAccountId: '2', quantity: 3 };
		const outcome = (await transferCredits(connection, [transfer])).get(transfer);
		const isDone = outcome?.certainty === 'done';
		check(isDone && !/success/i.test(body), 'a transfer that nobody confirmed');
	}),
];
