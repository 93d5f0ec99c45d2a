import fc from 'fast-check';
import { success } from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import type {
	GatewayRequest,
	GetRequest,
} from '../../nodes/MessagingGateway/gateway/exchange/request';
import type {
	GatewayInterface,
	OutgoingMessage,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { deleteScheduled } from '../../nodes/MessagingGateway/gateway/operations/deleteScheduled';
import { send, type SendOutcome } from '../../nodes/MessagingGateway/gateway/operations/send';
import { transferCredits } from '../../nodes/MessagingGateway/gateway/operations/account';
import { answer, connected, scripted } from '../support/answers';
import { sendResponse, sendResult } from '../support/xmlAnswers';
import { runs } from '../support/runs';

const to = (number: string, text = 'Hi', schedule: string | null = null): OutgoingMessage => ({
	number,
	text,
	schedule,
});

async function outcomesOf(
	reply: Parameters<typeof scripted>[0],
	messages: OutgoingMessage[],
	via: GatewayInterface = xml,
): Promise<SendOutcome[]> {
	const outcomes = await send(scripted(reply), via, messages);
	return messages.map((message) => outcomes.get(message) as SendOutcome);
}

const brief = (outcomes: SendOutcome[]) =>
	outcomes.map(({ result, messageId }) => (messageId === null ? result : `${result} ${messageId}`));

const ids = (...messageIds: string[]) => messageIds.map((id) => ({ id, reference: null }));

const A = '27821111111';
const B = '27822222222';

describe('results without a message number that can be used', () => {
	it('are nobody’s where one is missing and both messages went to the same number', async () => {
		const reply = sendResponse(sendResult('', [A, '101']));
		expect(brief(await outcomesOf(reply, [to(A, 'First'), to(A, 'Second')]))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});

	it('are known by a number that was asked for once', async () => {
		const reply = sendResponse(sendResult('', [B, '102'], [A, '101']));
		expect(brief(await outcomesOf(reply, [to(A, 'First'), to(B, 'Second')]))).toEqual([
			'ACCEPTED 101',
			'ACCEPTED 102',
		]);
	});

	it('never give one ID to two messages when all have the same message number', async () => {
		const reply = sendResponse(sendResult('1', [A, '101']), sendResult('1', [A, 'FAIL:OPTEDOUT']));
		expect(brief(await outcomesOf(reply, [to(A, 'First'), to(A, 'Second')]))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});
});

describe('several values for one number', () => {
	it.each([
		[`${A}=0&${A}=101`, 'ACCEPTED 101'],
		[`${A}=OPTEDOUT&${A}=101`, 'ACCEPTED 101'],
		[`${A}=101&${A}=OPTEDOUT`, 'ACCEPTED 101'],
		[`${A}=0`, 'REJECTED'],
	])('%s means %s', async (reply, expected) => {
		expect(brief(await outcomesOf(reply, [to(A)], query))).toEqual([expected]);
	});
});

describe('numbers in the national form of the gateway', () => {
	it('are known by their digits, in any order', async () => {
		const reply = '0822222222=102&0821111111=101&';
		const outcomes = await outcomesOf(reply, [to(A), to(B)], query);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'ACCEPTED 102']);
	});

	it('are nobody’s where the digits fit two numbers', async () => {
		const reply = '0821111111=101&0821111111=102&';
		const outcomes = await outcomesOf(reply, [to(A), to('260821111111')], query);
		expect(brief(outcomes)).toEqual(['UNCONFIRMED', 'UNCONFIRMED']);
	});

	it.each<[string, GatewayInterface, string]>([
		['query', query, `${A}=101&`],
		['xml', xml, sendResponse(sendResult('1', [A, '101']), sendResult('', [A, '102']))],
	])(
		'never give the ID of a number of the request to one that ends alike (%s)',
		async (_, via, reply) => {
			const shorter = A.slice(2);
			const messages = [to(shorter), to(A), to(A, 'Second'), to(A, 'Third')];
			const [outcome] = await outcomesOf(reply, messages, via);
			expect(brief([outcome as SendOutcome])).toEqual(['UNCONFIRMED']);
		},
	);

	it('never give the ID of one number to another', async () => {
		const zambia = '260821111111';
		const reply = `${B}=103&0821111111=101&`;
		const messages = [to(A), to(B), to(zambia)];
		expect(brief(await outcomesOf(reply, messages, query))).toEqual([
			'UNCONFIRMED',
			'ACCEPTED 103',
			'UNCONFIRMED',
		]);
	});
});

describe('the last pair of an answer whose length was not told', () => {
	const messages = [to(A), to(B)];

	it('counts when an ampersand ends it', async () => {
		const reply = answer(`${A}=101&${B}=102&`, { hasKnownLength: false });
		expect(brief(await outcomesOf(reply, messages, query))).toEqual([
			'ACCEPTED 101',
			'ACCEPTED 102',
		]);
	});

	it('may be half an ID otherwise', async () => {
		const reply = answer(`${A}=101&${B}=10`, { hasKnownLength: false });
		const [first, second] = await outcomesOf(reply, messages, query);
		expect(first).toMatchObject({ result: 'ACCEPTED', messageId: '101' });
		expect(second).toMatchObject({
			result: 'UNCONFIRMED',
			description:
				'It is not known whether the gateway accepted this message. The answer of the gateway may have been cut: it does not say how long it is',
		});
	});

	it('counts when its word is whole', async () => {
		const reply = answer(`${A}=101&${B}=OPTEDOUT`, { hasKnownLength: false });
		expect(brief(await outcomesOf(reply, messages, query))).toEqual(['ACCEPTED 101', 'OPTED_OUT']);
		const questions = ids('5', '6');
		const deleted = answer('5=DELETED&6=SENT', { hasKnownLength: false });
		const outcomes = await deleteScheduled(scripted(deleted), questions, query.deleteScheduled);
		expect([...outcomes.values()].map(({ result }) => result)).toEqual(['DELETED', 'SENT']);
	});

	it.each<[string, GatewayInterface]>([
		['', query],
		['278', query],
		['', xml],
		['<?xml version="1.0"?><XMLGateway_Response><SendRes', xml],
		[sendResponse(sendResult('1', [A, '101'])).slice(0, 115), xml],
	])('is missing from %j ($1.name), which may have been cut', async (body, via) => {
		const reply = answer(body, { hasKnownLength: false });
		const [outcome] = await outcomesOf(reply, messages, via);
		expect(outcome).toMatchObject({ result: 'UNCONFIRMED', failure: { kind: 'mayBeCut' } });
	});
});

describe('a value that is none', () => {
	it('leaves the message unconfirmed: two pairs without an ampersand between them', async () => {
		const reply = `${A}=349221 ${B}=INDUSTRYDNC&`;
		expect(brief(await outcomesOf(reply, [to(A), to(B)], query))).toEqual([
			'UNCONFIRMED',
			'UNCONFIRMED',
		]);
	});

	it('is REJECTED when it merely ends like a word of the specification', async () => {
		const outcomes = await outcomesOf(`${A}=349221 INDUSTRYDNC&`, [to(A)], query);
		expect(brief(outcomes)).toEqual(['REJECTED']);
	});
});

describe('an Error beside results', () => {
	const error = '<Error>Message 7 has no text</Error>';
	const half = `<?xml version="1.0"?><XMLGateway_Response>${error}<SendResult><MessageNumber>1</MessageNumber><NumberID><Number>${A}</Number><ID>123`;

	it.each<[string, Parameters<typeof answer>]>([
		['that were cut', [half, { cut: failure('connectionBroken') }]],
		['that ended with the connection', [half, { hasKnownLength: false }]],
		['that cannot be read', [sendResponse(error, '<SendResult>101</SendResult>')]],
	])('%s refuses nothing', async (_, reply) => {
		expect(brief(await outcomesOf(answer(...reply), [to(A)]))).toEqual(['UNCONFIRMED']);
	});
});

it.each([403, 404, 413])(
	'leaves the others in doubt when some IDs come with HTTP %i',
	async (status) => {
		const messages = [to(A), to(B)];
		const outcomes = await outcomesOf(answer(`${A}=101&`, { status }), messages, query);
		expect(brief(outcomes)).toEqual(['ACCEPTED 101', 'UNCONFIRMED']);
	},
);

describe('a deletion', () => {
	const many = Array.from({ length: 250 }, (_, index) => String(1000 + index));
	const run = async (wordOf: (id: string) => string | undefined) => {
		const gateway = scripted((request) =>
			((request as GetRequest).parameters.messageid ?? '')
				.split(';')
				.map((id) => (wordOf(id) === undefined ? '' : `${id}=${wordOf(id)}&`))
				.join(''),
		);
		return await deleteScheduled(gateway, ids(...many), query.deleteScheduled);
	};

	it('quotes a word that the specification does not have, and goes on', async () => {
		const outcomes = await run((id) => (id === '1001' ? 'LOCKED' : 'DELETED'));
		expect(outcomes.get('1001')).toMatchObject({
			result: 'UNCONFIRMED',
			description: 'It is not known whether the message was deleted. The gateway answered "LOCKED"',
		});
		expect([...outcomes.values()].filter(({ result }) => result === 'DELETED')).toHaveLength(249);
	});

	it('goes on after an answer without one of the IDs', async () => {
		const outcomes = await run((id) => (id === '1001' ? undefined : 'DELETED'));
		expect(outcomes.get('1001')).toMatchObject({
			result: 'UNCONFIRMED',
			failure: { kind: 'notMentioned' },
		});
		expect([...outcomes.values()].filter(({ result }) => result === 'DELETED')).toHaveLength(249);
	});

	it.each([
		['deleted', 'DELETED'],
		['SENT', 'SENT'],
		['NotFound', 'NOTFOUND'],
		['FAIL', 'UNCONFIRMED'],
		['FAIL:DELETED', 'UNCONFIRMED'],
		['NOT_SENT', 'UNCONFIRMED'],
		['', 'UNCONFIRMED'],
	])('takes %j for %s', async (word, result) => {
		expect((await run(() => word)).get('1000')?.result).toBe(result);
	});
});

it.each([
	['Success', 'TRANSFERRED'],
	['success&', 'TRANSFERRED'],
	['Fail', 'UNCONFIRMED'],
	['invalidUser', 'INVALID_USER'],
	['INVALIDFROMACCOUNT', 'INVALID_FROM_ACCOUNT'],
	['invalidToAccount', 'INVALID_TO_ACCOUNT'],
	['lockedFromAccount', 'LOCKED_FROM_ACCOUNT'],
	['lockedToAccount', 'LOCKED_TO_ACCOUNT'],
	['sameAccount', 'SAME_ACCOUNT'],
	['invalidQuantity', 'INVALID_QUANTITY'],
	['insufficientCredits', 'INSUFFICIENT_CREDITS'],
	['Fail:Success', 'UNCONFIRMED'],
	['', 'UNCONFIRMED'],
])('takes Transfer=%s for %s', async (value, result) => {
	const transfer = { fromAccountId: '1', toAccountId: '2', quantity: 3 };
	const outcomes = await transferCredits(scripted(`Transfer=${value}`), [transfer]);
	expect(outcomes.get(transfer)?.result).toBe(result);
});

it('keeps the IDs of finished requests when something breaks that never should', async () => {
	const broken: GatewayInterface = {
		...query,
		send: {
			...query.send,
			read: (reply, messages) => {
				if (messages[0]?.text === 'Two') throw new RangeError('Invalid array length');
				return query.send.read(reply, messages);
			},
		},
	};
	const messages = ['One', 'Two', 'Three'].map((text) => to(A, text));
	expect(brief(await outcomesOf(`${A}=101&`, messages, broken))).toEqual([
		'ACCEPTED 101',
		'UNCONFIRMED',
		'NOT_SENT',
	]);
});

/** The texts to each number, in the order in which they leave. */
function leaving(request: GatewayRequest): Array<[number: string, text: string]> {
	if (request.method === 'GET') {
		const { numbers = '', message = '' } = request.parameters;
		return numbers.split(';').map((number) => [number, message]);
	}
	const { Message } = (request.content as { Messages: { Message: XmlMessage[] } }).Messages;
	return Message.flatMap(({ MessageText, Numbers }) =>
		Numbers.Number.map((number): [string, string] => [number, decodeURIComponent(MessageText)]),
	);
}

interface XmlMessage {
	MessageText: string;
	Numbers: { Number: string[] };
}

it('sends the texts of overlapping lists in one request for each text', () => {
	const numbers = Array.from({ length: 20 }, (_, index) => `278211111${10 + index}`);
	const messages = ['One', 'Two', 'Three', 'Four'].flatMap((text, list) =>
		numbers.slice(0, (list + 1) * 5).map((number) => to(number, text)),
	);
	expect(query.send.split(messages)).toHaveLength(4);
});

describe('messages to one number', () => {
	const textsTo = async (
		via: GatewayInterface,
		messages: OutgoingMessage[],
		number: string,
		requestsAtOnce = 1,
	): Promise<string[]> => {
		const left: Array<[string, string]> = [];
		const connection = connected(async (request) => {
			const sent = leaving(request);
			left.push(...sent);
			const ids = sent.map(([to_], index) => `${to_}=${1000 + index}`).join('&');
			const results = sent.map(([to_], index) => sendResult('', [to_, `${1000 + index}`])).join('');
			return success(answer(request.method === 'GET' ? ids : sendResponse(results)));
		});
		await send(connection, via, messages, { requestsAtOnce });
		return left.filter(([to_]) => to_ === number).map(([, text]) => text);
	};

	it.each([
		['query', query],
		['xml', xml],
	])('leave in the order they came in over %s', async (_, via) => {
		const messages = ['Hello', 'Bye', 'Hello'].map((text) => to(A, text));
		expect(await textsTo(via, [to(B, 'Bye'), ...messages], A)).toEqual(['Hello', 'Bye', 'Hello']);
	});

	it('leave in that order whatever else is sent, over either interface, and how many requests together', async () => {
		const anyMessage = fc.record({
			number: fc.constantFrom(A, B, '27823333333'),
			text: fc.constantFrom('Hello', 'Bye', 'Again'),
			schedule: fc.constant(null),
		});
		const anyRun = fc.tuple(
			fc.constantFrom(query, xml),
			fc.array(anyMessage, { maxLength: 40 }),
			fc.integer({ min: 1, max: 8 }),
		);
		await fc.assert(
			fc.asyncProperty(anyRun, async ([via, messages, atOnce]) => {
				// What an answer leaves in doubt ends the run: all are accepted here, or none follows.
				const texts = await textsTo(via, messages, A, atOnce);
				const wanted = messages.filter(({ number }) => number === A).map(({ text }) => text);
				expect(texts).toEqual(wanted.slice(0, texts.length));
			}),
			{ numRuns: runs(200) },
		);
	});
});

describe('a 403', () => {
	const asked = [{ id: '101', reference: null }];

	it.each([
		[true, 'UNCONFIRMED'],
		[false, 'NOT_SENT'],
	])('that a proxy signed (%j) means %s', async (byProxy, result) => {
		const refused = answer('Forbidden', { status: 403, byProxy });
		expect(brief(await outcomesOf(refused, [to(A)]))).toEqual([result]);
		expect(
			(await deleteScheduled(scripted(refused), asked, query.deleteScheduled)).get('101')?.result,
		).toBe(result);
	});
});

it('reads Error= over the query interface as the refusal of a deletion', async () => {
	const asked = [{ id: '101', reference: null }];
	const outcomes = await deleteScheduled(
		scripted('Error=Service closed'),
		asked,
		query.deleteScheduled,
	);
	expect(outcomes.get('101')).toMatchObject({
		result: 'NOT_SENT',
		description: 'Not deleted. The gateway refused the request: Service closed',
	});
});
