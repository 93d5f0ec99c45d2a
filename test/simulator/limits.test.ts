import type { Account } from '../../simulator/accounts';
import { Changes } from '../../simulator/changes';
import { defaultSettings, Gateway } from '../../simulator/gateway';
import { receiveReply } from '../../simulator/handset';
import { defaultLimits, oldestTenth } from '../../simulator/limits';
import { draft, send } from '../../simulator/sending';
import { DEMO, NUMBER, refusal, Service } from './service';

const withLimits = (limits: Partial<typeof defaultLimits>) =>
	new Service({ limits: { ...defaultLimits, ...limits } });

test('what leaves a full list is the oldest tenth, and first what is done with', () => {
	const items = Array.from({ length: 30 }, (_, index) => index + 1);
	expect([...oldestTenth(items, () => false)]).toEqual([1, 2, 3]);
	expect([...oldestTenth(items, (item) => item > 10)]).toEqual([11, 12, 13]);
	expect([...oldestTenth(items, (item) => item > 28)]).toEqual([29, 30, 1]);
	expect([...oldestTenth([1, 2], () => false)]).toEqual([1]);
});

describe('messages', () => {
	test('beyond the limit lose the oldest final one, not one that waits for its time', async () => {
		const service = withLimits({ messages: 3 });
		await service.send(NUMBER, '202611210800');
		await service.send('27821110002;27821110003');
		await service.wait(60);
		await service.send('27821110004');
		expect(await service.messages()).toMatchObject([
			{ id: '1000001' },
			{ id: '1000003' },
			{ id: '1000004' },
		]);
		expect(await service.status('1000002;')).toBe('1000002=NOTFOUND&');
		expect(await service.get(`/deletescheduled.asp?${DEMO}&messageid=1000001;1000002;`)).toBe(
			'1000001=DELETED&1000002=NOTFOUND&',
		);
	});

	test('beyond the limit lose the oldest when none is final; no reply answers it', async () => {
		const service = withLimits({ messages: 1 });
		await service.send(`${NUMBER};27821110002`);
		expect(await service.messages()).toMatchObject([{ id: '1000002' }]);
		expect(await service.reply('Yes')).toEqual(refusal(`No message was sent to ${NUMBER}.`, 404));
	});
});

describe('texts from handsets', () => {
	test('beyond the limit lose the oldest that was returned, then the oldest', async () => {
		const service = withLimits({ texts: 2 });
		await service.send();
		await service.reply('one');
		await service.replies();
		for (const text of ['two', 'three', 'four']) await service.reply(text);
		expect(await service.control('GET', '/received')).toMatchObject([
			{ id: 3, text: 'three' },
			{ id: 4, text: 'four' },
		]);
		const replies = await service.replies();
		expect(replies.match(/Message=[a-z]+/g)).toEqual(['Message=three', 'Message=four']);
	});

	test('of more than 2000 characters are refused', async () => {
		expect(await new Service().reply('x'.repeat(2001))).toEqual(
			refusal('body/text must NOT have more than 2000 characters'),
		);
	});
});

test('opt-outs beyond the limit lose the oldest', async () => {
	const service = withLimits({ optOuts: 2 });
	await service.control('POST', '/opt-outs', { login: 'sub', number: NUMBER });
	expect(await service.control('GET', '/opt-outs')).toMatchObject([
		{ account: 'demo', number: '27820000002' },
		{ account: 'sub', number: NUMBER },
	]);
});

test('a listener starts over with the latest messages when it has too many, and when the oldest left', () => {
	const limits = { ...defaultLimits, messages: 25, messagesAtFirst: 10 };
	const gateway = new Gateway({ ...defaultSettings, speed: 0, limits });
	const [account] = gateway.accounts.all() as [Account];
	const changes = new Changes(gateway);
	/** Sends that many messages; the number that the listener gets, and whether it starts over. */
	const heardOf = (count: number) => {
		const message = draft(gateway, { account, text: 'Hi', scheduledAt: null, origin: 'xml' });
		for (let sent = 0; sent < count; sent += 1) send(gateway, message, NUMBER);
		const updates = changes.take();
		const reset = updates.some((update) => update.reset);
		return { reset, messages: updates.flatMap(({ messages = [] }) => messages).length };
	};
	expect(heardOf(11)).toEqual({ reset: true, messages: 10 });
	expect(heardOf(9)).toEqual({ reset: false, messages: 9 });
	expect(heardOf(2)).toEqual({ reset: true, messages: 10 });
	expect(heardOf(5)).toEqual({ reset: true, messages: 10 });
	receiveReply(gateway, { from: NUMBER, text: 'Yes' });
	expect(changes.take()).toMatchObject([{ received: [{ text: 'Yes' }] }]);
	expect(changes.take()).toEqual([]);
});
