import type { IDataObject } from 'n8n-workflow';
import { Service } from '../simulator/service';
import { execute } from '../support/context';
import { poll } from '../support/poll';
import { openLink } from '../support/webhook';
import { exampleOf, pageOf, readPage } from './pages';

const NUMBER = '27821111111';

/** A gateway on which a message that is sent now is delivered at 08:15:42. */
const gateway = () => new Service({ startAt: '2026-11-20T08:15:00Z' });

/** What the node returns for the simulator, with what differs in every run taken from the page. */
async function outputOf(
	service: Service,
	[resource, operation]: string[],
	parameters: IDataObject = {},
): Promise<IDataObject> {
	const url = await service.address;
	const credentials = { password: 'demo' };
	const { json, error } = await execute(url, resource ?? '', operation ?? '', parameters, {
		credentials,
	});
	if (error) throw error;
	return json.at(-1) ?? {};
}

const send = async (service: Service, options: IDataObject = {}) =>
	await outputOf(service, ['message', 'send'], {
		numbers: '+27 82 111 1111',
		text: 'Hello',
		options,
	});

const scenarios: Record<string, (service: Service) => Promise<IDataObject>> = {
	'Message: Send': async (service) => await send(service, { reference: 'order-1042' }),
	'Message: Get Status': async (service) => {
		await service.wait(36);
		await send(service);
		await service.wait(60);
		return await outputOf(service, ['message', 'getStatus'], { messageIds: '1000001' });
	},
	'Message: Delete Scheduled': async (service) => {
		await send(service, { scheduledAt: '2099-01-01 10:00:00' });
		return await outputOf(service, ['message', 'deleteScheduled'], { messageIds: '1000001' });
	},
	'Message: Preview': async (service) =>
		await outputOf(service, ['message', 'preview'], { text: 'Hello' }),
	'Reply: Get New': async (service) => {
		await send(service);
		await service.reply('Yes please', NUMBER);
		return await outputOf(service, ['reply', 'getNew']);
	},
	'Short Code Message: Get New': async (service) => {
		await service.textShortCode('VOTE A', NUMBER);
		return await outputOf(service, ['shortCodeMessage', 'getNew']);
	},
	'Opt-Out: Get Many': async (service) => {
		await send(service);
		await service.reply('Stop', NUMBER);
		return await outputOf(service, ['optOut', 'getAll']);
	},
	'Opt-Out: Check': async (service) => {
		await send(service);
		await service.reply('Stop', NUMBER);
		return await outputOf(service, ['optOut', 'check'], { numbers: '+27 82 111 1111' });
	},
	'Account: Get Balance': async (service) => await outputOf(service, ['account', 'getBalance']),
	'Account: Check Login': async (service) => await outputOf(service, ['account', 'checkLogin']),
	'Account: Transfer Credits': async (service) =>
		await outputOf(service, ['account', 'transferCredits'], {
			fromAccountId: '1001',
			toAccountId: '1002',
			quantity: 10,
		}),
};

describe('the output that docs/operations.md shows is what the node returns for the simulator', () => {
	it.each(Object.entries(scenarios))('%s', async (heading, scenario) => {
		const example = exampleOf(pageOf(heading));
		const output = await scenario(gateway());
		const given = ['recordId', 'submittedAt'].filter((name) => name in example);
		for (const name of given) expect(output[name]).toMatch(/^[-0-9a-f]{36}$|^20\d\d-.*Z$/);
		expect({ ...output, ...pick(example, given) }).toEqual(example);
	});
});

it('docs/trigger.md shows the item of a change', async () => {
	const service = gateway();
	await service.wait(36);
	await send(service);
	const staticData = {};
	const url = await service.address;
	const parameters = { events: ['statusChange'], messageIds: '1000001' };
	const asked = { url, parameters, staticData, credentials: { password: 'demo' } };
	await service.wait(3);
	await poll(asked);
	await service.wait(60);
	const { emitted } = await poll(asked);
	const status = exampleOf(pageOf('Message: Get Status'));
	expect(emitted).toEqual([[{ ...status, ...exampleOf(readPage('docs/trigger.md')) }]]);
});

it('docs/asking.md shows the item of an answer', async () => {
	const answer = { method: 'POST', body: { decision: 'approve' } } as const;
	const { items } = await openLink({ ...answer, parameters: { message: 'Can you drive?' } });
	const respondedAt = expect.stringMatching(/^20\d\d-.*\.\d{3}Z$/) as string;
	expect(items?.[0]?.json).toEqual({ data: { approved: true, respondedAt } });
	const { data } = exampleOf(readPage('docs/asking.md'));
	expect(data).toEqual({ approved: true, respondedAt });
});

const pick = (from: Record<string, unknown>, names: string[]) =>
	Object.fromEntries(names.map((name) => [name, from[name]]));
