import type { FastifyInstance } from 'fastify';
import type { Account } from './accounts';
import { controlSchemas } from './controlSchemas';
import type { DeliveryOutcome } from './delivery';
import { addEventRoute } from './events';
import type { ScriptedFault } from './faults';
import type { Gateway } from './gateway';
import { receiveReply, receiveShortCodeMessage, type Received } from './handset';
import type { Seed } from './seed';
import type { WebhookAddresses } from './webhooks/webhooks';
import { shownClock, shownMessage, shownOptOut, shownReceived, shownText } from './shown';

/** A control request for something that does not exist. */
class NoSuchThing extends Error {
	readonly statusCode = 404;
}

function accountWithLogin(gateway: Gateway, login: string): Account {
	const account = gateway.accounts.withLogin(login);
	if (!account) throw new NoSuchThing(`There is no account "${login}".`);
	return account;
}

/** Adds the control interface: JSON under /control, not part of the gateway; see README.md. */
export function addControlRoutes(app: FastifyInstance, gateway: Gateway): void {
	addEventRoute(app, gateway);
	addStateRoutes(app, gateway);
	addClockRoutes(app, gateway);
	addMessageRoutes(app, gateway);
	addHandsetRoutes(app, gateway);
	addFaultRoutes(app, gateway);
	addWebhookRoutes(app, gateway);
}

function addStateRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.post<{ Body: { empty?: boolean } | null }>(
		'/reset',
		{ schema: { body: controlSchemas.reset } },
		async ({ body }) => {
			gateway.reset(body?.empty ? {} : undefined);
			return {};
		},
	);
	app.post<{ Body: Seed }>('/seed', { schema: { body: controlSchemas.seed } }, async ({ body }) => {
		gateway.seed(body);
		return {};
	});
	app.get('/accounts', async () => gateway.accounts.all());
	app.get('/requests', async () => gateway.requestLog.all());
	app.delete('/requests', async () => {
		gateway.requestLog.clear();
		return {};
	});
}

function addClockRoutes(app: FastifyInstance, gateway: Gateway): void {
	interface ClockChange {
		set?: string;
		advanceSeconds?: number;
		speed?: number;
	}
	app.get('/clock', async () => shownClock(gateway.clock));
	app.post<{ Body: ClockChange }>(
		'/clock',
		{ schema: { body: controlSchemas.clock } },
		async ({ body: { set, advanceSeconds, speed } }) => {
			if (set !== undefined) gateway.clock.set(Date.parse(set));
			if (advanceSeconds !== undefined) gateway.clock.advance(advanceSeconds);
			if (speed !== undefined) gateway.clock.run(speed);
			return shownClock(gateway.clock);
		},
	);
}

function addMessageRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.get('/messages', async () => {
		const now = gateway.clock.now();
		return gateway.messages.all().map((message) => shownMessage(message, now));
	});
	app.post<{ Params: { id: string }; Body: DeliveryOutcome }>(
		'/messages/:id/status',
		{ schema: { body: controlSchemas.status } },
		async ({ params: { id }, body }) => {
			const message = gateway.messages.withId(id);
			if (!message) throw new NoSuchThing(`There is no message ${id}.`);
			const now = gateway.clock.now();
			message.forced = { ...body, at: now };
			return shownMessage(message, now);
		},
	);
}

function addHandsetRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.post<{ Body: { from: string; text: string; login?: string } }>(
		'/replies',
		{ schema: { body: controlSchemas.reply } },
		async ({ body: { from, text, login } }) => {
			const account = login === undefined ? undefined : accountWithLogin(gateway, login);
			const received = receiveReply(gateway, { from, text, account });
			if (!received) throw new NoSuchThing(`No message was sent to ${from}.`);
			return shownReceived(received);
		},
	);
	app.post<{ Body: { shortCode: string; from: string; text: string } }>(
		'/short-code-messages',
		{ schema: { body: controlSchemas.shortCodeMessage } },
		async ({ body }) => {
			const account = gateway.accounts.withShortCode(body.shortCode);
			if (!account) throw new NoSuchThing(`No account has the short code ${body.shortCode}.`);
			const received: Received = receiveShortCodeMessage(gateway, account, body);
			return shownReceived(received);
		},
	);
	app.get('/received', async () => gateway.inbox.all().map(shownText));
	app.get('/opt-outs', async () => gateway.optOuts.all().map(shownOptOut));
	app.post<{ Body: { login: string; number: string } }>(
		'/opt-outs',
		{ schema: { body: controlSchemas.optOut } },
		async ({ body: { login, number } }) => {
			const account = accountWithLogin(gateway, login);
			return { added: gateway.optOuts.addManually(account, number, gateway.clock.now()) };
		},
	);
}

function addFaultRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.get('/faults', async () => gateway.faults.pending());
	app.post<{ Body: ScriptedFault }>(
		'/faults',
		{ schema: { body: controlSchemas.faults } },
		async ({ body }) => {
			gateway.faults.add(body);
			return gateway.faults.pending();
		},
	);
	app.delete('/faults', async () => {
		gateway.faults.clear();
		return {};
	});
}

function addWebhookRoutes(app: FastifyInstance, { webhooks }: Gateway): void {
	app.get('/webhooks', async () => webhooks.shown());
	app.post<{ Body: Partial<WebhookAddresses> }>(
		'/webhooks',
		{ schema: { body: controlSchemas.webhooks } },
		async ({ body }) => {
			webhooks.set(body);
			return webhooks.shown();
		},
	);
	app.get('/notifications', async () => webhooks.notifications());
}
