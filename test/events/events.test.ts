import type { IDataObject } from 'n8n-workflow';
import { expectNoPassword, FAULTS, setTimeouts, type Fault } from '../support/faults';
import { ANSWERS_OF_RECORDS, ONE_ROW, type Answers } from '../support/oneRow';
import { poll } from '../support/poll';
import { testServer } from '../support/server';
import { some } from '../support/runs';

const server = testServer();

interface EventCase {
	name: string;
	parameters: IDataObject;
	options: IDataObject;
	subject: string;
	/** What the gateway would have answered. */
	whole: string;
	answers: Answers;
}

const EVENTS = (['xml', 'query'] as const).flatMap((via): EventCase[] => {
	const answers = ANSWERS_OF_RECORDS[via];
	const { reply, shortCodeMessage, status } = ONE_ROW;
	const caseOf = (event: string, rest: Omit<EventCase, 'name' | 'parameters' | 'options'>) => ({
		name: `${event} (${via})`,
		parameters: { events: [event], messageIds: '101' },
		options: via === 'xml' ? {} : { interface: via },
		...rest,
	});
	return [
		caseOf('reply', { subject: 'Replies', whole: reply[via], answers }),
		caseOf('shortCodeMessage', {
			subject: 'Short code messages',
			whole: shortCodeMessage[via],
			answers,
		}),
		caseOf('statusChange', { subject: 'Statuses', whole: status[via], answers: {} }),
	];
});

type Cell = [eventName: string, faultName: string, event: EventCase, fault: Fault];
const cells = EVENTS.flatMap((event) =>
	FAULTS.map((fault): Cell => [event.name, fault.name, event, fault]),
);
const answerOf = (event: EventCase, fault: Fault) => event.answers[fault.name];

describe('each event meets each fault with one clear error, the password not in it', () => {
	it.each(cells)('%s: %s', async (_event, _fault, event, fault) => {
		setTimeouts(fault);
		server.answer(fault.reply(event.whole));
		const own = server.ownAddress();
		const { emitted, returned, error, recorded } = await poll({
			url: fault.url ?? own.url,
			parameters: { ...event.parameters, options: event.options },
		});
		expectNoPassword([emitted, error, recorded]);
		const answer = answerOf(event, fault);
		if (answer === 'nothing') {
			expect([emitted, returned, error, recorded]).toEqual([[], null, undefined, []]);
		} else if (answer === 'unparsed') {
			expect(emitted).toMatchObject([[{ unparsed: true }]]);
			expect(error).toBeUndefined();
		} else {
			expect(emitted).toEqual([]);
			const [subject, sentence = ''] = error?.message.split(' were not read. ') ?? [];
			expect(subject).toBe(event.subject);
			expect(sentence).toMatch(fault.message);
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode: fault.httpCode });
			expect(error?.description).toBeTruthy();
		}
		// Records are asked for once; a status may be asked for again when the connection broke.
		const limit = event.subject === 'Statuses' ? 2 : 1;
		expect(own.requests().length).toBeLessThanOrEqual(limit);
	});

	it.each(some(cells))('%s: %s, in a live test', async (_event, _fault, event, fault) => {
		setTimeouts(fault);
		server.answer(fault.reply(event.whole));
		const { emitted, returned, error, recorded } = await poll({
			url: fault.url ?? server.url,
			parameters: { ...event.parameters, options: { ...event.options, testData: 'live' } },
			mode: 'manual',
		});
		expect([emitted, recorded]).toEqual([[], []]);
		expectNoPassword([returned, error]);
		const isUnparsed = answerOf(event, fault) === 'unparsed';
		if (isUnparsed) expect(returned).toMatchObject([{ unparsed: true }]);
		else expect(error).toBeDefined();
	});
});
