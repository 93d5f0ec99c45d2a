import type { Account } from '../../simulator/accounts';
import { Changes, type Update } from '../../simulator/changes';
import { defaultSettings, Gateway } from '../../simulator/gateway';
import { defaultLimits, oldestTenth } from '../../simulator/limits';
import { draft, send } from '../../simulator/sending';
import { DEMO, message, multiMessage, Service } from './service';

const withLimits = (limits: Partial<typeof defaultLimits>) =>
	new Service({ limits: { ...defaultLimits, ...limits } });

const sendTo = (service: Service, numbers: string, scheduled = '') =>
	service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=${numbers}&scheduled=${scheduled}`);

const refusal = (message: string) => expect.objectContaining({ statusCode: 400, message });

test('what leaves a full list is the oldest tenth, and first what is done with', () => {
	const items = Array.from({ length: 30 }, (_, index) => index + 1);
	expect([...oldestTenth(items, () => false)]).toEqual([1, 2, 3]);
	expect([...oldestTenth(items, (item) => item > 10)]).toEqual([11, 12, 13]);
	expect([...oldestTenth(items, (item) => item > 28)]).toEqual([29, 30, 1]);
	expect([...oldestTenth([1, 2], () => false)]).toEqual([1]);
});

describe('messages', () => {
	const ids = async (service: Service) =>
		(await service.control<{ id: string }[]>('GET', '/messages')).map(({ id }) => id);

	test('beyond the limit lose the oldest final one, not one that waits for its time', async () => {
		const service = withLimits({ messages: 3 });
		await sendTo(service, '27821110001', '202611210800');
		await sendTo(service, '27821110002;27821110003');
		await service.wait(60);
		await sendTo(service, '27821110004');
		expect(await ids(service)).toEqual(['1000001', '1000003', '1000004']);
		expect(await service.get(`/requestbatch.asp?${DEMO}&messageid=1000002;1000001;`)).toBe(
			'1000002=NOTFOUND&1000001=NOTFOUND&',
		);
		expect(await service.get(`/deletescheduled.asp?${DEMO}&messageid=1000001;1000002;`)).toBe(
			'1000001=DELETED&1000002=NOTFOUND&',
		);
	});

	test('beyond the limit lose the oldest when none is final', async () => {
		const service = withLimits({ messages: 3 });
		await sendTo(service, '27821110001;27821110002;27821110003;27821110004');
		expect(await ids(service)).toEqual(['1000002', '1000003', '1000004']);
	});

	test('that left are not answered by a reply', async () => {
		const service = withLimits({ messages: 1 });
		await sendTo(service, '27821110001;27821110002');
		expect(await service.control('POST', '/replies', { from: '27821110001', text: 'Yes' })).toEqual(
			expect.objectContaining({ statusCode: 404 }),
		);
	});

	test('are kept far beyond what one run sends', async () => {
		const service = new Service();
		await service.control('POST', '/seed', { accounts: [{ login: 'demo', credits: 30_000 }] });
		const numbers = Array.from({ length: 10_000 }, (_, index) => String(27831000000 + index));
		const third = message('Hi', ...numbers);
		await service.post('/xmlsendsmsmulti.asp', multiMessage(third + third + third));
		expect(await service.control('GET', '/messages')).toHaveLength(30_000);
	});
});

describe('texts from handsets', () => {
	const reply = (service: Service, text: string) =>
		service.control('POST', '/replies', { from: '27821110001', text });

	test('beyond the limit lose the oldest that was returned, then the oldest', async () => {
		const service = withLimits({ texts: 2 });
		await sendTo(service, '27821110001');
		await reply(service, 'one');
		await service.get(`/httpgetreplies.asp?${DEMO}`);
		await reply(service, 'two');
		await reply(service, 'three');
		await reply(service, 'four');
		expect(await service.control('GET', '/received')).toEqual([
			expect.objectContaining({ id: 3, text: 'three' }),
			expect.objectContaining({ id: 4, text: 'four' }),
		]);
		const replies = await service.get(`/httpgetreplies.asp?${DEMO}`);
		expect(replies.match(/Message=[a-z]+/g)).toEqual(['Message=three', 'Message=four']);
	});

	test('of more than 2000 characters are refused', async () => {
		const service = new Service();
		await sendTo(service, '27821110001');
		expect(await reply(service, 'x'.repeat(2001))).toEqual(
			refusal('body/text must NOT have more than 2000 characters'),
		);
	});
});

test('opt-outs beyond the limit lose the oldest', async () => {
	const service = withLimits({ optOuts: 2 });
	await service.control('POST', '/opt-outs', { login: 'sub', number: '27821110001' });
	expect(await service.control('GET', '/opt-outs')).toEqual([
		expect.objectContaining({ account: 'demo', number: '27820000002' }),
		expect.objectContaining({ account: 'sub', number: '27821110001' }),
	]);
});

describe('what is refused beyond its limit', () => {
	test('a fault', async () => {
		const service = withLimits({ faults: 1 });
		const fault = { fault: { body: 'broken' } };
		await service.control('POST', '/faults', fault);
		expect(await service.control('POST', '/faults', fault)).toEqual(
			refusal('The simulator keeps at most 1 faults that are not used up.'),
		);
		expect(await service.get(`/auth.asp?${DEMO}`)).toBe('broken');
		expect(await service.control('POST', '/faults', fault)).toHaveLength(1);
	});

	test.each([
		[{ accounts: [{ login: 'new', id: 1, password: 'x' }] }, '5 accounts'],
		[{ blacklist: ['27821110001', '27821110002', '27821110003'] }, '3 numbers on a list'],
		[{ industryDoNotContact: ['27821110001', '27821110002'] }, '3 numbers on a list'],
		[
			{ delivery: { outcomeByEnding: { '1': { status: 'SENT', code: 1 } } } },
			'15 outcomes by number ending',
		],
	])('the seed %j', async (seed, most) => {
		const service = withLimits({ accounts: 5, listedNumbers: 3, endings: 15 });
		expect(await service.control('POST', '/seed', seed)).toEqual(
			refusal(`The simulator keeps at most ${most}.`),
		);
		expect(await service.control('POST', '/seed', { accounts: [{ login: 'demo' }] })).toEqual({});
	});
});

describe('a listener', () => {
	const gateway = new Gateway({
		...defaultSettings,
		speed: 0,
		limits: { ...defaultLimits, messages: 25, messagesAtFirst: 10 },
	});
	const [account] = gateway.accounts.all() as [Account];
	const changes = new Changes(gateway);

	/** Sends that many messages; the number of messages that the listener gets, and if it starts over. */
	function heardOf(count: number) {
		const given = { account, text: 'Hi', scheduledAt: null, origin: 'xml' as const };
		const message = draft(gateway, given);
		for (let sent = 0; sent < count; sent += 1) send(gateway, message, '27821110001');
		const updates: Update[] = changes.take();
		return {
			reset: updates.some(({ reset }) => reset === true),
			messages: updates.reduce((sum, { messages = [] }) => sum + messages.length, 0),
		};
	}

	test('gets what is new, and starts over with the latest messages when it has too many', () => {
		expect(heardOf(11)).toEqual({ reset: true, messages: 10 });
		expect(heardOf(9)).toEqual({ reset: false, messages: 9 });
		expect(heardOf(2)).toEqual({ reset: true, messages: 10 });
	});

	test('starts over when the oldest messages left', () => {
		expect(heardOf(5)).toEqual({ reset: true, messages: 10 });
	});
});
