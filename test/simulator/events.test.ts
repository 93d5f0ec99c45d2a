import type { Update } from '../../simulator/changes';
import { message, multiMessage, NUMBER, Service } from './service';

/** A listener to the events of a simulator. */
class Listener {
	private readonly heard: Update[] = [];
	/** Resolves when the simulator has closed the connection. */
	readonly end: Promise<void>;

	constructor(service: Service) {
		this.end = this.listen(service).catch(() => undefined);
	}

	private async listen(service: Service): Promise<void> {
		const answer = await service.request('/control/events');
		expect(answer.headers.get('content-type')).toBe('text/event-stream');
		const decoder = new TextDecoder();
		let text = '';
		for await (const chunk of answer.body ?? []) {
			const events = (text + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
			text = events.pop() ?? '';
			this.heard.push(...events.map((event) => JSON.parse(event.replace(/^data: /, ''))));
		}
	}

	/** That part of the next update that holds it. */
	async next<Part extends keyof Update>(part: Part): Promise<Update[Part] | undefined> {
		for (;;) {
			const index = this.heard.findIndex((update) => part in update);
			if (index >= 0) return this.heard.splice(index, 1)[0]?.[part];
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
	}
}

let service: Service;
beforeEach(() => {
	service = new Service();
});

describe('GET /control/events', () => {
	test('sends everything at first', async () => {
		await service.send();
		await service.reply('Yes');
		const listener = new Listener(service);
		expect(await listener.next('reset')).toEqual(true);
		expect(await listener.next('messages')).toEqual(await service.messages());
		expect(await listener.next('received')).toEqual(await service.control('GET', '/received'));
	});

	test('sends what changes: accounts, opt-outs, faults, and everything again after a reset', async () => {
		const listener = new Listener(service);
		await listener.next('reset');
		await service.send();
		expect(await listener.next('accounts')).toEqual(await service.control('GET', '/accounts'));
		await service.control('POST', '/opt-outs', { login: 'demo', number: NUMBER });
		expect(await listener.next('optOuts')).toHaveLength(3);
		await service.fault({ status: 500 });
		expect(await listener.next('faults')).toEqual([
			{ match: {}, times: 1, fault: { status: 500 } },
		]);
		await service.reset();
		expect(await listener.next('reset')).toBe(true);
	});

	test('sends a message when it is accepted, and again when the clock changes its status', async () => {
		const listener = new Listener(service);
		expect(await listener.next('clock')).toEqual({ now: '2026-11-20T08:00:00.000Z', speed: 0 });
		await service.send();
		expect(await listener.next('messages')).toMatchObject([
			{ id: '1000001', status: 'NOTFOUND', code: -1 },
		]);
		await service.wait(60);
		expect(await listener.next('clock')).toEqual({ now: '2026-11-20T08:01:00.000Z', speed: 0 });
		expect(await listener.next('messages')).toMatchObject([
			{ id: '1000001', status: 'DELIVERED', code: 0 },
		]);
	});

	test('sends a text again when it was returned to the account', async () => {
		await service.send();
		const listener = new Listener(service);
		await service.reply('Yes');
		expect(await listener.next('received')).toMatchObject([{ text: 'Yes', returned: false }]);
		await service.replies();
		expect(await listener.next('received')).toMatchObject([{ text: 'Yes', returned: true }]);
	});

	test('sends at most 500 messages in one update', async () => {
		const listener = new Listener(service);
		const numbers = Array.from({ length: 501 }, (_, index) => String(27831000000 + index));
		await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', ...numbers)));
		expect(await listener.next('messages')).toHaveLength(500);
		expect(await listener.next('messages')).toHaveLength(1);
	});

	test('does not keep the simulator from ending', async () => {
		const listener = new Listener(service);
		await listener.next('reset');
		await service.close();
		await listener.end;
	});
});
