import { failure } from '../../../nodes/MessagingGateway/gateway/exchange/failures';
import { query } from '../../../nodes/MessagingGateway/gateway/interfaces/query/query';
import { xml } from '../../../nodes/MessagingGateway/gateway/interfaces/xml/xml';
import { deleteScheduled } from '../../../nodes/MessagingGateway/gateway/operations/deleteScheduled';
import { answer, parametersOf, scripted } from '../../support/answers';

const ids = (...messageIds: string[]) => messageIds.map((id) => ({ id, reference: null }));

describe('a deletion', () => {
	const many = Array.from({ length: 250 }, (_, index) => String(1000 + index));
	const run = async (wordOf: (id: string) => string | undefined) => {
		const gateway = scripted((request) =>
			(parametersOf(request).messageid ?? '')
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

describe('the request of a deletion', () => {
	it('has a list without a last semicolon over the query interface', async () => {
		const gateway = scripted('5=DELETED&6=SENT');
		await deleteScheduled(gateway, ids('5', '6'), query.deleteScheduled);
		expect(gateway.requests).toEqual([
			{ path: '/deletescheduled.asp', content: { messageid: '5;6' }, timeout: 60_000 },
		]);
	});

	it('has IDs and references over the XML interface', async () => {
		const gateway = scripted(
			'<XMLGatewayDeleteScheduled_Response><DeleteStatus><MessageID>5</MessageID><CLI>a</CLI><Status>DELETED</Status></DeleteStatus><DeleteStatus><MessageID>06</MessageID><CLI/><Status>sent</Status></DeleteStatus></XMLGatewayDeleteScheduled_Response>',
		);
		const questions = [{ id: '5', reference: 'a' }, ...ids('6')];
		const outcomes = await deleteScheduled(gateway, questions, xml.deleteScheduled);
		expect([...outcomes.values()].map(({ result }) => result)).toEqual(['DELETED', 'SENT']);
		expect(gateway.requests).toEqual([
			{
				path: '/xmldeletescheduled.asp',
				content: {
					DeleteScheduled: { MessageIDs: { MessageID: [{ ID: '5', CLI: 'a' }, { ID: '6' }] } },
				},
				timeout: 60_000,
			},
		]);
	});
});

describe('a deletion that is refused as a whole', () => {
	it('quotes the words of Error= over the query interface', async () => {
		const gateway = scripted('Error=Service closed');
		const outcomes = await deleteScheduled(gateway, ids('101'), query.deleteScheduled);
		expect(outcomes.get('101')).toMatchObject({
			result: 'NOT_SENT',
			description: 'Not deleted. The gateway refused the request: Service closed',
		});
	});

	it.each(['Not Valid XML Document', 'Unknown element Foo_DeleteScheduled'])(
		'advises to check the Element Prefix: %s',
		async (reason) => {
			const gateway = scripted(
				`<XMLGatewayDeleteScheduled_Response><Error>${reason}</Error></XMLGatewayDeleteScheduled_Response>`,
			);
			const outcomes = await deleteScheduled(gateway, ids('101', '102'), xml.deleteScheduled);
			const refused = {
				result: 'NOT_SENT',
				description: `Not deleted. The gateway refused the request: ${reason}`,
				failure: {
					advice:
						"If it is about an element or the document, check 'Element Prefix' in the credential",
				},
			};
			expect([...outcomes.values()]).toMatchObject([refused, refused]);
		},
	);
});

it.each([query, xml])('a deletion without an answer is UNCONFIRMED over $name', async (via) => {
	const gateway = scripted(failure('timedOut', '60'));
	const outcomes = await deleteScheduled(gateway, ids('101'), via.deleteScheduled);
	expect(outcomes.get('101')).toMatchObject({
		result: 'UNCONFIRMED',
		description:
			'It is not known whether the message was deleted. The gateway did not answer within 60 seconds',
	});
});

it('a word at the end of an answer that was cut is whole, and half of one is none', async () => {
	const cut = answer('5=DELETED&6=SENT&7=SEN', { cut: failure('connectionBroken') });
	const outcomes = await deleteScheduled(scripted(cut), ids('5', '6', '7'), query.deleteScheduled);
	expect([...outcomes.values()].map(({ result }) => result)).toEqual([
		'DELETED',
		'SENT',
		'UNCONFIRMED',
	]);
});
